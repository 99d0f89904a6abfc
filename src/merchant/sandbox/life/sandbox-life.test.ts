import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  openMerchantApp,
  productionSettings,
  type TestApp,
  type TestDatabase,
} from '../../../../test/support/app.ts';
import { mine, readAccounts } from '../../../../test/support/coins.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { runCommand } from '../../../../test/support/commands.ts';
import { merchantClient } from '../../../../test/support/merchant.ts';
import { untilPayment } from '../../../../test/support/payments.ts';
import { checkPayments } from '../../../../test/support/payment-ledger.ts';
import { until } from '../../../../test/support/process.ts';
import { assertBooksFitChain } from '../../../../test/support/simulated-wallet.ts';
import type { Sql } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { coinCodes, type CoinCode, type PairCode } from '../../assets/asset.rules.ts';
import { readWalletHistory } from '../../console/staff-treasury/read-treasury.ts';
import { openChains } from '../../chains/open-chains.ts';
import { tradingAccount } from '../../books/ledger.rules.ts';
import { postMovements } from '../../books/post-movement.ts';
import { takeBack } from '../../books/take-back.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { readScreenings } from '../../payouts/screening/list-screenings.ts';
import { openSimulatedVenues } from '../../market/rates/venues/open-venues.ts';
import { createPastRates } from './past/past-rates.ts';
import { createRandom } from './random.rules.ts';
import { seedWeeks, type LifeContext } from './seed-weeks.ts';
import { pay, trade, visit } from './visits/play-customers.ts';
import { planVisit } from './visits/visit.rules.ts';

const lively = { SANDBOX_LIFE: 'yes', SIMULATED_BLOCK_SECONDS: '0' };
const giftCents = 100_000_000n;

let database: TestDatabase;
let here: TestApp;
let there: TestApp;

const isMade = async (sql: Sql): Promise<boolean> => {
  const rows = await sql`select from merchant.sandbox_life where made_at is not null`;
  return rows.length > 0;
};

/** Returns whether no chain review is waiting. */
const isQuiet = async (sql: Sql): Promise<boolean> => {
  const rows = await sql`
    select from merchant.simulated_chains s left join merchant.chain_states c using (coin)
    where c.height is distinct from s.height or exists (select from merchant.chain_reviews)`;
  return rows.length === 0;
};

const count = async (sql: Sql, table: string): Promise<number> => {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from merchant.${sql.identifier(table)}`;
  return row?.count ?? 0;
};

before(async () => {
  database = await createTestDatabase();
  [here, there] = await Promise.all([
    openMerchantApp({ database, settings: lively }),
    openMerchantApp({ database, settings: lively }),
  ]);
});
after(async () => {
  await here.close();
  await there.close();
  await database.drop();
});

/**
 * Makes events older than a week fail, until a row is deleted. The sequence shows that it happened, because sequences
 * ignore rollbacks. Bookings of that age are no sign of the weeks: the wallets' first coins have them too.
 */
const stopHalfWay = async (sql: Sql): Promise<void> => {
  await sql`create sequence merchant.stops`;
  await sql`create table merchant.stopping as select true as stops`;
  await sql`
    create function merchant.stop_half_way() returns trigger language plpgsql as
    $$ begin
      if not exists (select from merchant.stopping) then return new; end if;
      perform nextval('merchant.stops');
      raise exception 'stopped half way';
    end $$`;
  await sql`
    create trigger stop_half_way before insert on merchant.events for each row
    when (new.occurred_at < now() - interval '7 days') execute function merchant.stop_half_way()`;
};
const wasStopped = async (sql: Sql): Promise<boolean> =>
  (await sql`select from merchant.stops where is_called`).length > 0;

test('a new sandbox gets its weeks once, after it serves, and a failure halfway leaves nothing of them', async () => {
  assert.equal(await isMade(here.sql), false, 'not before it serves');
  await stopHalfWay(here.sql);
  await Promise.all([here.start(), there.start()]);
  await until(() => wasStopped(here.sql), 'it was stopped', 60_000);
  assert.equal(await count(here.sql, 'payments'), 0);
  await here.sql`delete from merchant.stopping`;
  await until(() => isMade(here.sql), 'the weeks are made', 120_000);
});

test('the sandbox’s books balance to the cent', async () => {
  await until(() => isQuiet(here.sql), 'all blocks are read', 60_000);
  const [other] = await here.sql<{ cents: bigint }[]>`
    select (
      select coalesce(sum(case order_type when 'DEPOSIT' then euro_amount else -euro_amount end), 0)
      from merchant.orders where kind = 'trade')
    + (select coalesce(sum(euro_amount), 0) from merchant.deposits)
    + (
      select coalesce(sum(e.amount), 0) from merchant.ledger_entries e
      join merchant.ledger_movements m on m.id = e.movement_id and m.kind = 'adjustment'
      join merchant.ledger_accounts a on a.id = e.account_id and a.owner = 'psp:1') as cents`;
  await checkPayments(here.sql, giftCents + (other?.cents ?? 0n));
  for (const coin of coinCodes) await assertBooksFitChain(here.sql, coin);
});

test('the balances match the documentation, and every list has entries', async () => {
  const client = await merchantClient(here);
  const balances = (await client.get('/balances')).json() as { currency_code: string; balance: string }[];
  const spendable = balances.map(({ currency_code, balance }) => ({ currency_code, balance }));
  assert.deepEqual(spendable, [
    { currency_code: 'EUR', balance: '1000000.00' },
    { currency_code: 'BTC', balance: '10.00000000' },
    { currency_code: 'BCH', balance: '100.00000000' },
    { currency_code: 'LTC', balance: '500.00000000' },
    { currency_code: 'ETH', balance: '200.00000000' },
    { currency_code: 'XRP', balance: '100000.000000' },
  ]);
  const statuses = await here.sql<{ status: string; coins: number; count: number }[]>`
    select status, count(distinct coin)::int as coins, count(*)::int as count from merchant.payments group by status`;
  const of = (status: string) => statuses.find((row) => row.status === status);
  for (const status of [
    'NEW',
    'PENDING',
    'PAID',
    'EXPIRED',
    'UNRESOLVED',
    'REFUNDED',
    'PARTIALLY_REFUNDED',
  ]) {
    assert.ok((of(status)?.count ?? 0) > 0, status);
  }
  assert.equal(of('PAID')?.coins, coinCodes.length);
  const payments = await count(here.sql, 'payments');
  assert.ok(payments >= 600 && payments <= 1000, `${payments} payments`);
  const exceptions = await here.sql<{ exception: string }[]>`
    select distinct unnest(exceptions) as exception from merchant.payments order by 1`;
  assert.deepEqual(
    exceptions.map(({ exception }) => exception),
    ['LATE', 'OVERPAID', 'UNDERPAID'],
  );
  for (const path of ['/refunds', '/customers', '/webhooks', '/webhooks/deliveries?status=FAILED']) {
    const answer = await client.get(path);
    assert.equal(answer.statusCode, 200, answer.body);
    assert.ok(answer.json().length > 0, path);
  }
  // Events become visible only after all earlier transactions of the server, including those of other tests.
  await until(async () => (await client.get('/events')).json().length > 0, 'events');
  const day = (ago: number) => new Date(here.clock.nowMs() - ago * 86_400_000).toISOString().slice(0, 10);
  const report = (await client.get(`/reports/daily?from=${day(40)}&to=${day(1)}&limit=200`)).json();
  assert.ok(new Set(report.map((row: { day: string }) => row.day)).size > 25);
  const history = await client.get(
    `/rates/BTCEUR/history?from=${day(20)}T00:00:00Z&to=${day(1)}T00:00:00Z&step=86400`,
  );
  assert.ok(history.json().points.length > 15, history.body);
});

test('staff have payouts to approve, held coins to screen, unassigned coins and unresolved payments at once', async () => {
  const held = await readScreenings(here.platform, 10);
  assert.deepEqual(
    held.map(({ direction, status, decided_by: by }) => [direction, status, by]),
    Array.from({ length: 2 }, () => ['in', 'review', 'screening']),
  );
  const outputs = await here.sql<{ credited: boolean; screening: string | null }[]>`
    select o.credited, o.screening from merchant.chain_outputs o
    join merchant.screenings h using (coin, transaction_id, output_index)`;
  assert.deepEqual(
    outputs.map((row) => ({ ...row })),
    Array.from({ length: 2 }, () => ({ credited: false, screening: 'review' })),
  );
  const waiting = await here.sql<{ order_status: string; hold: string }[]>`
    select o.status as order_status, o.hold from merchant.payouts p join merchant.orders o on o.id = p.order_id
    where p.approval = 'waiting' and p.status = 'RESERVED'`;
  assert.deepEqual(
    waiting.map((row) => ({ ...row })),
    Array.from({ length: 3 }, () => ({ order_status: 'CREATED', hold: 'approval' })),
  );
  const unassigned = await here.sql<{ coin: string }[]>`
    select coin from merchant.chain_outputs where subject_id is null`;
  assert.deepEqual(
    unassigned.map(({ coin }) => coin),
    ['XRP', 'XRP'],
  );
  const unresolved = await here.sql`select from merchant.payments where status = 'UNRESOLVED'`;
  assert.equal(unresolved.length, 5);
});

test('the statement covers all weeks, with a settlement in each', async () => {
  const rows = await here.sql<{ kind: string; created_at: Date }[]>`
    select m.kind, e.created_at from merchant.ledger_entries e
    join merchant.ledger_movements m on m.id = e.movement_id
    join merchant.ledger_accounts a on a.id = e.account_id and a.owner = 'psp:1' and a.asset = 'EUR'
    order by e.sequence`;
  const nowMs = here.clock.nowMs();
  assert.equal(rows[0]?.kind, 'sandbox_money');
  assert.ok(nowMs - (rows[0]?.created_at.getTime() ?? 0) > 42 * 86_400_000);
  const days = new Set(rows.map(({ created_at: at }) => at.toISOString().slice(0, 10)));
  assert.ok(days.size > 35, `${days.size} days`);
  assert.ok(rows.filter(({ kind }) => kind === 'adjustment').length >= 6);
});

test('the wallets’ first coins are dated before the weeks, so the treasury chart has no jump', async () => {
  const points = await readWalletHistory(here.platform);
  for (const coin of coinCodes) {
    const balances = points.filter((point) => point.coin === coin).map(({ balance }) => Number(balance));
    assert.equal(balances.length, 30, coin);
    const [first = 0] = balances;
    for (const balance of balances) {
      assert.ok(Math.abs(balance - first) < first / 20, `${coin}: ${balances.join(' ')}`);
    }
  }
});

test('a later start creates nothing again', async () => {
  const before = await Promise.all(
    ['payments', 'ledger_entries', 'events'].map((table) => count(here.sql, table)),
  );
  const third = await openMerchantApp({ database, settings: lively });
  await third.start();
  await third.close();
  // As after a change of the elected process.
  assert.equal(await seedWeeks(here.platform as unknown as LifeContext, coinCodes), true);
  const [row] = await here.sql<
    { count: number }[]
  >`select count(*)::int as count from merchant.webhook_endpoints`;
  assert.equal(row?.count, 1);
  assert.deepEqual(
    await Promise.all(['payments', 'ledger_entries', 'events'].map((table) => count(here.sql, table))),
    before,
  );
});

test('a sandbox that was used before this feature gets no made-up weeks', async () => {
  const used = await createTestDatabase();
  await (await openMerchantApp({ database: used })).close();
  const app = await openMerchantApp({ database: used, settings: lively });
  assert.equal(await count(app.sql, 'sandbox_life'), 0);
  await app.close();
  await used.drop();
});

test('production has no made-up life, regardless of its settings', async () => {
  const production = await openMerchantApp({
    settings: { ...productionSettings, RATE_VENUES: 'simulated', SANDBOX_LIFE: 'yes', SANDBOX_PSP: 'yes' },
  });
  try {
    await production.start();
    const answer = await production.app.inject({
      method: 'POST',
      url: '/merchant/sandbox/shop',
      payload: {},
    });
    assert.equal(answer.statusCode, 404);
    assert.equal(await count(production.sql, 'payments'), 0);
    assert.equal(await count(production.sql, 'sandbox_life'), 0);
  } finally {
    await production.close();
  }
});

async function contextOfCustomers(): Promise<MerchantContext> {
  const { platform } = here;
  const [venue] = openSimulatedVenues(platform);
  assert.ok(venue);
  const rateAt = createPastRates(venue, { spreadBps: 50, agreementBps: 50, minVenues: 1 });
  return {
    ...platform,
    chains: await openChains(platform, platform.settings),
    rates: {
      bestForDeposit: (pair: PairCode) => rateAt(pair, platform.clock.nowMs()).bestForDeposit,
      bestForWithdraw: (pair: PairCode) => rateAt(pair, platform.clock.nowMs()).bestForWithdraw,
    },
  } as unknown as MerchantContext;
}

test('later customers pay by the same operations and leave the merchant’s balances unchanged', async () => {
  const context = await contextOfCustomers();
  const client = await merchantClient(here);
  const balances = async () => (await client.get('/balances')).body;
  const before = await balances();
  const random = createRandom(7);
  const planned = { ...planVisit(random, coinCodes), coin: 'XRP', share: 1000n } as const;
  const begun = await visit(context, planned);
  assert.ok(begun);
  assert.equal(await visit(context, { ...planned, coin: undefined, share: 0n }), undefined);
  await pay(context, begun.choice, begun.amountMinor);
  await mine(client, 'XRP', 2);
  const [row] = await here.sql<{ payment_id: string }[]>`
    select payment_id from merchant.payment_choices where id = ${begun.choice.id}`;
  const { payment_status: status } = await untilPayment(client, row?.payment_id ?? '', 'PAID');
  assert.equal(status, 'PAID');
  await trade(context, random, coinCodes);
  assert.equal(await balances(), before);
  const settled = await here.sql`
    select from merchant.ledger_movements
    where kind = 'adjustment' and reference = ${`Settlement of payment ${row?.payment_id ?? ''}`}`;
  assert.equal(settled.length, 1);
});

test('customers continue to pay while the merchant has a debt', async () => {
  const euros = (await readAccounts(here.sql)).get('psp:1 EUR') ?? 0n;
  await transaction(here.sql, async (tx) => {
    const given = { pspId: 1, to: tradingAccount, asset: 'EUR', reference: 'a deposit' } as const;
    const { entries, claims } = await takeBack(tx, { ...given, amountMinor: euros + 100_000n });
    postMovements(tx, here.platform, [
      { kind: 'deposit_reversed', reference: given.reference, entries },
      ...claims,
    ]);
  });
  const context = await contextOfCustomers();
  const planned = { ...planVisit(createRandom(8), coinCodes), coin: 'XRP', share: 1000n } as const;
  const begun = await visit(context, planned);
  assert.ok(begun);
  await pay(context, begun.choice, begun.amountMinor);
  await mine(await merchantClient(here), 'XRP', 2);
  const [row] = await here.sql<{ payment_id: string }[]>`
    select payment_id from merchant.payment_choices where id = ${begun.choice.id}`;
  await untilPayment(await merchantClient(here), row?.payment_id ?? '', 'PAID');
  assert.ok(((await readAccounts(here.sql)).get('psp:1:claim EUR') ?? 0n) > -100_000n, 'and it pays that');
});

test('the made-up shop accepts webhooks', async () => {
  const answer = await here.app.inject({
    method: 'POST',
    url: '/merchant/sandbox/shop',
    headers: { 'webhook-id': '01a1e3d9-3f41-7223-88d8-eb3c53de2ce1', 'webhook-timestamp': '1794824028' },
    payload: { order_id: null },
  });
  assert.equal(answer.statusCode, 204);
});

test('held coins are credited once staff allow them, and a waiting payout is sent once it is approved', async () => {
  const client = await merchantClient(here);
  const by = 'ana@commands.test';
  const held = await readScreenings(here.platform, 10);
  for (const { id, subject_id: paymentId } of held) {
    await runCommand(here, 'screening allow', [id], { by });
    await untilPayment(client, paymentId, 'PAID');
  }
  const waiting = await here.sql<{ id: string; coin: CoinCode; order_id: string }[]>`
    select id, coin, order_id from merchant.payouts where approval = 'waiting'`;
  for (const { id, coin, order_id: orderId } of waiting) {
    const isAt = async (...statuses: string[]) => {
      const rows = await here.sql<{ status: string }[]>`select status from merchant.payouts where id = ${id}`;
      return statuses.includes(rows[0]?.status ?? '');
    };
    await runCommand(here, 'payout approve', [id], { by });
    await until(() => isAt('SIGNED', 'COMPLETED'), 'it is signed', 60_000);
    await until(
      async () => {
        await mine(client, coin, 10);
        return isAt('COMPLETED');
      },
      'it is in a block',
      60_000,
    );
    assert.equal((await client.get(`/orders/${orderId}`)).json().order_status, 'COMPLETED');
  }
  await until(() => isQuiet(here.sql), 'all blocks are read', 60_000);
  for (const coin of coinCodes) await assertBooksFitChain(here.sql, coin);
});
