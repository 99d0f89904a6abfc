import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { insertChainAddress, insertOutput } from '../../../../test/support/chain-rows.ts';
import { useTestSql } from '../../../../test/support/database.ts';
import { emptyPayouts, insertBatch, insertPayout } from '../../../../test/support/payout-rows.ts';
import { idOf, insertRow } from '../../../../test/support/table-rows.ts';
import { insertDepositAddress, insertSignedTransaction } from '../../../../test/support/treasury-rows.ts';
import { firstIdAt } from '../../../platform/ids.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import {
  findArrival,
  findDepositor,
  findOrderDeposit,
  findOrderPayout,
  findOrdersByChain,
  listDecisions,
  listSigned,
} from './order-story.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);

before(async () => {
  for (const id of [1, 2])
    await insertRow(sql, 'merchant', 'psps', { id, name: String(id), created_at: now });
});

test('confirmations count the block of the output and those after it, and are zero outside of blocks', async () => {
  await sql`
    insert into merchant.chain_states (coin, network, account, height, hash, node_height)
    values ('BTC', '', '', 12, '', 12), ('LTC', '', '', 99, '', 99)`;
  for (const [coin, index, height] of [
    ['BTC', 0, 12],
    ['BTC', 1, 10],
    ['BTC', 2, null],
    ['LTC', 1, 1],
  ] as const)
    await insertOutput(sql, { coin, transaction_id: 't', output_index: index }, now, {
      block_height: height,
      unconfirmed: height === null,
    });
  const confirmations = async (coin: 'BTC' | 'LTC', outputIndex: number) =>
    (await findArrival(sql, { coin, transactionId: 't', outputIndex }))?.confirmations;
  assert.deepEqual(
    [
      await confirmations('BTC', 0),
      await confirmations('BTC', 1),
      await confirmations('BTC', 2),
      await confirmations('LTC', 1),
      await confirmations('LTC', 0),
    ],
    [1, 3, 0, 99, undefined],
  );
  assert.equal(await findArrival(sql, { coin: 'BTC', transactionId: 'unknown', outputIndex: 0 }), undefined);
});

test('finds the payout of an order within its PSP', async () => {
  await insertPayout(sql, idOf(1), now, { order_id: idOf(5), amount: 5n });
  await insertPayout(sql, idOf(2), now, { order_id: idOf(6), amount: 6n, requested_by: 'client:c' });
  await insertPayout(sql, idOf(3), now, { order_id: idOf(7), psp_id: 2, amount: 7n });
  const amount = async (pspId: number, digit: number) =>
    (await findOrderPayout(sql, pspId, idOf(digit)))?.amount;
  assert.deepEqual(
    [await amount(1, 5), await amount(1, 6), await amount(1, 7), await amount(2, 7), await amount(2, 6)],
    [5n, 6n, undefined, 7n, undefined],
  );
  assert.equal((await findOrderPayout(sql, 1, idOf(6)))?.requested_by, 'client:c');
});

test('lists the payments of a batch in the order of signing, without transactions that only raise the fee', async () => {
  for (const digit of [1, 2]) await insertBatch(sql, idOf(digit), now);
  const sign = (batch: number, id: string, generation: number, kind = 'payment') =>
    insertSignedTransaction(sql, idOf(batch), id, at(generation), { generation, kind });
  await sign(1, 'third', 2);
  await sign(1, 'first', 0);
  await sign(1, 'child', 1, 'child');
  await sign(2, 'other', 0);
  const signed = async (batch: number) =>
    (await listSigned(sql, idOf(batch))).map((row) => [row.transaction_id, row.signed_at]);
  assert.deepEqual(await signed(1), [
    ['first', now],
    ['third', at(2)],
  ]);
  assert.deepEqual(await signed(2), [['other', now]]);
});

test('lists the first twenty decisions about a payout in order', async () => {
  const decide = (ms: number, subject: string) =>
    insertRow(sql, 'merchant', 'control_actions', {
      id: firstIdAt(ms),
      action: String(ms),
      subject,
      done_by: 'staff',
      detail: {},
      created_at: at(ms),
    });
  for (const ms of [2, 1, ...Array.from({ length: 19 }, (_, index) => index + 4)]) await decide(ms, idOf(1));
  await decide(3, idOf(2));
  const decided = async (digit: number) =>
    (await listDecisions(sql, idOf(digit))).map(({ action }) => action);
  const first = ['1', '2', ...Array.from({ length: 18 }, (_, index) => String(index + 4))];
  assert.deepEqual([await decided(1), await decided(2), await decided(3)], [first, ['3'], []]);
});

const deposit = (digit: number, addressDigit: number, fields: object = {}) =>
  insertRow(sql, 'merchant', 'deposits', {
    order_id: idOf(digit),
    address_id: idOf(addressDigit),
    coin: 'BTC',
    transaction_id: 't',
    output_index: digit,
    credit_count: 1,
    mode: 'sell',
    amount: 1n,
    created_at: now,
    ...fields,
  });

test('finds the deposit of an order within the PSP of its address', async () => {
  await insertDepositAddress(sql, idOf(1), now, { address: 'one' });
  await insertDepositAddress(sql, idOf(2), now, { address: 'two', destination_tag: '7' });
  await insertDepositAddress(sql, idOf(3), now, { address: 'foreign', psp_id: 2 });
  await deposit(5, 1, { mode: 'hold' });
  await deposit(6, 2, { reversed_at: now });
  await deposit(7, 3);
  const address = async (pspId: number, digit: number) =>
    (await findOrderDeposit(sql, pspId, idOf(digit)))?.address;
  assert.deepEqual(
    [await address(1, 5), await address(1, 6), await address(1, 7), await address(2, 7), await address(1, 8)],
    ['one', 'two', undefined, 'foreign', undefined],
  );
  assert.deepEqual(
    { ...(await findOrderDeposit(sql, 1, idOf(6))) },
    {
      address_id: idOf(2),
      coin: 'BTC',
      transaction_id: 't',
      output_index: 6,
      mode: 'sell',
      address: 'two',
      destination_tag: '7',
      reversed_at: now,
    },
  );
});

test('finds the customer of a deposit address, within the PSP and the coin', async () => {
  const watch = (coin: CoinCode, destination: string, digit: number, purpose = 'deposit') =>
    insertChainAddress(sql, coin, destination, idOf(digit), now, { purpose });
  await insertDepositAddress(sql, idOf(4), now, { coin: 'LTC' });
  await watch('BTC', 'one', 1);
  await watch('BTC', 'two', 2);
  await watch('BTC', 'foreign', 3);
  await watch('LTC', 'one', 4);
  await watch('BTC', 'of a payment', 1, 'payment');
  const depositor = async (coin: CoinCode, ...destinations: string[]) =>
    (await findDepositor(sql, 1, destinations, [coin]))?.slice(-1);
  assert.deepEqual(
    [await depositor('BTC', 'one'), await depositor('BTC', 'nowhere', 'two'), await depositor('LTC', 'one')],
    ['1', '2', '4'],
  );
  assert.deepEqual(
    [
      await depositor('BTC', 'foreign'),
      await depositor('BTC', 'of a payment'),
      await depositor('BTC', 'nowhere'),
      await depositor('ETH', 'one'),
    ],
    [undefined, undefined, undefined, undefined],
  );
  assert.equal((await findDepositor(sql, 2, ['foreign'], ['LTC', 'BTC']))?.slice(-1), '3');
});

test('finds orders by incoming or outgoing transaction and by destination, newest first and each once', async () => {
  await emptyPayouts(sql);
  await sql`delete from merchant.deposits`;
  for (const digit of [1, 2, 3, 4, 5, 6, 7, 8, 9])
    await insertRow(sql, 'merchant', 'orders', {
      id: idOf(digit),
      psp_id: digit === 4 || digit === 8 ? 2 : 1,
      kind: 'withdrawal',
      order_type: 'WITHDRAW',
      status: 'PROCESSING',
      currency_pair: 'BTCEUR',
      created_at: now,
      updated_at: now,
    });
  for (const [digit, coin, id] of [
    [1, 'BTC', 't'],
    [2, 'BTC', 'other'],
    [3, 'LTC', 't'],
  ] as const) {
    await insertBatch(sql, idOf(digit), now, { coin });
    await insertSignedTransaction(sql, idOf(digit), id, now, { coin });
  }
  const pay = (digit: number, batch: number, fields: object = {}) =>
    insertPayout(sql, idOf(digit), now, {
      status: 'SIGNED',
      batch_id: idOf(batch),
      transaction_id: 't',
      fee: 1n,
      ...fields,
    });
  await pay(1, 1, { destination: 'to' });
  await pay(2, 2);
  await pay(3, 3, { coin: 'LTC' });
  await pay(4, 1, { psp_id: 2, destination: 'to' });
  await insertPayout(sql, idOf(9), now, { destination: 'to' });
  await deposit(5, 1);
  await deposit(6, 1, { transaction_id: 'other' });
  await deposit(7, 4, { coin: 'LTC' });
  await deposit(8, 3);
  const find = async (
    pspId: number,
    { transactionId = 't', coins = ['BTC'] as CoinCode[], destinations = ['nowhere', 'to'] },
    limit = 9,
  ) =>
    (await findOrdersByChain(sql, pspId, { transactionId, coins, destinations }, limit))
      .map(({ id }) => id.slice(-1))
      .join('');
  assert.equal(await find(1, {}), '951');
  assert.equal(await find(1, {}, 2), '95');
  assert.equal(await find(1, { destinations: [] }), '51');
  assert.equal(await find(1, { coins: [] }), '91');
  assert.equal(await find(1, { coins: ['LTC'], destinations: [] }), '73');
  assert.equal(await find(1, { transactionId: 'other', destinations: [] }), '62');
  assert.equal(await find(1, { transactionId: 'unknown', destinations: [] }), '');
  assert.equal(await find(2, {}), '84');
});
