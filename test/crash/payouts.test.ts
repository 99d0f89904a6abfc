import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase, openTestPool, type TestDatabase } from '../support/database.ts';
import { decimalsOf } from '../../src/merchant/assets/asset.rules.ts';
import { freezePayouts, thawPayouts } from '../../src/merchant/chains/freezes/freeze-payouts.ts';
import { changeLimits } from '../../src/merchant/payouts/limits/manage-limits.ts';
import { decidePayout } from '../../src/merchant/payouts/control/decide-payout.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { parseAmount } from '../../src/platform/money.ts';
import { formatDatabaseUrl } from '../../src/platform/postgres/client/connection.ts';
import type { Sql } from '../../src/platform/postgres/client/database.ts';
import { createLogger } from '../../src/platform/telemetry/logger.ts';
import { listArrivals, readAccounts } from '../support/coins.ts';
import { owners } from '../support/stepwise-chain.ts';
import { launchBareServer, until, type BareServer } from '../support/process.ts';
import { WithdrawingClient, type Withdrawal } from '../support/withdrawing-client.ts';

const firstPort = 28_000 + Math.floor(Math.random() * 4000);
let database: TestDatabase;
let sql: Sql;

before(async () => {
  database = await createTestDatabase();
  sql = openTestPool(database.connection, 4);
});
after(async () => {
  // A failed test may leave processes that would keep this file from ending.
  for (const server of launched) await server.kill();
  await sql.end();
  await database.drop();
});

const launched = new Set<BareServer>();

function launch(port: number): BareServer {
  const server = launchBareServer(port, {
    DATABASE_URL: formatDatabaseUrl(database.connection),
    // A common PUBLIC_URL, as behind a load balancer: a token of one process is valid for all.
    PUBLIC_URL: `http://127.0.0.1:${firstPort}`,
    SERVICES: 'merchant',
    SIMULATED_BLOCK_SECONDS: '1',
  });
  launched.add(server);
  return server;
}

const amounts = { BTC: '0.001', LTC: '0.5', ETH: '0.01', XRP: '10' } as const;
const payingCoins = Object.keys(amounts) as (keyof typeof amounts)[];
const all: Withdrawal[] = [];

const statusOf = async (id: string): Promise<string | undefined> =>
  (await sql<{ status: string }[]>`select status from merchant.orders where id = ${id}`)[0]?.status;

/**
 * Asserts that each customer has the coins once, or the merchant its euros back, and that the ledger matches the chain.
 */
async function assertPaidOnce(): Promise<void> {
  let cents = 0n;
  for (const { id, coin, wallet, coins, cents: price } of all) {
    const status = await statusOf(id);
    const arrivals = await listArrivals(sql, coin, wallet);
    if (status === 'FAILED') {
      assert.deepEqual(arrivals, []);
      continue;
    }
    assert.equal(status, 'COMPLETED', id);
    const amount = parseAmount(coins, decimalsOf(coin));
    assert.ok('minor' in amount);
    assert.deepEqual(
      arrivals.map((arrival) => [arrival.amount, arrival.mined]),
      [[amount.minor, true]],
      `${coin} of ${id}`,
    );
    cents += price;
  }
  const accounts = await readAccounts(sql);
  const [fees] = await sql<{ cents: bigint }[]>`
    select coalesce(sum(fee_charge), 0)::numeric(38, 0) as cents from merchant.payouts where status = 'COMPLETED'`;
  assert.equal(accounts.get('psp:1 EUR'), 100_000_000n - cents - (fees?.cents ?? 0n));
  for (const coin of payingCoins) assert.equal(accounts.get(`provider:payouts ${coin}`) ?? 0n, 0n);
  const [orders] = await sql<{ count: number }[]>`select count(*)::int as count from merchant.orders`;
  assert.equal(orders?.count, all.length, 'no order without a webhook');
}

async function untilEnded(timeoutMs: number): Promise<void> {
  await until(
    async () => {
      const [row] = await sql<{ open: number }[]>`
        select count(*)::int as open from merchant.payouts where status in ('RESERVED', 'SIGNED')`;
      return row?.open === 0;
    },
    'the end of all payouts',
    timeoutMs,
  );
}

/** Counts the signed payouts. A crash matters only after signing. */
async function countSigned(): Promise<number> {
  const [row] = await sql<{ signed: number }[]>`
    select count(*)::int as signed from merchant.payouts where signed_at is not null`;
  return row?.signed ?? 0;
}

/**
 * Points at which a payout can be stopped: a trigger waits while the test holds the advisory lock of that number.
 * `crash-points.test.ts` kills at every statement after the reservation. This test kills real processes where the
 * recovery depends most on the stored state.
 */
const steps = [
  ['during its reservation', 'payouts', 'insert', ''],
  ['during its signing', 'payouts', 'update', "when (old.status = 'RESERVED' and new.status = 'SIGNED')"],
  ['between broadcast and its record', 'payout_batches', 'update', 'when (new.attempts > old.attempts)'],
  ['during its completion', 'payouts', 'update', "when (old.status = 'SIGNED' and new.status = 'COMPLETED')"],
] as const;

async function installGates(): Promise<void> {
  await sql.begin(async (tx) => {
    await tx.script(`
      create function public.pass_gate() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(4711, tg_argv[0]::int); return new; end $$`);
    for (const [index, [, table, event, condition]] of steps.entries()) {
      await tx.script(`
        create trigger gate_${index} before ${event} on merchant.${table} for each row ${condition}
        execute function public.pass_gate(${index})`);
    }
  });
}

async function countWaiting(gate: number): Promise<number> {
  const rows = await sql`
    select from pg_locks join pg_database d on d.oid = database
    where datname = current_database() and locktype = 'advisory' and classid = 4711 and objid = ${gate} and not granted`;
  return rows.length;
}

/** Waits until this process leads everything. The next process can lead only after this one has ended. */
async function untilLeading(server: BareServer): Promise<void> {
  await server.ready;
  await until(
    async () => {
      const [row] = await sql<{ held: number }[]>`
        select count(*)::int as held from pg_locks l join pg_stat_activity a using (pid)
        where l.locktype = 'advisory' and l.granted and a.application_name = 'praca leader election'
          and a.datname = current_database()`;
      return (row?.held ?? 0) >= 10;
    },
    'a leader for all chains and payouts',
    60_000,
  );
}

test('if a process is killed during a payout, another one completes it and pays once', async () => {
  let port = firstPort;
  let leader = launch(port);
  await untilLeading(leader);
  await installGates();
  for (const [gate, [name]] of steps.entries()) {
    port += 1;
    const heir = launch(port);
    await heir.ready;
    const connection = await sql.reserve();
    await connection`select pg_advisory_lock(4711, ${gate})`;
    // The first attempt goes to the leader. The answer may come only from its successor.
    const asked = (['BTC', 'XRP'] as const).map((coin) =>
      new WithdrawingClient([leader.url, leader.url, heir.url]).withdraw(
        `${name} ${coin}`,
        coin,
        amounts[coin],
      ),
    );
    await until(async () => (await countWaiting(gate)) >= 2, `two payouts held ${name}`, 60_000);
    const signed = await sql<{ id: string; transaction_id: string; bytes: string }[]>`
      select p.id, t.transaction_id, t.bytes
      from merchant.payouts p join merchant.payout_transactions t using (batch_id) where p.status = 'SIGNED'`;
    await leader.kill();
    await connection`select pg_advisory_unlock(4711, ${gate})`;
    connection.release();
    all.push(...(await Promise.all(asked)));
    await untilLeading(heir);
    await untilEnded(90_000);
    await assertPaidOnce();
    for (const { id, transaction_id: transactionId, bytes } of signed) {
      const [now] = await sql`
        select p.transaction_id, t.bytes
        from merchant.payouts p join merchant.payout_transactions t using (batch_id) where p.id = ${id}`;
      assert.deepEqual([now?.['transaction_id'], now?.['bytes']], [transactionId, bytes], name);
    }
    leader = heir;
  }
  await leader.kill();
});

const people: Parameters<typeof decidePayout>[0] = {
  get sql() {
    return sql;
  },
  clock: systemClock,
  log: createLogger({ level: 'silent', pretty: false }),
  // No signals are needed, because the payout workers poll.
  signals: { publish: () => {}, subscribe: () => () => {}, close: async () => {} },
};

/** Requires approval for Litecoin payouts from here on. */
const limit = () =>
  changeLimits(people, {
    pspId: 1,
    coin: 'LTC',
    limits: { approval_amount: 1n },
    by: 'ana@commands.test',
    reason: null,
  });

async function decideWaiting(): Promise<number> {
  const waiting = await sql<{ id: string }[]>`
    select id from merchant.payouts where approval = 'waiting' and status = 'RESERVED' order by id limit 5`;
  for (const { id } of waiting) {
    const decision = Math.random() < 0.5 ? 'approve' : 'reject';
    await decidePayout(people, owners, { payoutId: id, decision, by: 'bea@commands.test', reason: null });
  }
  return waiting.length;
}

const freeze = (frozen: boolean) =>
  (frozen ? freezePayouts : thawPayouts)(people, {
    coin: undefined,
    by: 'ana@commands.test',
    reason: 'a kill test',
  });

/** Freezes payouts at intervals and decides waiting ones while processes are being killed. */
async function playStaff(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await decideWaiting();
    await freeze(true);
    const signed = await countSigned();
    await sleep(150);
    assert.equal(await countSigned(), signed, 'signed while frozen');
    await freeze(false);
    await sleep(1000);
  }
}

/** Random kill times also cover moments without a gate. */
const wantedKills = Number(process.env['KILLS'] ?? 4);
const fewestEach = wantedKills;

test('random kills of two processes on one database neither lose nor double a payout', async () => {
  const ports = [firstPort + 100, firstPort + 101];
  const done: Withdrawal[] = [];
  let kills = 0;
  let stop = false;
  const signed = async (): Promise<number> => (await countSigned()) - signedBefore;
  const isEnough = async (): Promise<boolean> =>
    kills >= wantedKills && Math.min(done.length, await signed()) >= fewestEach;
  /** Waits for an amount of work instead of a time, so that a slow machine does as much per life. */
  const live = async (server: BareServer): Promise<void> => {
    const fate = Math.random();
    if (fate > 0.2) {
      await server.ready;
      const count = fate > 0.6 ? signed : async () => done.length;
      const wanted = (await count()) + Math.floor(Math.random() * 4);
      await until(async () => stop || (await count()) >= wanted, 'the work of this life');
    }
    await sleep(Math.random() * 200);
  };
  await limit();
  const signedBefore = await countSigned();
  const lanes = ports.map(async (port) => {
    while (!(await isEnough()) && !stop) {
      const server = launch(port);
      await live(server);
      await server.kill();
      launched.delete(server);
      kills += 1;
    }
  });
  const customers = Array.from({ length: 4 }, async (_, number) => {
    const client = new WithdrawingClient(ports.map((port) => `http://127.0.0.1:${port}`));
    for (let turn = 0; !stop; turn++) {
      const coin = payingCoins[(turn + number) % payingCoins.length] ?? 'BTC';
      done.push(await client.withdraw(`customer ${number} turn ${turn}`, coin, amounts[coin]));
    }
  });
  const staff = playStaff(() => stop);
  // A failed customer ends the test at once, as does a process that does not start.
  await Promise.race([Promise.all(lanes), Promise.all(customers)]).finally(() => (stop = true));
  await Promise.all(lanes);
  const last = ports.map(launch);
  await Promise.all(last.map((server) => server.ready));
  await Promise.all(customers);
  all.push(...done);
  await staff;
  await freeze(false);
  while ((await decideWaiting()) > 0);
  await untilEnded(90_000);
  await assertPaidOnce();
  for (const server of last) assert.equal(await server.stop(), 0);
});
