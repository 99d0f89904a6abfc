import { openDatabase, type Sql } from '../../src/platform/postgres/client/database.ts';
import { withoutIndexes } from './bulk-load.ts';
import type { RunningPraca } from './praca.ts';

export interface PopulationSize {
  readonly users: number;
  /** Reactions per user in cities that are large enough. */
  readonly reactions: number;
}

/** `BENCH_POPULATION=large npm run bench -- "feed "` builds the large population, which takes minutes and 10 GB. */
export const populationSize: PopulationSize =
  process.env['BENCH_POPULATION'] === 'large'
    ? { users: 1_000_000, reactions: 25 }
    : { users: 50_000, reactions: 20 };

const say = (text: string): void => console.log(`    ${text}`);

/**
 * Creates users in cities whose sizes follow Zipf's law, the largest with 8 % of all, and reactions within each city.
 * Each user has reacted to neighbours at distinct distances, so that no pair occurs twice.
 */
export async function buildPopulation(praca: RunningPraca, size: PopulationSize): Promise<void> {
  const sql = openDatabase({
    connection: praca.connection,
    poolSize: 2,
    applicationName: 'praca bench',
    statementTimeoutMs: 0,
  });
  const started = performance.now();
  const elapsed = (): string => `${Math.round((performance.now() - started) / 1000)} s`;
  try {
    await doNotWaitForTheDisk(sql);
    say(`building ${size.users.toLocaleString('en')} users`);
    await withoutIndexes(sql, 'social', 'users', () => addUsers(sql, size.users));
    say(`users added after ${elapsed()}; adding reactions`);
    await sql`alter table social.pairs set unlogged`;
    await withoutIndexes(sql, 'social', 'pairs', async () => {
      // Adds one half per core.
      await Promise.all([0, 1].map((half) => addReactions(sql, size, half)));
      say(`reactions added after ${elapsed()}; indexing`);
    });
    await Promise.all([sql`vacuum analyze social.users`, sql`vacuum analyze social.pairs`]);
    await takeBackMemory(sql);
    // Avoids that the checkpoint runs during the measurement.
    await sql`checkpoint`;
    const [counted] = await sql<{ count: bigint }[]>`select count(*) from social.pairs`;
    say(`${Number(counted?.count).toLocaleString('en')} reactions after ${elapsed()}`);
  } finally {
    await sql.end();
  }
}

/** Disables durability: this database is deleted after the run. */
export async function doNotWaitForTheDisk(sql: Sql): Promise<void> {
  await sql`alter system set fsync = off`;
  await sql`alter system set full_page_writes = off`;
  await sql`alter system set max_wal_size = '8GB'`;
  await sql`alter system set maintenance_work_mem = '1GB'`;
  await sql`alter system set work_mem = '256MB'`;
  await sql`select pg_reload_conf()`;
}

/** Restores the default memory settings before the measurement. */
async function takeBackMemory(sql: Sql): Promise<void> {
  await sql`alter system reset maintenance_work_mem`;
  await sql`alter system reset work_mem`;
  await sql`select pg_reload_conf()`;
}

/** Shuffles by a hash: with `order by random()`, PostgreSQL reuses one random value for every `random()` of the row. */
async function addUsers(sql: Sql, users: number): Promise<void> {
  await sql`create schema if not exists bench`;
  await sql`
    create unlogged table bench.people as
    select gen_random_uuid() as id, city_id, state, rank_size as size,
           min(row_number) over (partition by city_id) as first, row_number
    from (select c.id as city_id, c.state, c.size as rank_size, row_number() over (order by c.rank, g) as row_number
          from (select id, state, row_number() over (order by (id::bigint * 7919) % 1000003) as rank,
                  ceil(${users} * 0.08 / power(row_number() over (order by (id::bigint * 7919) % 1000003), 0.95))::integer as size
                from social.cities) c
          cross join lateral generate_series(1, c.size) g
          order by c.rank, g limit ${users}) placed`;
  await sql`create unique index on bench.people (row_number) include (id)`;
  await sql`analyze bench.people`;
  // Skips the triggers, which only matter to open feeds.
  await sql`alter table social.users disable trigger user`;
  await sql`
    insert into social.users (id, provider, login_id, name, birth_date, gender, city_id, state, location, shows_women,
      shows_men, age_from, age_to, last_active_at, created_at)
    select id, 'bench', row_number::text, 'Person ' || row_number,
      current_date - (19 * 365 + random() * 30 * 365)::integer,
      (array['woman', 'man', 'woman', 'man', 'woman', 'man', 'woman', 'man', null, 'other'])[1 + (row_number % 10)::integer],
      city_id, state, 'City', random() < 0.75, random() < 0.75, case when random() < 0.3 then 22 else 18 end,
      case when random() < 0.3 then 45 else 99 end, now() - power(random(), 2) * interval '30 days', now()
    from bench.people order by hashtext(id::text)`;
  await sql`alter table social.users enable trigger user`;
}

/** Connects each user to neighbours at every other distance. A city must have more than twice the largest distance. */
async function addReactions(sql: Sql, { users, reactions }: PopulationSize, half: number): Promise<void> {
  await sql`
    insert into social.pairs (low_id, high_id, low_liked_at, high_liked_at, low_passed_until, high_passed_until)
    select least(a.id, b.id), greatest(a.id, b.id), case when pick < 0.3 then now() end,
      case when pick between 0.3 and 0.6 then now() end, case when pick between 0.6 and 0.8 then now() + interval '20 days' end,
      case when pick > 0.8 then now() + interval '20 days' end
    from (select p.id, p.first, p.size, p.row_number, random() as pick,
            1 + (turn - 1) * greatest(1, ((least(p.size, ${users}) - 1) / 2) / ${reactions}) as distance
          from bench.people p cross join generate_series(1, ${reactions}) turn
          where turn % 2 = ${half} and (p.size - 1) / 2 >= ${reactions} and p.first + p.size - 1 <= ${users}) a
    join bench.people b on b.row_number = a.first + (a.row_number - a.first + a.distance) % a.size`;
}
