import { openDatabase } from '../../src/platform/postgres/client/database.ts';
import { listEventsByLocation } from '../../src/social/events/list-events.ts';
import { sameStatements } from '../harness/same-statements.ts';
import { comparison, type HttpRequest } from '../scenario.ts';

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

const requests = (): HttpRequest[] =>
  cities.map(([, name]) => ({ path: `/social/event/location?location=${name}&limit=${listed}` }));

export const eventsByCity = comparison<void>({
  name: 'events by city',
  what: 'the next 20 events of a city among 60 000 events, half of them over, against a bare Fastify route with the same statements',
  budget: 0.6,
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
  ours: { kind: 'praca', requests },
  ...sameStatements<void>({
    requests,
    operation: (context, _prepared, index) =>
      listEventsByLocation(context, decodeURIComponent(cities[index]?.[1] ?? ''), {
        viewerId: undefined,
        limit: listed,
      }),
  }),
});
