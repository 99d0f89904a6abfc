import { gunzipSync } from 'node:zlib';
import { Pool } from 'undici';
import { systemClock } from '../../src/platform/clock.ts';
import { openDatabase } from '../../src/platform/postgres/client/database.ts';
import { readFeed } from '../../src/social/meeting/feed/read-feed.ts';
import { summarise } from '../harness/latencies.ts';
import { poolSize, type RunningPraca } from '../harness/praca.ts';
import { explaining } from '../harness/rows-looked-at.ts';
import { settle, signInMany, type SignedIn } from '../harness/social-people.ts';
import { buildPopulation, populationSize } from '../harness/social-population.ts';
import type { Stage } from '../harness/stage.ts';
import type { Measurement } from '../scenario.ts';

interface Crowd {
  praca: RunningPraca;
  cityId: number;
  citySize: number;
}
let crowd: Promise<Crowd> | undefined;

async function openCrowd(stage: Stage): Promise<Crowd> {
  const praca = await stage.startPraca({ SEED_TOWN: 'no' });
  await buildPopulation(praca, populationSize);
  const sql = openDatabase({ connection: praca.connection, poolSize: 1, applicationName: 'praca bench' });
  const [largest] = await sql<{ id: number; size: number }[]>`
    select city_id as id, count(*)::int as size from social.users where city_id is not null
    group by city_id order by size desc limit 1`;
  await sql.end();
  if (!largest) throw new Error('there are no users in any city');
  return { praca, cityId: largest.id, citySize: largest.size };
}

/** Adds `reactions` to the most recently active people of the city, or to all of them if undefined. */
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

interface Case {
  readonly name: string;
  readonly what: string;
  readonly people: number;
  /** Number of people to whom each reader has reacted. */
  readonly reactions?: number | 'everybody';
  /** Wanted ages; all by default. */
  readonly ages?: readonly [number, number];
}

const pagesRead = 2000;
const warmUpRounds = 10;
/** Returns one reader per connection of the pool, repeated if there are fewer. */
const warmUpReaders = (people: readonly SignedIn[]): SignedIn[] =>
  Array.from({ length: poolSize }, (_, index) => people[index % people.length]).filter(
    (person) => person !== undefined,
  );

/**
 * Measures alternating reads of the first and the second page. The very first read, without stored gaps, is reported
 * separately.
 */
function measureFeed({ name, what, people: count, reactions, ages = [18, 99] }: Case): Measurement {
  return {
    name,
    what,
    async measure(stage) {
      const town = await (crowd ??= openCrowd(stage));
      const people = await signInMany(town.praca.url, name.replaceAll(/\W/g, '-'), count);
      await settle(town.praca, people, town.cityId, ages);
      if (reactions !== undefined)
        await react(town, people, reactions === 'everybody' ? undefined : reactions);
      // Does not use `fetch`, whose garbage collection takes longer than reading a page.
      const phone = new Pool(town.praca.url);
      const next = new Map<string, string>();
      let cards = 0;
      const readNext = async (token: string): Promise<number> => {
        const page = await read(phone, next.get(token) ?? firstPage, token);
        cards += page.cards;
        if (page.next === undefined || next.has(token)) next.delete(token);
        else next.set(token, page.next);
        return page.tookMs;
      };
      // Warms up code and caches with the first readers, whose feeds are ordinary.
      for (const { token } of await warmUpOf(town)) await read(phone, firstPage, token);
      const firstMs: number[] = [];
      for (const { token } of people) firstMs.push(await readNext(token));
      // Prepares the plans on every connection, as on a server that has run for a minute.
      for (let round = 0; round < warmUpRounds; round++)
        await Promise.all(warmUpReaders(people).map(({ token }) => readNext(token)));
      next.clear();
      cards = 0;
      const latenciesMs: number[] = [];
      const idleMs: number[] = [];
      for (let turn = 0; turn < pagesRead; turn++) {
        latenciesMs.push(await readNext(people[turn % count]?.token ?? ''));
        // Measures a trivial request at the same time as the baseline.
        const idleStartedMs = performance.now();
        await (await phone.request({ method: 'GET', path: '/healthz' })).body.text();
        idleMs.push(performance.now() - idleStartedMs);
      }
      await phone.close();
      const [pages, idle] = [summarise(latenciesMs), summarise(idleMs)];
      const say = (ms: number): string => `${ms.toFixed(1)} ms`;
      console.log(
        `    ${name}, city of ${town.citySize}: p50 ${say(pages.p50Ms)}, p99 ${say(pages.p99Ms)}, ${(cards / pagesRead).toFixed(1)} cards a page; the very first page p50 ${say(summarise(firstMs).p50Ms)}; /healthz in turns with it: p50 ${say(idle.p50Ms)}, p99 ${say(idle.p99Ms)}\n` +
          `    ${await countRows(town, people[0]?.id ?? '')}`,
      );
      return { value: pages.p99Ms, unit: 'ms p99', atMost: 20 };
    },
  };
}

let warmUp: Promise<SignedIn[]> | undefined;
const warmUpOf = (town: Crowd): Promise<SignedIn[]> =>
  (warmUp ??= signInMany(town.praca.url, 'feed-warm-up', 20).then(async (people) => {
    await settle(town.praca, people, town.cityId, [18, 99]);
    return people;
  }));

const firstPage = '/social/user/feed';

interface PageRead {
  readonly cards: number;
  readonly next: string | undefined;
  /** Time from the request to the last byte of the answer. */
  readonly tookMs: number;
}

async function read(phone: Pool, path: string, token: string): Promise<PageRead> {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' };
  const startedMs = performance.now();
  const answer = await phone.request({ method: 'GET', path, headers });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  const tookMs = performance.now() - startedMs;
  if (answer.statusCode !== 200) throw new Error(`a page of the feed was answered with ${answer.statusCode}`);
  const text = answer.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
  const cards = (JSON.parse(text.toString()) as unknown[]).length;
  return { cards, next: /<([^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1], tookMs };
}

/** Returns the rows that PostgreSQL reads, which do not depend on other load on the machine. */
async function countRows(town: Crowd, userId: string): Promise<string> {
  const sql = openDatabase({
    connection: town.praca.connection,
    poolSize: 1,
    applicationName: 'praca bench',
  });
  let cursor: string | undefined;
  const look = async (label: string): Promise<string> => {
    const cost = { statements: 0, rows: 0, blocks: 0, milliseconds: 0 };
    const photoAccess = { queryFor: () => '', viewerOf: () => undefined, showsLinks: true };
    const settings = { ATTENDANCE_VISIBLE_TO: 'everyone' } as const;
    const context = {
      sql: explaining(sql, cost),
      clock: systemClock,
      baseUrl: '/social',
      photoAccess,
      settings,
    };
    ({ next: cursor } = await readFeed(context, userId, { cursor }));
    return `${label} ${Math.round(cost.rows)} rows and ${cost.blocks} blocks in ${cost.statements} statements`;
  };
  try {
    await sql`delete from social.feed_gaps where user_id = ${userId}`;
    const looked = [await look('the very first page looks at')];
    cursor = undefined;
    looked.push(await look('the next first page at'));
    if (cursor !== undefined) looked.push(await look('the second page at'));
    return looked.join('; ');
  } finally {
    await sql.end();
  }
}

const scale = `among ${populationSize.users.toLocaleString('en')} users (BENCH_POPULATION=large: 1,000,000, and 20,000,000 reactions)`;

export const feedOrdinary = measureFeed({
  name: 'feed of an ordinary user',
  what: `99th percentile of a page of the feed ${scale}, for a new user in the largest city`,
  people: 40,
});
export const feedBusy = measureFeed({
  name: 'feed after 5 000 reactions',
  what: 'the same for a user who has reacted to the 5 000 most active people there',
  people: 8,
  reactions: 5000,
});
export const feedExhausted = measureFeed({
  name: 'feed of who has seen everybody',
  what: 'the same for a user who has reacted to everyone there',
  people: 2,
  reactions: 'everybody',
});
export const feedWithoutMatch = measureFeed({
  name: 'feed without any match',
  what: 'the same for a user who wants to see ages without any people',
  people: 8,
  ages: [100, 110],
});
