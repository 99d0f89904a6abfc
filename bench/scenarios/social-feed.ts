import { openDatabase, type Sql } from '../../src/platform/postgres/client/database.ts';
import { likeUser } from '../../src/social/pairs/react.ts';
import { readFeed } from '../../src/social/feed/read-feed.ts';
import { summarise } from '../harness/latencies.ts';
import type { RunningPraca } from '../harness/praca.ts';
import { sameStatements } from '../harness/same-statements.ts';
import { signInMany, type SignedIn } from '../harness/social-people.ts';
import { buildPopulation, populationSize } from '../harness/social-population.ts';
import type { Stage } from '../harness/stage.ts';
import { comparison, type HttpRequest, type Measurement } from '../scenario.ts';

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

interface Feeders {
  people: SignedIn[];
}
const pageSize = 20;
const pages = ({ people }: Feeders): HttpRequest[] =>
  people.map(({ token }) => ({
    path: `/social/user/feed?limit=${pageSize}`,
    headers: { authorization: `Bearer ${token}` },
  }));

export const feed = comparison<Feeders>({
  name: 'feed',
  what: 'a page of 20 cards in a city of 5 000, against a bare Fastify route with the same statements',
  budget: 0.6,
  async prepare(praca) {
    const sql = openDatabase({ connection: praca.connection, poolSize: 1, applicationName: 'praca bench' });
    await addNeighbours(sql);
    await sql`vacuum analyze social.users`;
    await sql.end();
    const people = await signInMany(praca.url, 'feed', 40);
    await settle(praca, people, saoPaulo);
    return { people };
  },
  ours: { kind: 'praca', requests: pages },
  ...sameStatements<Feeders>({
    requests: pages,
    operation: (context, { people }, index) =>
      readFeed(context, people[index]?.id ?? '', { limit: pageSize }),
  }),
});

interface Likes {
  people: SignedIn[];
  others: string[];
}
const likes = ({ people, others }: Likes): HttpRequest[] =>
  others.map((other, index) => ({
    method: 'POST',
    path: `/social/user/like/${other}`,
    headers: { authorization: `Bearer ${people[index % people.length]?.token}` },
  }));

export const like = comparison<Likes>({
  name: 'like',
  what: 'one like of somebody else each time, against a bare Fastify route with the same statement',
  budget: 0.5,
  async prepare(praca) {
    const sql = openDatabase({ connection: praca.connection, poolSize: 1, applicationName: 'praca bench' });
    await addNeighbours(sql);
    const rows = await sql<{ id: string }[]>`select id from social.users where provider = 'feed' limit 500`;
    await sql.end();
    const people = await signInMany(praca.url, 'like', 20);
    return { people, others: rows.map((row) => row.id) };
  },
  ours: { kind: 'praca', requests: likes },
  ...sameStatements<Likes>({
    requests: likes,
    operation: (context, { people, others }, index) =>
      likeUser(context, people[index % people.length]?.id ?? '', others[index] ?? ''),
  }),
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
