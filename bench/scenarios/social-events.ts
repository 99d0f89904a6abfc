import { openDatabase } from '../../src/platform/postgres/database.ts';
import { openBarePool } from '../harness/bare-sql.ts';
import { comparison } from '../scenario.ts';

/** São Paulo, Rio de Janeiro, Salvador, Fortaleza, Curitiba, Recife. */
const cities = [
  [3550308, 'sao%20paulo'],
  [3304557, 'Rio%20de%20Janeiro'],
  [2927408, 'SALVADOR'],
  [2304400, 'Fortaleza,%20CE'],
  [4106902, 'curitiba'],
  [2611606, 'Recife'],
] as const;
const events = 60_000;
const listed = 20;

export const eventsByCity = comparison({
  name: 'events by city',
  what: 'the next 20 events of a city among 60 000 events, half of them over, against the same selects of the bare driver',
  budget: 0.25,
  async prepare(praca) {
    const sql = openDatabase({ connection: praca.connection, poolSize: 1, applicationName: 'praca bench' });
    await sql`
      insert into social.events (
        name, description, starts_at, ends_at, timezone, status, category, category_key, venue_name, city_id, words,
        created_at, updated_at)
      select 'Event ' || n, 'A short description of the event', starts_at, starts_at + interval '4 hours',
             'America/Sao_Paulo', 'EventScheduled', 'Music', 'music', 'Venue ' || n % 100,
             (${cities.map(([id]) => id)}::integer[])[1 + n % ${cities.length}], to_tsvector('simple', 'event ' || n), now(), now()
      from (select n, now() + (n - ${events / 2}) * interval '5 minutes' as starts_at
            from generate_series(1, ${events}) n) made`;
    await sql`vacuum analyze social.events`;
    await sql.end();
  },
  ours: {
    kind: 'praca',
    requests: () =>
      cities.map(([, name]) => ({ path: `/social/event/location?location=${name}&limit=${listed}` })),
  },
  limit: {
    kind: 'loop',
    async open(surroundings) {
      const pool = openBarePool(surroundings);
      let turn = 0;
      return async () => {
        const [id] = cities[turn++ % cities.length] ?? [0];
        await pool.query({
          name: 'city',
          text: 'select id, name, state from social.cities where search_name = $1',
          values: ['saopaulo'],
        });
        await pool.query({
          name: 'events',
          text: `select e.*, c.name as city, c.state from social.events e join social.cities c on c.id = e.city_id
                 where e.city_id = $1 and e.starts_at > now() - interval '31 days' and e.ends_at > now()
                   and e.status <> 'EventCancelled' order by e.starts_at, e.id limit ${listed}`,
          values: [id],
        });
      };
    },
  },
});
