import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertOrder, insertRefund } from '../../../../test/support/merchant-rows.ts';
import { insertPayment } from '../../../../test/support/payment-rows.ts';
import { firstIdAt, newId } from '../../../platform/ids.ts';
import { sumDays } from './report.store.ts';

const sql = await useTestSql();
const from = new Date('2026-03-01T00:00:00Z');
const to = new Date('2026-03-03T00:00:00Z');
const noon = new Date('2026-03-01T12:00:00Z');
const payment = newId();

beforeEach(async () => {
  for (const table of ['refunds', 'payments', 'orders'])
    await sql`delete from merchant.${sql.identifier(table)}`;
  await insertPayment(sql, payment, noon);
});

async function add(at: Date, fields: object = {}, id = newId(at.getTime())): Promise<string> {
  await insertOrder(sql, id, at, fields);
  return id;
}
const addFee = (orderId: string, fee: bigint, pspId = 1) =>
  insertRefund(sql, newId(), payment, noon, {
    order_id: orderId,
    psp_id: pspId,
    payout_id: newId(),
    fee_coin_amount: fee,
  });

const least = firstIdAt(from.getTime());
const below = firstIdAt(to.getTime());
const sum = async (pspId = 1) =>
  (await sumDays(sql, { pspId, from, to, least, below })).map((row) => ({ ...row }));

test('orders are counted by status, amounts of completed orders are summed, and fees include failed orders', async () => {
  const amounts = { coin_amount: 1n, euro_amount: 10n, network_fee: 100n };
  await add(noon, amounts);
  await add(noon, { coin_amount: 12_345_678_901_234_567_890n, euro_amount: 40n, network_fee: 800n });
  await add(noon);
  for (const status of ['CREATED', 'PROCESSING', 'PROCESSING', 'FAILED', 'FAILED', 'REVERSED'])
    await add(noon, { ...amounts, status });
  await add(noon, { ...amounts, psp_id: 2 });
  assert.deepEqual(await sum(), [
    {
      day: '2026-03-01',
      coin: 'BTC',
      kind: 'trade',
      orders: 9,
      completed: 3,
      failed: 2,
      reversed: 1,
      coin_amount: 12_345_678_901_234_567_891n,
      euro_amount: 50n,
      fee_coin_amount: 0n,
      network_fee: 1100n,
      buys: 0,
      buy_coin_amount: 0n,
      buy_euro_amount: 0n,
      sells: 3,
      sell_coin_amount: 12_345_678_901_234_567_891n,
      sell_euro_amount: 50n,
      held_coin_amount: 0n,
      bought_coin_amount: 0n,
    },
  ]);
  assert.deepEqual(
    (await sum(2)).map((row) => [row.orders, row.euro_amount]),
    [[1, 10n]],
  );
  assert.deepEqual(await sum(3), []);
});

test('each day, coin and kind has its own row, in this order', async () => {
  await add(new Date('2026-03-02T23:59:59.999Z'));
  await add(noon, { currency_pair: 'LTCEUR' });
  await add(noon, { kind: 'withdrawal' });
  await add(new Date('2026-03-02T00:00:00Z'));
  await add(noon, { kind: 'deposit', status: 'FAILED', coin_amount: null });
  assert.deepEqual(
    (await sum()).map((row) => `${row.day} ${row.coin} ${row.kind} ${row.orders}`),
    [
      '2026-03-01 BTC deposit 1',
      '2026-03-01 BTC withdrawal 1',
      '2026-03-01 LTC trade 1',
      '2026-03-02 BTC trade 2',
    ],
  );
});

test('fees deducted from refunds are counted for refunds only', async () => {
  const refund = { kind: 'refund' };
  await addFee(await add(noon, refund), 1n);
  await addFee(await add(noon, refund), 2n);
  await addFee(await add(noon, { ...refund, status: 'FAILED' }), 4n);
  await add(noon, refund);
  await addFee(await add(noon, refund), 8n, 2);
  await addFee(await add(noon, { kind: 'trade' }), 16n);
  assert.deepEqual(
    (await sum()).map((row) => [row.kind, row.orders, row.fee_coin_amount]),
    [
      ['refund', 5, 7n],
      ['trade', 1, 0n],
    ],
  );
});

test('a period includes its first millisecond and id and excludes its end', async () => {
  const beforeIt = new Date(from.getTime() - 1);
  const middle = () => newId(noon.getTime());
  const counted = async () => (await sum()).reduce((orders, row) => orders + row.orders, 0);
  await add(beforeIt, {}, middle());
  await add(to, {}, middle());
  await add(noon, {}, firstIdAt(beforeIt.getTime()));
  await add(noon, {}, below);
  assert.equal(await counted(), 0);
  await add(from, {}, middle());
  assert.equal(await counted(), 1);
  await add(new Date(to.getTime() - 1), {}, middle());
  assert.equal(await counted(), 2);
  await add(noon, {}, least);
  assert.equal(await counted(), 3);
});
