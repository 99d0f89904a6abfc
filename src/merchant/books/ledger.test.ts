import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, openTestPool, type TestDatabase } from '../../../test/support/database.ts';
import { explainAnalyze } from '../../../test/support/explain.ts';
import { MovableClock } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import type { Sql } from '../../platform/postgres/client/database.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { ProblemError } from '../../platform/problem.ts';
import type { AssetCode } from '../assets/asset.rules.ts';
import { availableTo, tradingAccount, transfer, type AccountOwner, type Entry } from './ledger.rules.ts';
import { listEntries } from './ledger.store.ts';
import { postMovement } from './post-movement.ts';

let database: TestDatabase;
/** Several pools of several connections, like several processes. */
const pools: Sql[] = [];
let sql: Sql;
const clock = new MovableClock();

before(async () => {
  database = await createTestDatabase();
  for (let index = 0; index < 3; index++) {
    pools.push(openTestPool(database.connection, 6));
  }
  sql = pools[0] ?? assert.fail();
});
after(async () => {
  for (const pool of pools) await pool.end();
  await database.drop();
});

const post = (entries: readonly Entry[], reference = newId(), pool = sql): Promise<void> =>
  transaction(pool, (tx) => postMovement(tx, { clock }, { kind: 'order', reference, entries }));

const give = (owner: AccountOwner, asset: AssetCode, amount: bigint): Promise<void> =>
  post(transfer(tradingAccount, owner, asset, amount));

async function balanceOf(owner: AccountOwner, asset: AssetCode): Promise<bigint> {
  const [row] = await sql<{ balance: bigint }[]>`
    select coalesce(sum(balance), 0)::numeric(38, 0) as balance
    from merchant.ledger_accounts where owner = ${owner} and asset = ${asset}`;
  return row?.balance ?? 0n;
}

/** Asserts the invariants of the whole ledger. */
async function proveLedger(): Promise<void> {
  assert.deepEqual(
    await sql`select asset, sum(amount) from merchant.ledger_entries group by asset having sum(amount) <> 0`,
    Object.assign([], { count: 0 }),
    'every asset sums to zero',
  );
  const [wrong] = await sql<Record<string, number>[]>`
    select
      count(*) filter (where a.balance <> coalesce(e.total, 0))::int as drifted,
      count(*) filter (where a.entry_count <> coalesce(e.entries, 0) or a.entry_count <> coalesce(e.last, 0))::int as gaps,
      count(*) filter (where a.balance < 0 and a.owner like 'psp:%')::int as negative
    from merchant.ledger_accounts a left join (
      select account_id, sum(amount) as total, count(*) as entries, max(sequence) as last
      from merchant.ledger_entries group by account_id) e on e.account_id = a.id`;
  assert.deepEqual(wrong, { drifted: 0, gaps: 0, negative: 0 });
  const [chain] = await sql<{ broken: number }[]>`
    select count(*)::int as broken from (
      select balance_after - amount as before, lag(balance_after, 1, 0) over w as preceding,
        created_at < lag(created_at) over w as earlier
      from merchant.ledger_entries window w as (partition by account_id order by sequence)) entries
    where before <> preceding or earlier`;
  assert.equal(chain?.broken, 0, 'each entry goes on from the one before');
}

test('thousands of random simultaneous movements lose, duplicate and overdraw nothing', async () => {
  const owners: AccountOwner[] = [1, 2, 3, 4].map(availableTo);
  const assets: AssetCode[] = ['EUR', 'ETH'];
  // Above 64 bits, as amounts in wei are.
  const start = 100_000n * 10n ** 18n;
  for (const owner of owners) for (const asset of assets) await give(owner, asset, start);

  const expected = new Map<string, bigint>();
  const done: string[] = [];
  const refused: string[] = [];
  const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
  const randomMovement = (): Entry[] => {
    const [from, to] = [pick(owners), pick([...owners, tradingAccount] as const)];
    const amount = BigInt(1 + Math.floor(Math.random() * 1_000_000)) * 10n ** BigInt(pick([0, 12, 17]));
    const first = transfer(from, to, pick(assets), amount);
    // Opposite directions and a repeated account, in any order, to provoke deadlocks.
    return Math.random() < 0.5 ? first : [...transfer(to, from, pick(assets), amount / 2n + 1n), ...first];
  };
  const worker = async (pool: Sql): Promise<void> => {
    for (let turn = 0; turn < 170; turn++) {
      const entries = randomMovement();
      const reference = newId();
      // Some are sent twice at once, and one of the two is rejected entirely.
      const copies = Math.random() < 0.1 ? [pool, pick(pools)] : [pool];
      const results = await Promise.allSettled(copies.map((copy) => post(entries, reference, copy)));
      const successes = results.filter((result) => result.status === 'fulfilled').length;
      assert.ok(successes <= 1);
      if (successes === 0) {
        const insufficient = results.some(
          (result) =>
            result.status === 'rejected' &&
            result.reason instanceof ProblemError &&
            result.reason.code === 'insufficient_funds',
        );
        assert.ok(insufficient, JSON.stringify(results));
        refused.push(reference);
        continue;
      }
      done.push(reference);
      for (const { owner, asset, amountMinor } of entries) {
        const key = `${owner} ${asset}`;
        expected.set(key, (expected.get(key) ?? 0n) + amountMinor);
      }
    }
  };
  await Promise.all(pools.flatMap((pool) => Array.from({ length: 6 }, () => worker(pool))));

  assert.ok(done.length > 1000 && refused.length > 100, `${done.length} done, ${refused.length} refused`);
  for (const owner of owners) {
    for (const asset of assets) {
      assert.equal(await balanceOf(owner, asset), start + (expected.get(`${owner} ${asset}`) ?? 0n));
    }
  }
  const [booked] = await sql<{ count: number }[]>`
    select count(*)::int as count from merchant.ledger_movements where reference = any(${done})`;
  assert.equal(booked?.count, done.length);
  const [unbooked] = await sql<{ count: number }[]>`
    select count(*)::int as count from merchant.ledger_movements where reference = any(${refused})`;
  assert.equal(unbooked?.count, 0);
  await proveLedger();
  // Connections report their statistics about once a second.
  await sleep(1200);
  await Promise.all(pools.flatMap((pool) => Array.from({ length: 6 }, () => pool`select 1`)));
  const [collisions] = await sql<{ deadlocks: bigint }[]>`
      select deadlocks from pg_stat_database where datname = current_database()`;
  assert.equal(collisions?.deadlocks, 0n, 'accounts are locked in one order');
});

test('a balance can be spent to its last unit, once, with any number of simultaneous attempts', async () => {
  const owner = availableTo(20);
  await give(owner, 'EUR', 10n);
  const tries = await Promise.allSettled(
    Array.from({ length: 60 }, (_, index) =>
      post(transfer(owner, tradingAccount, 'EUR', 1n), newId(), pools[index % 3]),
    ),
  );
  assert.equal(tries.filter((result) => result.status === 'fulfilled').length, 10);
  assert.equal(await balanceOf(owner, 'EUR'), 0n);
  await proveLedger();
});

test('a rejected movement names the asset and books nothing', async () => {
  const owner = availableTo(21);
  await give(owner, 'EUR', 5n);
  await assert.rejects(
    post(
      [...transfer(tradingAccount, owner, 'BTC', 1n), ...transfer(owner, tradingAccount, 'EUR', 6n)],
      'too much',
    ),
    (error: unknown) =>
      error instanceof ProblemError &&
      error.status === 422 &&
      /EUR/.test(error.detail ?? '') &&
      !/BTC/.test(error.detail ?? ''),
  );
  assert.deepEqual([await balanceOf(owner, 'EUR'), await balanceOf(owner, 'BTC')], [5n, 0n]);
  await post(transfer(owner, tradingAccount, 'EUR', 5n), 'too much');
});

test('a kind and reference cannot be booked twice', async () => {
  await post(transfer(tradingAccount, availableTo(22), 'EUR', 5n), 'once');
  await assert.rejects(post(transfer(tradingAccount, availableTo(22), 'EUR', 5n), 'once'), /kind_reference/);
  assert.equal(await balanceOf(availableTo(22), 'EUR'), 5n);
});

test('amounts in wei are exact', async () => {
  const all = 120_000_000n * 10n ** 18n + 1n;
  await give(availableTo(23), 'ETH', all);
  assert.equal(await balanceOf(availableTo(23), 'ETH'), all);
});

const smuggled: [string, (accountId: bigint, movementId: string) => PromiseLike<unknown>, RegExp][] = [
  [
    'one entry without another',
    (account, movement) =>
      sql`insert into merchant.ledger_entries (account_id, movement_id, amount, created_at) values (${account}, ${movement}, 5, now())`,
    /do not sum to zero/,
  ],
  [
    'two assets that cancel each other out',
    (account, movement) => sql`
      insert into merchant.ledger_entries (account_id, movement_id, amount, created_at)
      select merchant.ledger_account('provider:trading', asset), ${movement}, amount, now()
      from (values ('EUR', 5), ('BTC', -5)) as entry (asset, amount) where ${account}::bigint > 0`,
    /do not sum to zero/,
  ],
  [
    'an entry that claims a balance of its own',
    (account, movement) => sql`
      with given as (
        insert into merchant.ledger_entries (account_id, sequence, asset, movement_id, amount, balance_after, created_at)
        select merchant.ledger_account(owner, 'EUR'), 999, 'BTC', ${movement}, amount, 999999, now()
        from (values ('psp:30', 5), ('provider:trading', -5)) as entry (owner, amount)
        returning balance_after, asset
      ) select 1 / (count(*) filter (where balance_after = 999999 or asset = 'BTC')) from given where ${account}::bigint > 0`,
    /division by zero/,
  ],
  [
    'a changed entry',
    (account) => sql`update merchant.ledger_entries set amount = 1 where account_id = ${account}`,
    /append-only/,
  ],
  [
    'a deleted entry',
    (account) => sql`delete from merchant.ledger_entries where account_id = ${account}`,
    /append-only/,
  ],
  ['truncated entries', () => sql`truncate merchant.ledger_entries`, /append-only/],
  [
    'a changed movement',
    (_, movement) => sql`update merchant.ledger_movements set reference = 'x' where id = ${movement}`,
    /append-only/,
  ],
  [
    'a deleted movement',
    (_, movement) => sql`delete from merchant.ledger_movements where id = ${movement}`,
    /append-only/,
  ],
  [
    'a changed balance',
    (account) => sql`update merchant.ledger_accounts set balance = 1000000 where id = ${account}`,
    /append-only/,
  ],
  [
    'a deleted account',
    (account) => sql`delete from merchant.ledger_accounts where id = ${account}`,
    /append-only/,
  ],
  [
    'an account of a merchant that would owe',
    (_, movement) => sql`
      insert into merchant.ledger_entries (account_id, movement_id, amount, created_at)
      select merchant.ledger_account(owner, 'EUR'), ${movement}, amount, now()
      from (values ('psp:30', -500), ('provider:trading', 500)) as entry (owner, amount)`,
    /not_below_zero/,
  ],
  [
    'an entry of no movement',
    () => sql`
      insert into merchant.ledger_entries (account_id, movement_id, amount, created_at)
      select merchant.ledger_account(owner, 'EUR'), ${newId()}, amount, now()
      from (values ('psp:30', 5), ('provider:trading', -5)) as entry (owner, amount)`,
    /foreign key/,
  ],
];

for (const [name, run, message] of smuggled) {
  test(`PostgreSQL rejects ${name}`, async () => {
    await give(availableTo(30), 'EUR', 1n);
    const before = await balanceOf(availableTo(30), 'EUR');
    const [entry] = await sql<{ account_id: bigint; movement_id: string }[]>`
      select e.account_id, e.movement_id from merchant.ledger_entries e join merchant.ledger_accounts a on a.id = e.account_id
      where a.owner = 'psp:30' limit 1`;
    assert.ok(entry);
    await assert.rejects(async () => void (await run(entry.account_id, entry.movement_id)), message);
    assert.equal(await balanceOf(availableTo(30), 'EUR'), before);
    await proveLedger();
  });
}

test('an account opens with a zero balance, even if the insert contains another one', async () => {
  await sql`insert into merchant.ledger_accounts (owner, asset, stripe, balance, entry_count) values ('psp:31', 'EUR', 0, 500, 3)`;
  assert.equal(await balanceOf(availableTo(31), 'EUR'), 0n);
  await proveLedger();
});

test('two opposite movements in several statements both succeed, by waiting or by a retry', async () => {
  const [a, b] = [availableTo(40), availableTo(41)];
  await give(a, 'EUR', 100n);
  await give(b, 'EUR', 100n);
  const both = async (first: AccountOwner, second: AccountOwner): Promise<void> =>
    transaction(sql, async (tx) => {
      postMovement(
        tx,
        { clock },
        { kind: 'order', reference: newId(), entries: transfer(first, tradingAccount, 'EUR', 1n) },
      );
      postMovement(
        tx,
        { clock },
        { kind: 'order', reference: newId(), entries: transfer(second, tradingAccount, 'EUR', 1n) },
      );
    });
  await Promise.all(Array.from({ length: 6 }, (_, index) => (index % 2 ? both(a, b) : both(b, a))));
  assert.deepEqual([await balanceOf(a, 'EUR'), await balanceOf(b, 'EUR')], [94n, 94n]);
});

test('an entry is never dated before its predecessor', async () => {
  const owner = availableTo(50);
  await give(owner, 'EUR', 1n);
  clock.offsetMs -= 3_600_000;
  await give(owner, 'EUR', 1n);
  clock.offsetMs += 3_600_000;
  await proveLedger();
});

test('a statement is read by index, even from a long ledger', async () => {
  await sql`analyze merchant.ledger_entries`;
  const [busy] = await sql<{ owner: string }[]>`
    select owner from merchant.ledger_accounts order by entry_count desc limit 1`;
  const page = { asset: null, from: null, to: null, after: undefined, limit: 51 };
  const { plan } = await explainAnalyze(sql, (tag) =>
    listEntries(tag, { ...page, owner: busy?.owner ?? '' }),
  );
  assert.equal(plan['Actual Rows'], 51);
  assert.match(JSON.stringify(plan), /"Scan Direction":"Backward","Index Name":"ledger_entries_statement"/);
});
