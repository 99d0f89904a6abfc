import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { countLocked } from '../../../../test/support/row-locks.ts';
import { insertChainAddress, insertOutput } from '../../../../test/support/chain-rows.ts';
import { insertPayment } from '../../../../test/support/payment-rows.ts';
import { idOf, insertRow, readRows } from '../../../../test/support/table-rows.ts';
import { insertDepositAddress } from '../../../../test/support/treasury-rows.ts';
import { newId } from '../../../platform/ids.ts';
import {
  countHeld,
  insertScreening,
  listDue,
  listHeld,
  listUnscreenedOutputs,
  listUnscreenedPayouts,
  lockScreening,
  saveScreening,
  setOutputScreening,
  type Unscreened,
} from './screening.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);

before(async () => {
  for (const id of [1, 2])
    await insertRow(sql, 'merchant', 'psps', { id, name: String(id), created_at: now });
  // The trigger forbids deletion; tests disable it to start with an empty table.
  await sql`alter table merchant.screenings disable trigger user`;
});
beforeEach(async () => {
  await sql`delete from merchant.screenings`;
});

const payout = (id: string, fields: object = {}) =>
  insertRow(sql, 'merchant', 'payouts', {
    id,
    coin: 'BTC',
    kind: 'withdrawal',
    order_id: newId(),
    psp_id: 1,
    address: 'a',
    destination: 'd',
    amount: 5n,
    fee_allowance: 0n,
    euro_value: 0n,
    status: 'RESERVED',
    screening: 'unasked',
    created_at: now,
    updated_at: now,
    ...fields,
  });

/** Inserts a screening; its address is its name in the test. */
const screening = (address: string, fields: object = {}) =>
  insertRow(sql, 'merchant', 'screenings', {
    id: newId(),
    direction: 'out',
    purpose: 'payout',
    subject_id: newId(),
    psp_id: 1,
    coin: 'BTC',
    address,
    amount: 5n,
    status: 'pending',
    due_at: now,
    created_at: now,
    updated_at: now,
    ...fields,
  });
const decided = { due_at: null, decided_by: 'service' };
const came = (transaction: string) => ({
  direction: 'in',
  purpose: 'payment',
  transaction_id: transaction,
  output_index: 0,
});

test('lists reserved payouts without a screening, oldest first', async () => {
  const ids = Array.from({ length: 4 }, () => newId()).toSorted((a, b) => (a < b ? -1 : 1));
  const [a = '', b = '', c = '', d = ''] = ids;
  await payout(b);
  await payout(a);
  await payout(c, { screening: 'pending' });
  await payout(d, { status: 'FAILED' });
  const list = async (limit: number) =>
    (await listUnscreenedPayouts(sql, limit)).map((row) => row.subject_id);
  assert.deepEqual([await list(9), await list(1)], [[a, b], [a]]);
});

test('a screening is created once', async () => {
  const given: Unscreened = {
    direction: 'out',
    purpose: 'payout',
    subject_id: newId(),
    psp_id: 1,
    coin: 'BTC',
    transaction_id: null,
    output_index: null,
    address: 'a',
    destination_tag: null,
    amount: 5n,
  };
  const insert = () => sql.begin((tx) => insertScreening(tx, newId(), given, now));
  assert.deepEqual([await insert(), await insert()], [true, false]);
  const [row, ...others] = await readRows(sql, 'merchant', 'screenings');
  assert.deepEqual([row?.['status'], row?.['due_at'], others.length], ['pending', now.toISOString(), 0]);
});

test("due screenings are listed in order, with their subject's customer data", async () => {
  const [order, other] = [newId(), newId()];
  const customer = (id: string, name: string | null) =>
    insertRow(sql, 'merchant', 'orders', {
      id,
      psp_id: 1,
      kind: 'withdrawal',
      order_type: 'WITHDRAW',
      status: 'PROCESSING',
      currency_pair: 'BTCEUR',
      customer_reference_id: name,
      metadata: {},
      created_at: now,
      updated_at: now,
    });
  await customer(other, 'somebody else');
  await customer(order, 'own');
  const [subject, ids] = [newId(), [newId(), newId()].toSorted((a, b) => (a < b ? -1 : 1))];
  await payout(subject, { order_id: order, screening: null });
  await payout(newId(), { order_id: other, kind: 'refund', screening: null });
  await screening('second', { id: ids[1] });
  await screening('first', { id: ids[0], subject_id: subject });
  await screening('earlier', { due_at: at(-1) });
  await screening('later', { due_at: at(1) });
  await screening('decided', decided);
  await screening('came', { ...came('t'), subject_id: subject, due_at: at(-2) });
  const due = async (limit: number) =>
    (await listDue(sql, now, limit)).map((row) =>
      [row.address, row.payout_kind, row.customer?.['customer_reference_id']].filter(Boolean).join(' '),
    );
  assert.deepEqual(await due(9), ['came', 'earlier', 'first withdrawal own', 'second']);
  assert.deepEqual(await due(2), ['came', 'earlier']);
  assert.deepEqual(await due(3), ['came', 'earlier', 'first withdrawal own']);
});

test('a screening refers to the subject of its purpose, even if other subjects have the same id', async () => {
  // The id exists in all three tables; the purpose selects one.
  for (const digit of [6, 7, 8]) {
    await payout(idOf(digit), { screening: null });
    await insertPayment(sql, idOf(digit), now, { customer_reference_id: `payer ${digit}` });
    await insertDepositAddress(sql, idOf(digit), now, { customer_reference_id: `depositor ${digit}` });
  }
  await screening('paid', { ...came('t'), subject_id: idOf(6) });
  await screening('deposited', { ...came('u'), purpose: 'deposit', subject_id: idOf(7) });
  await screening('paid out', { subject_id: idOf(8) });
  const due = (await listDue(sql, now, 9)).map((row) =>
    [row.address, row.payout_kind, row.customer?.['customer_reference_id']].filter(Boolean).join(': '),
  );
  assert.deepEqual(
    due.toSorted(),
    ['deposited: depositor 7', 'paid out: withdrawal', 'paid: payer 6'].toSorted(),
  );
});

test('an answer is stored with its screening only', async () => {
  const [id, other] = [newId(), newId()];
  await screening('other', { id: other });
  await screening('own', { id });
  assert.equal((await sql.begin((tx) => lockScreening(tx, id)))?.address, 'own');
  assert.equal(await countLocked(sql, 'merchant', 'screenings', (tx) => lockScreening(tx, id)), 1);
  const change = { status: 'deny', decided_by: 'service', reason: 'r', attempts: 2, due_at: null } as const;
  await sql.begin((tx) => saveScreening(tx, id, change, at(5)));
  const rows = await readRows(sql, 'merchant', 'screenings', ['address', 'status', 'attempts']);
  assert.deepEqual(
    new Map(rows.map((row) => [row['address'], [row['status'], row['attempts']]])),
    new Map([
      ['own', ['deny', 2]],
      ['other', ['pending', 0]],
    ]),
  );
});

test('held screenings wait for staff; denied incoming coins are listed on request', async () => {
  await screening('pending');
  await screening('review', { ...decided, status: 'review' });
  await screening('allowed', { ...decided, status: 'allow' });
  await screening('denied', { ...decided, status: 'deny' });
  await screening('denied-came', { ...decided, ...came('t'), status: 'deny' });
  await screening('came', came('u'));
  await screening('allowed-came', { ...decided, ...came('v'), status: 'allow' });
  const held = async (withDenied: boolean, limit = 9) =>
    (await listHeld(sql, withDenied, limit)).map((row) => row.address).join(' ');
  assert.equal(await held(false), 'pending review came');
  assert.equal(await held(true), 'pending review denied-came came');
  assert.equal(await held(true, 1), 'pending');
  const counted = (await countHeld(sql)).map((row) => `${row.direction} ${row.status} ${row.count}`);
  assert.deepEqual(new Set(counted), new Set(['out pending 1', 'out review 1', 'in pending 1']));
});

test('mined incoming coins without a screening are listed with their owner', async () => {
  await insertPayment(sql, idOf(1), now);
  await insertPayment(sql, idOf(2), now, { psp_id: 2 });
  await insertDepositAddress(sql, idOf(3), now, { psp_id: 2 });
  await insertDepositAddress(sql, idOf(4), now);
  for (const destination of ['one', 'two'])
    await insertChainAddress(sql, 'BTC', destination, idOf(1), now, {
      address: `address ${destination}`,
      destination_tag: destination === 'two' ? '7' : null,
    });
  const receive = (name: string, digit: number, purpose: string, fields: object = {}) =>
    insertOutput(
      sql,
      { coin: 'BTC', transaction_id: name, destination: purpose === 'deposit' ? 'two' : 'one', amount: 5n },
      now,
      { purpose, subject_id: idOf(digit), screening: 'unasked', ...fields },
    );
  await receive('deposited', 3, 'deposit');
  await receive('paid', 1, 'payment');
  await receive('in no block', 1, 'payment', { block_height: null, unconfirmed: true });
  await receive('asked', 1, 'payment', { screening: 'pending' });
  await receive('not to be asked', 1, 'payment', { screening: null });
  await receive('of nobody', 1, 'funds');
  await receive('of nobody either', 3, 'funds');
  const found = (await listUnscreenedOutputs(sql, 9)).map((row) => ({ ...row }));
  const both = { direction: 'in', coin: 'BTC', output_index: 0, amount: 5n };
  assert.deepEqual(
    found.toSorted((a, b) => (a.purpose < b.purpose ? -1 : 1)),
    [
      {
        ...both,
        purpose: 'deposit',
        subject_id: idOf(3),
        psp_id: 2,
        transaction_id: 'deposited',
        address: 'address two',
        destination_tag: '7',
      },
      {
        ...both,
        purpose: 'payment',
        subject_id: idOf(1),
        psp_id: 1,
        transaction_id: 'paid',
        address: 'address one',
        destination_tag: null,
      },
    ],
  );
  assert.equal((await listUnscreenedOutputs(sql, 1)).length, 1);
});

test('the result is stored with its output only, and not after the output was credited', async () => {
  const outputs = [
    ['BTC', 'own', 0],
    ['LTC', 'own', 0],
    ['BTC', 'own', 1],
    ['BTC', 'other', 0],
    ['BTC', 'credited', 0],
  ] as const;
  await sql`delete from merchant.chain_outputs`;
  for (const [coin, id, index] of outputs)
    await insertOutput(sql, { coin, transaction_id: id, output_index: index }, now, {
      screening: 'pending',
      credited: id === 'credited',
    });
  for (const name of ['own', 'credited']) {
    const id = newId();
    await screening(name, { id, ...came(name) });
    await sql.begin(async (tx) => {
      const asked = await lockScreening(tx, id);
      assert.ok(asked);
      await setOutputScreening(tx, asked, 'allow');
    });
  }
  const rows = await readRows(sql, 'merchant', 'chain_outputs');
  const seen = rows.map((row) =>
    ['coin', 'transaction_id', 'output_index', 'screening'].map((name) => row[name]).join(' '),
  );
  assert.deepEqual(
    new Set(seen),
    new Set([
      'BTC own 0 allow',
      'LTC own 0 pending',
      'BTC own 1 pending',
      'BTC other 0 pending',
      'BTC credited 0 pending',
    ]),
  );
});
