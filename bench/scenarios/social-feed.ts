import { openDatabase, type Sql } from '../../src/platform/postgres/database.ts';
import { openBarePool, runBareTransaction } from '../harness/bare-sql.ts';
import { summarise } from '../harness/latencies.ts';
import type { RunningPraca } from '../harness/praca.ts';
import { signInMany, type SignedIn } from '../harness/social-people.ts';
import { buildPopulation, populationSize } from '../harness/social-population.ts';
import type { Stage } from '../harness/stage.ts';
import { comparison, type Measurement } from '../scenario.ts';

const saoPaulo = 3550308;
const neighbours = 5000;

async function settle(praca: RunningPraca, people: readonly SignedIn[], cityId: number): Promise<void> {
  const sql = openDatabase({ connection: praca.connection, poolSize: 1, applicationName: 'praca bench' });
  await sql`
    update social.users set city_id = ${cityId}, state = (select state from social.cities where id = ${cityId}),
      gender = 'woman', birth_date = '1995-01-01'
    where id = any(${people.map((person) => person.id)}::uuid[])`;
  await sql.end();
}

async function addNeighbours(sql: Sql): Promise<void> {
  await sql`
    insert into social.users (id, provider, login_id, name, city_id, state, last_active_at, created_at)
    select gen_random_uuid(), 'feed', n::text, 'Neighbour', ${saoPaulo}, 'SP', now() - n * interval '1 minute', now()
    from generate_series(1, ${neighbours}) n on conflict do nothing`;
}

export const feed = comparison({
  name: 'feed',
  what: 'a page of 20 cards in a city of 5 000, against the three selects it cannot do without, of the bare driver',
  budget: 0.25,
  async prepare(praca) {
    const sql = openDatabase({ connection: praca.connection, poolSize: 1, applicationName: 'praca bench' });
    await addNeighbours(sql);
    await sql`vacuum analyze social.users`;
    await sql.end();
    const people = await signInMany(praca.url, 'feed', 40);
    await settle(praca, people, saoPaulo);
    return { people };
  },
  ours: {
    kind: 'praca',
    requests: ({ people }) =>
      people.map(({ token }) => ({
        path: '/social/user/feed?limit=20',
        headers: { authorization: `Bearer ${token}` },
      })),
  },
  limit: {
    kind: 'loop',
    async open(surroundings) {
      const pool = openBarePool(surroundings);
      const { people } = surroundings.prepared;
      let turn = 0;
      return async () => {
        const id = people[turn++ % people.length]?.id;
        await pool.query({ name: 'viewer', text: 'select * from social.users where id = $1', values: [id] });
        const found = await pool.query<{ id: string }>({
          name: 'walk',
          text: `select u.id from social.users u
                 where u.city_id = $2 and u.deleted_at is null and u.id <> $1 and not exists (
                   select from social.pairs p where p.low_id = least(u.id, $1) and p.high_id = greatest(u.id, $1))
                 order by u.last_active_at desc, u.id desc limit 20`,
          values: [id, saoPaulo],
        });
        await pool.query({
          name: 'cards',
          text: 'select id, name, location, birth_date from social.users where id = any($1)',
          values: [found.rows.map((row) => row.id)],
        });
      };
    },
  },
});

export const like = comparison({
  name: 'like',
  what: 'one like of somebody else each time, against the bare upsert of the pair in a transaction',
  budget: 0.3,
  async prepare(praca) {
    const sql = openDatabase({ connection: praca.connection, poolSize: 1, applicationName: 'praca bench' });
    await addNeighbours(sql);
    const rows = await sql<{ id: string }[]>`select id from social.users where provider = 'feed' limit 500`;
    await sql.end();
    const people = await signInMany(praca.url, 'like', 20);
    return { people, others: rows.map((row) => row.id) };
  },
  ours: {
    kind: 'praca',
    requests: ({ people, others }) =>
      others.flatMap((other, index) => {
        const person = people[index % people.length];
        if (!person) return [];
        return [
          {
            method: 'POST',
            path: `/social/user/like/${other}`,
            headers: { authorization: `Bearer ${person.token}` },
          } as const,
        ];
      }),
  },
  limit: {
    kind: 'loop',
    async open(surroundings) {
      const pool = openBarePool(surroundings);
      const { people, others } = surroundings.prepared;
      let turn = 0;
      return () => {
        const at = turn++;
        const [one, other] = [people[at % people.length]?.id ?? '', others[at % others.length] ?? ''];
        const [low, high] = one < other ? [one, other] : [other, one];
        return runBareTransaction(pool, (client) =>
          client.query({
            name: 'like',
            text: `insert into social.pairs as p (low_id, high_id, low_liked_at) values ($1, $2, $3)
                   on conflict (low_id, high_id) do update set low_liked_at = coalesce(p.low_liked_at, excluded.low_liked_at)
                   returning combined_at`,
            values: [low, high, new Date().toISOString()],
          }),
        );
      };
    },
  },
});

interface Crowd {
  praca: RunningPraca;
  cityId: number;
  citySize: number;
}
let crowd: Promise<Crowd> | undefined;

async function openCrowd(stage: Stage): Promise<Crowd> {
  const praca = await stage.startPraca({ SEED_TOWN: 'no', DATABASE_POOL: '10' });
  await buildPopulation(praca, populationSize);
  const sql = openDatabase({ connection: praca.connection, poolSize: 1, applicationName: 'praca bench' });
  const [largest] = await sql<{ id: number; size: number }[]>`
    select city_id as id, count(*)::int as size from social.users where city_id is not null
    group by city_id order by size desc limit 1`;
  await sql.end();
  if (!largest) throw new Error('nobody lives anywhere');
  return { praca, cityId: largest.id, citySize: largest.size };
}

/** `reactions` to the most recently active people of the city; all of them where it is undefined. */
async function react(town: Crowd, people: readonly SignedIn[], reactions: number | undefined): Promise<void> {
  const sql = openDatabase({
    connection: town.praca.connection,
    poolSize: 1,
    applicationName: 'praca bench',
    statementTimeoutMs: 0,
  });
  for (const { id } of people) {
    await sql`
      insert into social.pairs (low_id, high_id, low_passed_until, high_passed_until)
      select least(u.id, ${id}::uuid), greatest(u.id, ${id}::uuid), now() + interval '20 days', now() + interval '20 days'
      from social.users u where u.city_id = ${town.cityId} and u.id <> ${id}
      order by u.last_active_at desc limit ${reactions ?? null} on conflict do nothing`;
  }
  await sql`vacuum analyze social.pairs`;
  await sql`checkpoint`;
  await sql.end();
}

function measureFeed(
  name: string,
  what: string,
  count: number,
  reactions: (town: Crowd) => number | undefined | 'none',
): Measurement {
  return {
    name,
    what,
    async measure(stage) {
      const town = await (crowd ??= openCrowd(stage));
      const people = await signInMany(town.praca.url, name.replaceAll(/\W/g, '-'), count);
      await settle(town.praca, people, town.cityId);
      const wanted = reactions(town);
      if (wanted !== 'none') await react(town, people, wanted);
      const latenciesMs: number[] = [];
      const idleMs: number[] = [];
      let cards = 0;
      for (let turn = 0; turn < 400; turn++) {
        const token = people[turn % people.length]?.token ?? '';
        const startedMs = performance.now();
        const answer = await fetch(`${town.praca.url}/social/user/feed`, {
          headers: { authorization: `Bearer ${token}` },
        });
        cards += ((await answer.json()) as unknown[]).length;
        // The first ones find caches and plans cold.
        if (turn >= 20) latenciesMs.push(performance.now() - startedMs);
        // What this machine takes to answer anything at all, at the same time.
        const idleStartedMs = performance.now();
        await (await fetch(`${town.praca.url}/healthz`)).text();
        if (turn >= 20) idleMs.push(performance.now() - idleStartedMs);
      }
      const { p50Ms, p99Ms } = summarise(latenciesMs);
      const idle = summarise(idleMs);
      console.log(
        `    ${name}, city of ${town.citySize}: p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, ${(cards / 400).toFixed(1)} cards a page; /healthz in turns with it: p50 ${idle.p50Ms.toFixed(1)} ms, p99 ${idle.p99Ms.toFixed(1)} ms`,
      );
      return { value: p99Ms, unit: 'ms p99', atMost: 20 };
    },
  };
}

const scale = `among ${populationSize.users.toLocaleString('en')} users (BENCH_POPULATION=large: 1,000,000, and 20,000,000 reactions)`;

export const feedOrdinary = measureFeed(
  'feed of an ordinary user',
  `99th percentile of a page of the feed ${scale}, for somebody new in the largest city`,
  40,
  () => 'none',
);
export const feedBusy = measureFeed(
  'feed after 5 000 reactions',
  `the same for somebody who has reacted to the 5 000 most active people there`,
  8,
  () => 5000,
);
export const feedExhausted = measureFeed(
  'feed of who has seen everybody',
  `the same for somebody who has reacted to everybody there`,
  2,
  () => undefined,
);
