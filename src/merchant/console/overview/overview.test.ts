import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { createPerson, memberAs, signIn, type Visitor } from '../../../../test/support/console.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import { paymentStatuses } from '../../payments/facts/payment.rules.ts';
import { foldChanges, sumPaymentDays } from '../../payments/days/payment-days.store.ts';
import { foldPaymentDays } from '../../payments/days/payment-days.ts';
import { countWaiting } from './overview.store.ts';

let praca: TestApp;
let owner: Visitor;
before(async () => {
  praca = await openMerchantApp();
  owner = await signIn(praca, (await createPerson(praca, [memberAs('owner')])).email);
});
after(() => praca.close());

/** Creates a PSP for one test, so that no other payments are counted. */
async function newPsp(): Promise<number> {
  const [row] = await praca.sql<{ id: number }[]>`
    insert into merchant.psps (id, name, created_at) select max(id) + 1, 'Counted', now() from merchant.psps returning id`;
  assert.ok(row);
  return row.id;
}

const insert = (sql: Tag, pspId: number, count: number, dayAgo: number) => sql`
  insert into merchant.payments (
    id, psp_id, status, payment_reference, euro_amount, merchant_name, description, customer_reference_id, created_at,
    updated_at, expires_at)
  select gen_random_uuid(), ${pspId}, 'NEW', '', 100, '', '', '', at, at, at
  from (select now() - make_interval(days => ${dayAgo}) as at from generate_series(1, ${count}::int)) made`;

/** Counts the payments themselves, as the reference for the stored sums. */
const countAll = (pspId: number) => praca.sql`
  select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, coalesce(coin, '') as coin, status,
    count(*)::int as payments, coalesce(sum(settled_euro_amount), 0)::numeric(38, 0) as euro_amount
  from merchant.payments where psp_id = ${pspId} group by 1, 2, 3 order by 1, 2, 3`;

test('daily sums are exact after any change and any fold', async () => {
  const pspId = await newPsp();
  const change = fc.oneof(
    fc.record({
      what: fc.constant('insert' as const),
      count: fc.integer({ min: 1, max: 4 }),
      day: fc.nat(40),
    }),
    fc.record({
      what: fc.constant('update' as const),
      nth: fc.nat(30),
      status: fc.constantFrom(...paymentStatuses),
      cents: fc.option(fc.bigInt({ min: 1n, max: 10n ** 12n })),
      coin: fc.constantFrom('BTC', 'XRP', null),
    }),
    fc.record({ what: fc.constant('undone' as const) }),
    fc.record({ what: fc.constant('fold' as const), limit: fc.integer({ min: 1, max: 9 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 25 }), async (changes) => {
      for (const one of changes) {
        if (one.what === 'insert') await insert(praca.sql, pspId, one.count, one.day);
        else if (one.what === 'fold') await foldChanges(praca.sql, one.limit);
        else if (one.what === 'undone') {
          const undone = praca.sql.begin(async (tx) => {
            await insert(tx, pspId, 3, 1);
            throw new Error('undone');
          });
          await assert.rejects(undone, /undone/);
        } else {
          await praca.sql`
            update merchant.payments set status = ${one.status}, settled_euro_amount = ${one.cents}, coin = ${one.coin}
            where id = (select id from merchant.payments where psp_id = ${pspId} order by id limit 1 offset ${one.nth})`;
        }
        assert.deepEqual(await sumPaymentDays(praca.sql, pspId, '2000-01-01'), await countAll(pspId));
      }
    }),
    { numRuns: 12 },
  );
  // Changes only the credited amount.
  await praca.sql`update merchant.payments set settled_euro_amount = 77 where psp_id = ${pspId}`;
  await foldPaymentDays(praca);
  assert.deepEqual(await sumPaymentDays(praca.sql, pspId, '2000-01-01'), await countAll(pspId));
  const [left] = await praca.sql<{ count: number }[]>`
    select count(*)::int as count from merchant.payment_day_changes where psp_id = ${pspId}`;
  assert.equal(left?.count, 0);
});

test('uncommitted payments are neither counted nor lost in a fold, and payments of one day do not block each other', async () => {
  const pspId = await newPsp();
  const count = async () => (await sumPaymentDays(praca.sql, pspId, '2000-01-01'))[0]?.payments ?? 0;
  await praca.sql.begin(async (first) => {
    await insert(first, pspId, 2, 0);
    // Another transaction of the same day and a fold are committed meanwhile.
    await insert(praca.sql, pspId, 1, 0);
    await foldPaymentDays(praca);
    assert.equal(await count(), 1);
  });
  assert.equal(await count(), 3);
  await Promise.all([foldPaymentDays(praca), foldPaymentDays(praca), insert(praca.sql, pspId, 5, 0)]);
  assert.equal(await count(), 8);
});

test('the page shows balances, turnover and outcomes, and links to what needs attention', async () => {
  const { sql } = praca;
  const quiet = await owner.get('/console/psp/1');
  assert.equal(quiet.status, 200);
  assert.match(quiet.body, /Nothing needs your attention/);
  assert.match(quiet.body, /€1,000,000\.00/);
  assert.match(quiet.body, /10\.00000000 BTC/);
  await sql`
    insert into merchant.payments (
      id, psp_id, status, payment_reference, euro_amount, merchant_name, description, customer_reference_id, coin,
      settled_euro_amount, created_at, updated_at, expires_at)
    select gen_random_uuid(), 1, status, '', 100, '', '', '', coin, cents, at, at, at
    from (values
      ('PAID', 'BTC', 1234.0, 0), ('PARTIALLY_REFUNDED', 'BTC', 100, 0), ('REFUNDED', 'ETH', 50, 40),
      ('REVERSED', 'ETH', 999999, 0), ('UNRESOLVED', 'XRP', null, 0), ('EXPIRED', null, null, 0), ('NEW', null, null, 0)
    ) made (status, coin, cents, days) cross join lateral (select now() - make_interval(days => days) as at) dated`;
  await sql`
    insert into merchant.turnover_changes (psp_id, starts_at, coin, euro_amount)
    select psp, date_trunc('hour', now(), 'UTC') - make_interval(days => days), coin, cents
    from (values (1, 'BTC', 1734, 0), (1, 'BTC', -400, 0), (1, 'ETH', 50, 40), (2, 'BTC', 7, 0)) made (psp, coin, cents, days)`;
  await sql`
    insert into merchant.webhook_endpoints (id, psp_id, url, sealed_secret, created_at)
    values ('01990000-0000-7000-8000-000000000001', 1, 'http://127.0.0.1:9/', '', now())`;
  await sql`
    insert into merchant.webhook_deliveries (psp_id, id, endpoint_id, event_type, occurred_at, event, status, due_at)
    select 1, gen_random_uuid(), '01990000-0000-7000-8000-000000000001', 'order.completed', now(), '{}', status, now()
    from unnest(array['FAILED', 'FAILED', 'DELIVERED']) status`;
  await sql`
    insert into merchant.orders (id, psp_id, kind, order_type, status, currency_pair, hold, created_at, updated_at)
    select gen_random_uuid(), psp, 'withdrawal', 'WITHDRAW', 'CREATED', 'BTCEUR', 'approval', now(), now()
    from unnest(array[1, 2]) psp`;
  assert.deepEqual(await countWaiting(sql, 1), { unresolved: 1, failing: 2, held: 1 });
  const month = (await owner.get('/console/psp/1')).body;
  assert.match(month, /href="\/console\/psp\/1\/payments\?status=UNRESOLVED">Unresolved payments/);
  assert.match(month, /Webhooks given up/);
  assert.match(month, /Payouts that wait/);
  assert.match(month, /€13\.34/, 'turnover: what was credited, less what was refunded');
  assert.doesNotMatch(month, /€9,999\.99/);
  assert.match(month, /<figcaption>\s*Payments by day and outcome\s*<span class="unit">payments<\/span>/);
  const [, chart = '{}'] = /data-chart="([^"]*)"/.exec(month) ?? [];
  const drawn = JSON.parse(chart.replaceAll('&quot;', '"')) as {
    times: number[];
    series: { label: string }[];
  };
  assert.equal(drawn.times.length, 30);
  assert.deepEqual(
    drawn.series.map(({ label }) => label),
    ['BTC'],
  );
  const quarter = (await owner.get('/console/psp/1?days=90')).body;
  assert.match(quarter, /€13\.84/);
  assert.match((await owner.get('/console/psp/1?days=365&lang=de')).body, /13,84\s€/);
  assert.equal((await owner.get('/console/psp/1?days=1e9')).status, 200);
});
