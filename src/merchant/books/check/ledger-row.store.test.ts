import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import {
  emptyBooks,
  insertOpenRefund,
  insertWithdrawal,
  signedIn,
} from '../../../../test/support/ledger-rows.ts';
import { insertPayment } from '../../../../test/support/payment-rows.ts';
import { insertBatch, insertPayout } from '../../../../test/support/payout-rows.ts';
import { idOf, insertRow } from '../../../../test/support/table-rows.ts';
import { firstIdAt } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import {
  countRows,
  listCompletedInNoBlock,
  listSpentTwice,
  listUncontrolled,
  listWrongFees,
  listWrongOrders,
  listWrongRefunds,
  type RowFault,
} from './ledger-row.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');

beforeEach(async () => {
  await emptyBooks(sql);
  await sql`delete from platform.detached_partitions`;
});

/** Returns the names of the listed cases. The rows are written in reverse order. */
async function namesOf<Case>(
  cases: Readonly<Record<string, Case>>,
  write: (id: string, one: Case) => Promise<void>,
  list: (tx: Tx) => Promise<RowFault[]>,
): Promise<string[]> {
  const rows = Object.entries(cases).map(([name, one], place) => ({
    id: `00000000-0000-7000-8000-${String(place).padStart(12, '0')}`,
    name,
    one,
  }));
  for (const { id, one } of rows.toReversed()) await write(id, one);
  const faults = await sql.begin(list);
  return faults.map(({ id }) => rows.find((row) => row.id === id)?.name ?? id);
}

const signed = signedIn(idOf(1));
const completed = { ...signed, status: 'COMPLETED' };
const reversed = { ...signed, status: 'REVERSED' };
const failed = { status: 'FAILED' };

test('a refund has the amount and end of its payout, and carries the loss of its coins', async () => {
  await insertBatch(sql, idOf(1), now);
  await insertPayment(sql, idOf(1), now);
  interface Case {
    refund?: object;
    payout?: object;
  }
  const lost = (amount: bigint) => ({ status: 'FAILED', lost_fee_coin_amount: amount });
  const right: Record<string, Case> = {
    'one that waits': {},
    'one that is signed': { payout: signed },
    'one that arrived': { refund: { status: 'COMPLETED' }, payout: completed },
    'one that failed': { refund: failed, payout: failed },
    'one that the chain took back': { refund: failed, payout: reversed },
    'one that bears all that was lost': { refund: lost(4n), payout: { ...failed, lost_fee: 4n } },
    'one that bears no more than was left to the network': {
      refund: lost(100n),
      payout: { ...failed, lost_fee: 150n },
    },
    'one of which more was lost later': {
      refund: lost(3n),
      payout: { ...failed, lost_fee: 4n, fee_corrections: 1 },
    },
  };
  const wrong: Record<string, Case> = {
    'one that sends more': { payout: { amount: 1001n } },
    'one that sends less': { payout: { amount: 999n } },
    'one that has not arrived': { refund: { status: 'COMPLETED' }, payout: signed },
    'one that does not know that it arrived': { payout: completed },
    'one that does not know that it failed': { payout: failed },
    'one that arrived and was taken back': { refund: { status: 'COMPLETED' }, payout: reversed },
    'one that bears more than was lost': { refund: lost(5n), payout: { ...failed, lost_fee: 4n } },
    'one that bears more than was ever lost': {
      refund: lost(5n),
      payout: { ...failed, lost_fee: 4n, fee_corrections: 1 },
    },
    'one that bears too little': { refund: lost(3n), payout: { ...failed, lost_fee: 4n } },
  };
  const write = async (id: string, { refund = {}, payout = {} }: Case) => {
    await insertPayout(sql, id, now, { kind: 'refund', ...payout });
    await insertOpenRefund(sql, id, idOf(1), now, refund);
  };
  assert.deepEqual(await namesOf({ ...right, ...wrong }, write, listWrongRefunds), Object.keys(wrong));
});

type FeeCase = readonly [payout: { order_id?: string } & Record<string, unknown>, order: object | null];
async function writeFee(id: string, [payout, order]: FeeCase): Promise<void> {
  await insertPayout(sql, id, now, payout);
  if (order) await insertWithdrawal(sql, payout.order_id ?? id, now, order);
}
const says = (cents: bigint) => ({ network_fee: cents });

test('a merchant pays the signed fee, its order shows it, and no reserve remains', async () => {
  await insertBatch(sql, idOf(1), now);
  const raised = { ...signed, fee: 20n, fee_covered: 10n, fee_charge: 3n };
  const ofProvider = { fee_payer: 'provider' };
  const lost = { ...failed, lost_fee: 7n, fee_charge: 3n, fee_covered: 7n };
  const right: Record<string, FeeCase> = {
    'set aside while it waits': [{ fee_reserve: 5n }, says(5n)],
    'charged once, and waiting again': [{ fee_reserve: 5n, fee_charge: 3n }, says(3n)],
    'signed for what was allowed': [signed, says(0n)],
    'signed, with something set aside': [{ ...signed, fee_reserve: 5n }, says(0n)],
    'signed for more': [raised, says(3n)],
    'completed for more': [{ ...raised, status: 'COMPLETED' }, says(3n)],
    'failed for nothing': [{ ...failed, fee: 20n }, says(0n)],
    'failed at a cost': [lost, says(3n)],
    'paid for by the provider': [{ ...signed, ...ofProvider, fee: 20n }, {}],
  };
  const wrong: Record<string, FeeCase> = {
    'signed for more, and not charged': [{ ...raised, fee_charge: 0n }, says(0n)],
    'charged for fewer coins': [{ ...raised, fee_covered: 9n }, says(3n)],
    'charged for nothing': [{ ...completed, fee_charge: 3n }, says(3n)],
    'failed, and charged': [{ ...failed, fee_charge: 3n }, says(0n)],
    'failed, and covered': [{ ...failed, fee_covered: 4n }, says(0n)],
    'taken back, and charged': [{ ...reversed, fee_charge: 3n }, says(0n)],
    'set aside for the provider': [{ ...ofProvider, fee_reserve: 5n }, {}],
    'charged for the provider': [{ ...signed, ...ofProvider, fee_charge: 3n }, {}],
    'completed, with something set aside': [{ ...completed, fee_reserve: 5n }, says(0n)],
    'failed, with something set aside': [{ ...failed, fee_reserve: 5n }, says(0n)],
    'an order that says less than is set aside': [{ fee_reserve: 5n }, says(4n)],
    'an order that says more than was charged': [raised, says(4n)],
    'an order that says what failed': [failed, says(3n)],
    'an order that says nothing': [signed, {}],
  };
  assert.deepEqual(await namesOf({ ...right, ...wrong }, writeFee, listWrongFees), Object.keys(wrong));
});

test('the provider bears a part of a raised fee only if another payer shares the transaction', async () => {
  for (const digit of [1, 2, 3, 4, 5])
    await insertBatch(sql, idOf(digit), now, { generation: digit === 3 ? 0 : 1 });
  const share = (batch: number, fields: object = {}): FeeCase => [
    { ...signedIn(idOf(batch)), ...fields },
    says(0n),
  ];
  const borne = { fee: 15n, fee_borne: 5n };
  const right: Record<string, FeeCase> = {
    'with another PSP': share(1, borne),
    'another PSP': share(1, { psp_id: 2 }),
    'with the provider': share(2, borne),
    'the provider': share(2, { fee_payer: 'provider' }),
    'another PSP, never raised': share(3, { psp_id: 2 }),
    'the same PSP': share(4),
  };
  const wrong: Record<string, FeeCase> = {
    'never raised': share(3, borne),
    'with the same PSP': share(4, borne),
    'with another PSP whose part is borne': share(5, borne),
    'another PSP whose part is borne': share(5, { ...borne, psp_id: 2 }),
    failed: share(1, { ...borne, status: 'FAILED' }),
    'paid for by the provider': share(1, { ...borne, fee_payer: 'provider' }),
  };
  assert.deepEqual(await namesOf({ ...right, ...wrong }, writeFee, listWrongFees), Object.keys(wrong));
});

test('a missing order is accepted if its month was detached', async () => {
  const [from, to] = [Date.UTC(2020, 0), Date.UTC(2020, 1)];
  const [others, elsewhere] = [Date.UTC(2020, 3), Date.UTC(2020, 6)];
  const detach = (schema: string, table: string, ms: number, endMs: number) =>
    insertRow(sql, 'platform', 'detached_partitions', {
      schema_name: schema,
      table_name: table,
      partition_name: String(ms),
      from_at: new Date(ms),
      to_at: new Date(endMs),
      detached_at: now,
    });
  await detach('merchant', 'orders', from, to);
  await detach('merchant', 'ledger_entries', others, others + 1000);
  await detach('social', 'orders', elsewhere, elsewhere + 1000);
  // The smallest UUID of a millisecond, including those that are not UUIDv7.
  const leastAt = (ms: number) => `${firstIdAt(ms).slice(0, 13)}-0000-0000-000000000000`;
  const of = (orderId: string, order: object | null = null): FeeCase => [
    { order_id: orderId, fee_reserve: 5n },
    order,
  ];
  const right: Record<string, FeeCase> = {
    'from its first moment': of(leastAt(from)),
    'to its last': of(firstIdAt(to - 1)),
  };
  const wrong: Record<string, FeeCase> = {
    'the moment before': of(firstIdAt(from - 1)),
    'the moment after': of(leastAt(to)),
    'a month of another table': of(firstIdAt(others)),
    'a month of another service': of(firstIdAt(elsewhere)),
    'one that is here and says another fee': of(firstIdAt(from + 1), says(4n)),
  };
  assert.deepEqual(await namesOf({ ...right, ...wrong }, writeFee, listWrongFees), Object.keys(wrong));
});

test('a payout is signed only after approval and screening, and ends if either refuses it', async () => {
  await insertBatch(sql, idOf(1), now);
  interface Case {
    payout?: object;
    screening?: string;
    direction?: 'in' | 'out';
  }
  const right: Record<string, Case> = {
    'one that nobody asked about': {},
    'one that nobody had to ask about': { payout: signed },
    'one that is asked about': { screening: 'pending' },
    'one that was allowed': { payout: signed, screening: 'allow' },
    'one that was allowed and arrived': { payout: completed, screening: 'allow' },
    'one that was denied and failed': { payout: failed, screening: 'deny' },
    'coins that came, of the same id': { payout: signed, screening: 'deny', direction: 'in' },
    'one that waits for a person': { payout: { approval: 'waiting' } },
    'one that was rejected and failed': { payout: { ...failed, approval: 'rejected' } },
    'one that was approved and signed': { payout: { ...signed, approval: 'approved' } },
  };
  const wrong: Record<string, Case> = {
    'signed while it is asked about': { payout: signed, screening: 'pending' },
    'arrived while it is looked at': { payout: completed, screening: 'review' },
    'denied, and kept': { screening: 'deny' },
    'signed before a person said yes': { payout: { ...signed, approval: 'waiting' } },
    'signed although a person said no': { payout: { ...signed, ...failed, approval: 'rejected' } },
    'rejected, and kept': { payout: { approval: 'rejected' } },
  };
  const write = async (id: string, { payout, screening, direction = 'out' }: Case) => {
    await insertPayout(sql, id, now, payout);
    if (screening === undefined) return;
    await insertRow(sql, 'merchant', 'screenings', {
      id,
      direction,
      purpose: direction === 'out' ? 'payout' : 'payment',
      subject_id: id,
      psp_id: 1,
      coin: 'BTC',
      transaction_id: direction === 'in' ? id : null,
      address: 'a',
      amount: 1n,
      status: screening,
      due_at: now,
      created_at: now,
      updated_at: now,
    });
  };
  assert.deepEqual(await namesOf({ ...right, ...wrong }, write, listUncontrolled), Object.keys(wrong));
});

test('a completed payout is in a read block, or is under review', async () => {
  for (const coin of ['BTC', 'LTC'])
    await insertRow(sql, 'merchant', 'chain_states', {
      coin,
      network: 'n',
      account: 'a',
      height: 100,
      hash: 'h',
      node_height: 100,
    });
  await sql`
    update merchant.payout_freezes set frozen_at = ${now}, frozen_by = 'staff', reason = 'r' where coin = 'LTC'`;
  interface Case {
    status?: string;
    batch?: { coin?: string } & Record<string, unknown>;
    sent?: object;
    review?: string;
  }
  const right: Record<string, Case> = {
    'in the newest block': { sent: { block_height: 100 } },
    'to be looked at with the next block': { sent: { review_height: 101 } },
    'to be sent again': { batch: { due_at: now } },
    'to be looked at now': { review: 'payout' },
    'put off until its coin is thawed': { batch: { coin: 'LTC', put_off_at: now } },
    'not completed': { status: 'SIGNED' },
  };
  const wrong: Record<string, Case> = {
    'never sent': {},
    'sent, and in no block': { sent: {} },
    'in a block that was not read': { sent: { block_height: 101 } },
    'to be looked at with a block that was read': { sent: { review_height: 100 } },
    'looked at as something else': { review: 'payment' },
    'put off, and its coin is not frozen': { batch: { put_off_at: now } },
    'frozen, and not put off': { batch: { coin: 'LTC' } },
  };
  const write = async (id: string, { status = 'COMPLETED', batch = {}, sent, review }: Case) => {
    const { coin = 'BTC' } = batch;
    await insertBatch(sql, id, now, batch);
    await insertPayout(sql, id, now, { ...signedIn(id), coin, status });
    const of = { coin, subject_id: id };
    if (sent)
      await insertRow(sql, 'merchant', 'chain_sent', {
        ...of,
        transaction_id: id,
        ...sent,
      });
    if (review !== undefined)
      await sql`
        insert into merchant.chain_reviews (coin, purpose, subject_id) values (${coin}, ${review}, ${id})`;
  };
  assert.deepEqual(await namesOf({ ...right, ...wrong }, write, listCompletedInNoBlock), Object.keys(wrong));
  await sql`update merchant.payout_freezes set frozen_at = null, frozen_by = null, reason = null`;
});

/** Inserts an output or number used by these transactions, by their heights. */
async function spend(coin: string, what: string, by: Readonly<Record<string, number | null>>): Promise<void> {
  const used = { coin, spend: what, subject_id: idOf(1) };
  await insertRow(sql, 'merchant', 'chain_claims', { ...used, transaction_id: 'first' });
  for (const [id, height] of Object.entries(by)) {
    await sql`
      insert into merchant.chain_sent (coin, transaction_id, subject_id, block_height)
      values (${coin}, ${id}, ${idOf(1)}, ${height}) on conflict do nothing`;
    await insertRow(sql, 'merchant', 'chain_sent_spends', { ...used, transaction_id: id });
  }
}

test('an output used by two mined transactions is reported with its coin', async () => {
  await spend('LTC', 'twice', { one: 7, two: 8 });
  await spend('BTC', 'twice', { one: 7, two: 7 });
  await spend('BTC', 'once in a block', { one: 7, replaced: null, 'replaced too': null });
  await spend('BTC', 'of each coin', { two: 7 });
  await spend('LTC', 'of each coin', { two: 8 });
  const faults = await sql.begin(listSpentTwice);
  assert.deepEqual(
    faults.map(({ id }) => id),
    ['BTC twice', 'LTC twice'],
  );
});

test('an order agrees with its payout or payment', async () => {
  await insertBatch(sql, idOf(1), now);
  interface Case {
    order: object;
    payout?: object;
    payment?: object;
  }
  const waiting = { approval: 'waiting' };
  const withdrawal = (status: string, payout?: object): Case => ({
    order: { status },
    ...(payout && { payout }),
  });
  const payment = (status: string, orderStatus: string, isSettled = false): Case => ({
    order: { kind: 'payment', order_type: 'DEPOSIT', status: orderStatus },
    payment: { status, ...(isSettled && { settled_choice_id: idOf(1) }) },
  });
  const right: Record<string, Case> = {
    'waits for a person': { order: { status: 'CREATED', hold: 'approval' }, payout: waiting },
    'waits to be signed': withdrawal('PROCESSING', {}),
    'was approved': withdrawal('PROCESSING', { approval: 'approved' }),
    'was signed': withdrawal('PROCESSING', signed),
    'was signed before a person said yes': withdrawal('PROCESSING', { ...signed, ...waiting }),
    arrived: withdrawal('COMPLETED', completed),
    failed: withdrawal('FAILED', failed),
    'was taken back': withdrawal('REVERSED', reversed),
    'is held by screening': { order: { hold: 'screening' }, payout: {} },
    'is a refund, whose payout ends by itself': { order: { kind: 'refund' }, payout: completed },
    'sends nothing': { order: { kind: 'trade', status: 'CREATED', hold: 'approval' } },
    'is to be paid': payment('PENDING', 'PROCESSING'),
    'is being paid': payment('CONFIRMING', 'PROCESSING'),
    'is to be decided': payment('UNRESOLVED', 'PROCESSING'),
    'was never paid': payment('EXPIRED', 'FAILED'),
    'was paid and taken back': payment('REVERSED', 'REVERSED', true),
    'was paid': payment('PAID', 'COMPLETED', true),
    'was paid and goes back': payment('REFUNDING', 'COMPLETED', true),
    'goes back unsettled': payment('REFUNDING', 'PROCESSING'),
    'went back unsettled': payment('REFUNDED', 'FAILED'),
  };
  const wrong: Record<string, Case> = {
    'has no payout': withdrawal('PROCESSING'),
    'says that it arrived': withdrawal('COMPLETED', signed),
    'says that it is on its way': withdrawal('PROCESSING', completed),
    'says that nobody has to be asked': { order: { kind: 'refund' }, payout: waiting },
    'says that somebody has to be asked': { order: { kind: 'refund', hold: 'approval' }, payout: signed },
    'says that it was paid': payment('PENDING', 'COMPLETED'),
    'says that it may yet be paid': payment('EXPIRED', 'PROCESSING'),
    'says that the coins are here': payment('REVERSED', 'COMPLETED', true),
    'says that it was not paid': payment('PAID', 'PROCESSING', true),
    'says that nothing goes back': payment('REFUNDING', 'FAILED'),
    'says that what went back was kept': payment('REFUNDED', 'COMPLETED'),
    'contradicts both': { ...payment('PENDING', 'FAILED'), payout: waiting },
  };
  const write = async (id: string, { order, payout, payment: paid }: Case) => {
    await insertWithdrawal(sql, id, now, order);
    if (payout) await insertPayout(sql, id, now, payout);
    if (paid) await insertPayment(sql, id, now, { order_id: id, ...paid });
  };
  const names = await namesOf({ ...right, ...wrong }, write, listWrongOrders);
  assert.deepEqual(names, [...Object.keys(wrong), 'contradicts both'], 'the last one twice');
});

test('counts the rows of each table', async () => {
  await insertPayment(sql, idOf(1), now);
  await insertPayout(sql, idOf(1), now);
  for (const digit of [1, 2]) await insertOpenRefund(sql, idOf(digit), idOf(1), now);
  for (const digit of [1, 2, 3]) await insertWithdrawal(sql, idOf(digit), now);
  await spend('BTC', 's', { a: 1, b: 2, c: 3, d: 4 });
  assert.deepEqual(Object.values(await sql.begin(countRows)), [1, 2, 3, 4, 0]);
});
