import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { emptyPayouts, insertBatch, insertPayout } from '../../../../test/support/payout-rows.ts';
import { countLocked } from '../../../../test/support/row-locks.ts';
import { idOf, insertRow, readRows } from '../../../../test/support/table-rows.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import * as store from './batch.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const [one, two, other] = [idOf(1), idOf(2), idOf(9)] as const;
const within = <Result>(work: (tx: Tx) => Promise<Result>) => transaction(sql, work);

beforeEach(() => emptyPayouts(sql));

const addBatch = (id: string, fields: object = {}) => insertBatch(sql, id, now, fields);
const addPayout = (id: string, fields: object = {}) => insertPayout(sql, id, now, fields);

const signed = (batch: string, transactionId: string) => ({
  status: 'SIGNED',
  batch_id: batch,
  transaction_id: transactionId,
  fee: 7n,
  signed_at: now,
});

const batches = async (...columns: string[]) =>
  Object.fromEntries(
    (await readRows(sql, 'merchant', 'payout_batches', ['id', ...columns])).map(({ id, ...rest }) => [
      id === one ? 'one' : id === two ? 'two' : 'other',
      rest,
    ]),
  );
const payouts = async (...columns: string[]) =>
  Object.fromEntries(
    (await readRows(sql, 'merchant', 'payouts', ['id', ...columns])).map(({ id, ...rest }) => [
      String(id).slice(-1),
      rest,
    ]),
  );

const newTransaction = (fields: Partial<store.NewTransaction>): store.NewTransaction => ({
  coin: 'BTC',
  batchId: one,
  generation: 0,
  kind: 'payment',
  transactionId: 't0',
  bytes: 'b0',
  feeMinor: 20n,
  feeRate: 2n,
  weight: 400,
  lastHeight: null,
  signedAt: at(5),
  shares: [],
  ...fields,
});

test('a signed transaction is stored with all shares, is due at once, and clears the trouble', async () => {
  await within((tx) => store.insertBatch(tx, { id: one, coin: 'BTC', createdAt: now }));
  await addBatch(two, { attempts: 3, trouble: 'refused', due_at: at(60) });
  for (const digit of [3, 4, 5]) await addPayout(idOf(digit));
  const shareOf = (digit: number, feeMinor: bigint) => ({
    payoutId: idOf(digit),
    outputIndex: digit,
    feeMinor,
  });
  const shares = [shareOf(3, 12n), { ...shareOf(4, 8n), outputIndex: null }];
  const placeOf = (digit: number, transactionId: string) => ({
    payoutId: idOf(digit),
    transactionId,
    feeMinor: 1n,
  });
  await within(async (tx) => {
    await store.insertSigned(tx, newTransaction({ shares }));
    await store.insertSigned(
      tx,
      newTransaction({ generation: 1, kind: 'child', transactionId: 't1', bytes: 'b1', shares }),
    );
    await store.insertSigned(
      tx,
      newTransaction({
        batchId: two,
        transactionId: 'u0',
        bytes: 'c0',
        lastHeight: 77,
        generation: 4,
        shares: [shareOf(5, 20n)],
      }),
    );
    await store.joinBatch(tx, one, [placeOf(3, 't1'), placeOf(4, 't1')], now);
    await store.joinBatch(tx, two, [placeOf(5, 'u0')], now);
    assert.deepEqual(
      (await store.listBatchTransactions(tx, one)).map((row) => [
        row.transaction_id,
        row.generation,
        row.kind,
      ]),
      [
        ['t0', 0, 'payment'],
        ['t1', 1, 'child'],
      ],
    );
    const [last] = await store.listBatchTransactions(tx, two);
    assert.deepEqual(last, {
      transaction_id: 'u0',
      generation: 4,
      kind: 'payment',
      fee: 20n,
      fee_rate: 2n,
      weight: 400n,
      last_height: 77n,
    });
    const sharesOf = async (batch: string) =>
      (await store.listShares(tx, batch))
        .map((share) => `${share.transaction_id} ${share.payout_id.slice(-1)} ${share.fee}`)
        .toSorted();
    assert.deepEqual(await sharesOf(one), ['t0 3 12', 't0 4 8', 't1 3 12', 't1 4 8']);
    assert.deepEqual(await sharesOf(two), ['u0 5 20']);
    assert.deepEqual([...(await store.listBytes(tx, two))], [{ transaction_id: 'u0', bytes: 'c0' }]);
  });
  assert.deepEqual(
    (await readRows(sql, 'merchant', 'payout_shares', ['transaction_id', 'output_index'])).filter(
      (row) => row['transaction_id'] === 't0',
    ),
    [{ transaction_id: 't0', output_index: 3 }, { transaction_id: 't0' }],
  );
  assert.deepEqual(await batches('generation', 'due_at', 'attempts', 'trouble'), {
    one: { generation: 1, due_at: at(5).toISOString(), attempts: 0 },
    two: { generation: 4, due_at: at(5).toISOString(), attempts: 0 },
  });
});

test('only reserved payouts join a batch, and only signed payouts leave it', async () => {
  await addBatch(one);
  await addPayout(idOf(3), { trouble: 'no funds' });
  await addPayout(idOf(4), { status: 'FAILED' });
  await addPayout(idOf(5));
  const places = [3, 4].map((digit) => ({
    payoutId: idOf(digit),
    transactionId: `t${digit}`,
    feeMinor: BigInt(digit),
  }));
  await within((tx) => store.joinBatch(tx, one, places, at(9)));
  const shown = ['status', 'transaction_id', 'fee', 'trouble', 'signed_at', 'updated_at'];
  const untouched = { updated_at: now.toISOString() };
  const joined = { status: 'SIGNED', transaction_id: 't3', fee: 3 };
  const late = at(9).toISOString();
  assert.deepEqual(await payouts(...shown), {
    3: { ...joined, signed_at: late, updated_at: late },
    4: { status: 'FAILED', ...untouched },
    5: { status: 'RESERVED', ...untouched },
  });
  const leave = () => within((tx) => store.leaveBatch(tx, [idOf(3), idOf(4)], at(11)));
  await assert.rejects(leave, /its transactions may still be mined/);
  await within((tx) => store.markDead(tx, one, at(10)));
  await sql`
    update merchant.payouts set status = 'SIGNED', batch_id = ${one}, transaction_id = 't5', fee = 1, signed_at = ${now}
    where id = ${idOf(5)}`;
  await leave();
  assert.deepEqual(await payouts(...shown, 'batch_id'), {
    3: { status: 'RESERVED', updated_at: at(11).toISOString() },
    4: { status: 'FAILED', ...untouched },
    5: {
      status: 'SIGNED',
      batch_id: one,
      transaction_id: 't5',
      fee: 1,
      signed_at: now.toISOString(),
      ...untouched,
    },
  });
});

test('placePayouts changes the transaction of the listed payouts, and saveCorrection that of a booked one', async () => {
  await addBatch(one);
  await addBatch(two);
  for (const digit of [3, 4, 5]) await addPayout(idOf(digit), signed(digit === 5 ? two : one, 't0'));
  await within(async (tx) => {
    await store.placePayouts(tx, []);
    await store.placePayouts(tx, [{ payoutId: idOf(3), transactionId: 't1', feeMinor: 9n }]);
    await store.saveCorrection(tx, { payoutId: idOf(4), transactionId: 't2', feeMinor: 11n });
    assert.deepEqual(
      (await store.lockBatchPayouts(tx, one)).map((payout) => payout.id),
      [idOf(3), idOf(4)],
    );
  });
  assert.deepEqual(await payouts('transaction_id', 'fee', 'fee_corrections'), {
    3: { transaction_id: 't1', fee: 9, fee_corrections: 0 },
    4: { transaction_id: 't2', fee: 11, fee_corrections: 1 },
    5: { transaction_id: 't0', fee: 7, fee_corrections: 0 },
  });
  assert.deepEqual(
    (await store.listOpenBatches(sql, 'BTC')).toSorted(),
    [one, two],
    'each once, however many payouts it has',
  );
  assert.deepEqual(await store.listOpenBatches(sql, 'LTC'), []);
  await sql`update merchant.payouts set status = 'COMPLETED' where batch_id = ${two}`;
  assert.deepEqual(await store.listOpenBatches(sql, 'BTC'), [one]);
});

test('a dead batch is neither sent nor raised, and other batches are unaffected', async () => {
  const busy = { due_at: now, trouble: 'refused', bump_height: 5, bump_rate: 3n, bump_trouble: 'no funds' };
  await addBatch(one, busy);
  await addBatch(two, busy);
  await within((tx) => store.markDead(tx, one, at(3)));
  const shown = ['due_at', 'trouble', 'bump_height', 'bump_rate', 'bump_trouble', 'dead_at'];
  assert.deepEqual(await batches(...shown), {
    one: { dead_at: at(3).toISOString() },
    two: { ...busy, due_at: now.toISOString(), bump_rate: 3 },
  });
  await store.saveBump(sql, { id: one, height: 8, trouble: 'late' });
  assert.deepEqual((await batches(...shown))['one'], { dead_at: at(3).toISOString() });
  assert.deepEqual(await within((tx) => store.lockBatch(tx, one)), {
    id: one,
    coin: 'BTC',
    generation: 0,
    due_at: null,
    attempts: 0,
    trouble: null,
    bump_trouble: null,
    bump_height: null,
    bump_rate: null,
    put_off_at: null,
    dead_at: at(3),
  });
  assert.equal(await within((tx) => store.lockBatch(tx, other)), undefined);
});

test('setDue starts and stops sending, and keeps a running schedule', async () => {
  await addBatch(one, { attempts: 2, trouble: 'refused', due_at: at(30) });
  await addBatch(two, { attempts: 2, trouble: 'refused' });
  await within(async (tx) => {
    await store.setDue(tx, one, at(1));
    await store.setDue(tx, two, at(1));
  });
  const shown = ['due_at', 'attempts', 'trouble'];
  const running = { due_at: at(30).toISOString(), attempts: 2, trouble: 'refused' };
  assert.deepEqual(await batches(...shown), {
    one: running,
    two: { due_at: at(1).toISOString(), attempts: 0 },
  });
  await within(async (tx) => {
    await store.setDue(tx, two, null);
    await store.saveAttempt(tx, { id: two, dueAt: at(90), trouble: 'again' });
    await store.saveAttempt(tx, { id: one, dueAt: at(60), trouble: null });
  });
  assert.deepEqual(await batches(...shown), {
    one: { due_at: at(60).toISOString(), attempts: 3 },
    two: { attempts: 0 },
  });
});

test('a bump height is kept until it is cleared, raised or overridden by staff', async () => {
  await addBatch(one, { bump_height: 5, bump_rate: 3n, bump_trouble: 'no funds' });
  await addBatch(two, { bump_trouble: 'no funds' });
  await addBatch(other);
  const shown = ['bump_height', 'bump_rate', 'bump_trouble'];
  await within(async (tx) => {
    await store.setBumpHeight(tx, one, 9);
    await store.setBumpHeight(tx, two, 9);
  });
  const stage = { bump_height: 5, bump_rate: 3, bump_trouble: 'no funds' };
  assert.deepEqual(await batches(...shown), { one: stage, two: { bump_height: 9 }, other: {} });
  await within((tx) => store.setBumpHeight(tx, one, null));
  await store.saveBump(sql, { id: two, height: 12, trouble: 'too dear' });
  assert.deepEqual(await batches(...shown), {
    one: {},
    two: { bump_height: 12, bump_trouble: 'too dear' },
    other: {},
  });
  await within((tx) => store.askForBump(tx, two, 40n));
  assert.deepEqual(await batches(...shown), { one: {}, two: { bump_height: 0, bump_rate: 40 }, other: {} });
  await within((tx) => store.askForBump(tx, two, null));
  assert.deepEqual(await batches(...shown), { one: {}, two: { bump_height: 0 }, other: {} });
  await within((tx) => store.setBumpHeight(tx, two, null));
  assert.deepEqual((await batches(...shown))['two'], {}, 'in a block');
});

test('batches that are due or wait too long are listed by coin, in the order of signing', async () => {
  await addBatch(idOf(5), { due_at: now, created_at: at(-5), bump_height: 100 });
  await addBatch(one, { due_at: now, created_at: at(-5), bump_height: 100 });
  await addBatch(two, { due_at: at(-60), created_at: at(-9), bump_height: 99 });
  await addBatch(idOf(3), { due_at: at(1), bump_height: 101 });
  await addBatch(idOf(4), { due_at: at(-5), coin: 'LTC', bump_height: 1 });
  await addBatch(other);
  assert.deepEqual(await store.listDue(sql, 'BTC', now, 10), [two, one, idOf(5)]);
  assert.deepEqual(await store.listDue(sql, 'BTC', now, 1), [two]);
  assert.deepEqual(await store.listToBump(sql, 'BTC', 10), [], 'no block was read');
  await insertRow(sql, 'merchant', 'chain_states', await stateOf('BTC', 100));
  await insertRow(sql, 'merchant', 'chain_states', await stateOf('LTC', 0));
  assert.deepEqual(await store.listToBump(sql, 'BTC', 10), [two, one, idOf(5)]);
  assert.deepEqual(await store.listToBump(sql, 'BTC', 1), [two]);
  assert.deepEqual(await store.listToBump(sql, 'LTC', 10), []);
});

/** Returns a chain state with a value in every required column. */
async function stateOf(coin: string, height: number): Promise<Record<string, unknown>> {
  const columns = await sql<{ name: string; type: string }[]>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'merchant' and table_name = 'chain_states' and is_nullable = 'NO'`;
  const values = Object.fromEntries(
    columns.map(({ name, type }) => [
      name,
      type.startsWith('timestamp') ? now : type === 'text' ? '' : type === 'boolean' ? false : 0,
    ]),
  );
  return { ...values, coin, height };
}

test('while payouts are frozen, bytes that were never sent are held back, and others are sent again', async () => {
  await addBatch(one);
  await addBatch(two, { broadcast_at: at(-60) });
  const mark = (id: string, frozen: boolean) => within((tx) => store.markBroadcast(tx, id, frozen, now));
  assert.deepEqual([await mark(one, true), await mark(two, true)], [false, true]);
  assert.deepEqual(await batches('broadcast_at'), { one: {}, two: { broadcast_at: at(-60).toISOString() } });
  assert.deepEqual([await mark(one, false), await mark(two, false)], [true, true]);
  assert.deepEqual(await batches('broadcast_at'), {
    one: { broadcast_at: now.toISOString() },
    two: { broadcast_at: at(-60).toISOString() },
  });
});

test('locks one batch and its payouts', async () => {
  await addBatch(one);
  await addBatch(two);
  for (const digit of [5, 3, 4]) await addPayout(idOf(digit), signed(digit === 4 ? two : one, 't0'));
  const locked = (table: string, lock: (tx: Tx, id: string) => Promise<unknown>) =>
    countLocked(sql, 'merchant', table, (tx) => lock(tx, one));
  assert.equal(await locked('payout_batches', store.lockBatch), 1);
  assert.equal(await locked('payouts', store.lockBatchPayouts), 2);
});

test('the fee of a failed transaction is stored with its payout and counted as a correction', async () => {
  for (const digit of [3, 4]) await addPayout(idOf(digit), { fee_corrections: 1 });
  await within((tx) => store.saveLostFee(tx, idOf(3), 12n));
  assert.deepEqual(await payouts('lost_fee', 'fee_corrections'), {
    3: { lost_fee: 12, fee_corrections: 2 },
    4: { lost_fee: 0, fee_corrections: 1 },
  });
});

test('a batch that a node accepted and dropped is due again at once', async () => {
  const taken = { attempts: 2, due_at: at(30) };
  const cases = {
    'taken, due later': [taken, true],
    'taken, due now': [{ ...taken, due_at: at(1) }, false],
    'never sent': [{ ...taken, attempts: 0 }, false],
    refused: [{ ...taken, trouble: 'refused' }, false],
  } as const;
  for (const [name, [fields, isSentAgain]] of Object.entries(cases)) {
    await emptyPayouts(sql);
    await addBatch(one, fields);
    await addBatch(two, taken);
    const { one: was, two: neighbour } = await batches('due_at', 'attempts', 'trouble');
    const miss = (isMissed: boolean) => within((tx) => store.setDue(tx, one, at(1), isMissed));
    await miss(false);
    assert.deepEqual((await batches('due_at', 'attempts', 'trouble'))['one'], was, name);
    await miss(true);
    const expected = isSentAgain ? { due_at: at(1).toISOString(), attempts: 0 } : was;
    assert.deepEqual(await batches('due_at', 'attempts', 'trouble'), { one: expected, two: neighbour }, name);
  }
});

test('a batch that was put off is listed once among the open batches of its coin', async () => {
  await addBatch(one, { put_off_at: now });
  await addBatch(two, { put_off_at: now, coin: 'LTC' });
  await addBatch(other);
  await addPayout(idOf(3), signed(one, 't0'));
  assert.deepEqual(
    [await store.listOpenBatches(sql, 'BTC'), await store.listOpenBatches(sql, 'LTC')],
    [[one], [two]],
  );
});
