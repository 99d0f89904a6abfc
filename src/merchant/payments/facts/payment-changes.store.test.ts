import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertPayment } from '../../../../test/support/payment-rows.ts';
import { countLocked } from '../../../../test/support/row-locks.ts';
import { idOf, insertRow, readRows } from '../../../../test/support/table-rows.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Choice, Payment } from './payment.rules.ts';
import {
  deleteHeldAlerts,
  deleteUnresolvedAlert,
  findPayment,
  insertAlert,
  insertChoice,
  listChoices,
  lockPayment,
  lockReference,
  setUniqueReferences,
  updatePayment,
  voidChoices,
  wantsUniqueReferences,
} from './payment.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const [own, other] = [idOf(1), idOf(2)] as const;

beforeEach(async () => {
  for (const table of ['payment_alerts', 'payment_choices', 'payments', 'psps'])
    await sql`delete from merchant.${sql.identifier(table)}`;
  for (const id of [1, 2])
    await insertRow(sql, 'merchant', 'psps', { id, name: String(id), created_at: now });
  for (const id of [other, own]) await insertPayment(sql, id, now);
});

/** Runs statements that are deferred to the commit. */
const within = <T>(work: (tx: Tx) => T | Promise<T>): Promise<T> => sql.begin(work);
const read = async (id: string): Promise<Payment> => {
  const payment = await findPayment(sql, 1, id);
  assert.ok(payment);
  return { ...payment };
};

test('each PSP sets whether its references must be unique', async () => {
  const wanted = () => within((tx) => Promise.all([1, 2, 3].map((id) => wantsUniqueReferences(tx, id))));
  assert.deepEqual(await wanted(), [false, false, false]);
  assert.deepEqual(
    [await setUniqueReferences(sql, 2, true), await setUniqueReferences(sql, 3, true)],
    [true, false],
  );
  assert.deepEqual(await wanted(), [false, true, false]);
  assert.equal(await setUniqueReferences(sql, 1, true), true);
  assert.equal(await setUniqueReferences(sql, 2, false), true);
  assert.deepEqual(await wanted(), [true, false, false]);
});

test('a reference is locked until the commit and finds the first payment of its PSP', async () => {
  const add = (digit: number, reference: string, pspId = 1) =>
    insertPayment(sql, idOf(digit), now, { payment_reference: reference, psp_id: pspId });
  await add(6, 'twice');
  await add(5, 'twice');
  await add(4, 'twice', 2);
  await add(3, 'once');
  const found = (pspId: number, reference: string) => within((tx) => lockReference(tx, pspId, reference));
  assert.deepEqual(
    [await found(1, 'twice'), await found(2, 'twice'), await found(1, 'once'), await found(2, 'once')],
    [idOf(5), idOf(4), idOf(3), undefined],
  );
  const locks = await within(async (tx) => {
    await lockReference(tx, 2, 'once');
    return tx`select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid() and granted`;
  });
  assert.equal(locks.length, 1);
});

test('only the payment’s own PSP finds it, and locking it locks no other row', async () => {
  const found = async (pspId: number, digit: number) => (await findPayment(sql, pspId, idOf(digit)))?.id;
  assert.deepEqual(
    [await found(1, 1), await found(1, 2), await found(2, 1), await found(1, 3)],
    [own, other, undefined, undefined],
  );
  const locked = async (digit: number) => (await within((tx) => lockPayment(tx, idOf(digit))))?.id;
  assert.deepEqual([await locked(1), await locked(2), await locked(3)], [own, other, undefined]);
  assert.equal(await countLocked(sql, 'merchant', 'payments', (tx) => lockPayment(tx, own)), 1);
});

test('an update writes the whole payment and no other', async () => {
  await within((tx) => insertChoice(tx, own, choiceOf(5, { coin: 'LTC' })));
  const [was, neighbour] = [await read(own), await read(other)];
  const changed: Payment = {
    ...was,
    status: 'UNRESOLVED',
    exceptions: ['UNDERPAID', 'LATE'],
    choice_id: idOf(5),
    coin: 'LTC',
    order_id: idOf(6),
    settled_choice_id: idOf(7),
    settled_coin_amount: 8n,
    settled_euro_amount: 9n,
    settled_transaction_id: 't',
    released_choice_id: idOf(8),
    accepted_at: at(1),
    reversed_at: at(2),
    cancelled_at: at(3),
    lost_coin_amount: 10n,
    lost_count: 11,
    expires_at: at(4),
    updated_at: at(5),
  };
  await within((tx) => updatePayment(tx, changed));
  assert.deepEqual(await read(own), changed);
  assert.deepEqual(await read(other), neighbour);
});

const choiceOf = (digit: number, fields: Partial<Choice> = {}): Choice => ({
  id: idOf(digit),
  coin: 'BTC',
  address: 'a',
  destination_tag: null,
  destination: 'd',
  payment_uri: 'u',
  price: 5n,
  coin_amount: 7n,
  required_confirmations: 2,
  chosen_at: now,
  expires_at: at(10),
  mined_by: at(20),
  ...fields,
});
const addChoice = (digit: number, paymentId: string, fields: object = {}) =>
  insertRow(sql, 'merchant', 'payment_choices', {
    ...choiceOf(digit),
    payment_id: paymentId,
    chosen_at: at(-60),
    ...fields,
  });
/** Returns the seconds from now to the end of each choice's price and to its deadline for a block. */
const ends = async (paymentId: string) =>
  Object.fromEntries(
    (await listChoices(sql, paymentId)).map((choice) => [
      choice.id.slice(-1),
      [choice.expires_at, choice.mined_by].map((end) => end && (end.getTime() - now.getTime()) / 1000),
    ]),
  );

test('a new choice ends the prices of the earlier ones and shortens their block deadlines by the same time', async () => {
  await addChoice(3, own);
  await addChoice(4, own, { expires_at: at(-5) });
  await addChoice(5, own, { mined_by: null });
  await addChoice(6, other);
  const chosen = choiceOf(7, { coin: 'XRP', destination_tag: '9', expires_at: at(30), mined_by: at(50) });
  await within((tx) => insertChoice(tx, own, chosen));
  assert.deepEqual(await ends(own), { 3: [0, 10], 4: [-5, 20], 5: [0, null], 7: [30, 50] });
  assert.deepEqual(await ends(other), { 6: [10, 20] });
  assert.deepEqual({ ...(await listChoices(sql, own)).at(-1) }, chosen);
});

test('choices are listed per payment, oldest first', async () => {
  await addChoice(5, own, { chosen_at: at(-1) });
  await addChoice(3, own, { chosen_at: at(-1) });
  await addChoice(6, own, { chosen_at: at(-2) });
  await addChoice(4, other);
  const listed = async (id: string) =>
    (await listChoices(sql, id)).map((choice) => choice.id.slice(-1)).join('');
  assert.deepEqual([await listed(own), await listed(other), await listed(idOf(9))], ['635', '4', '']);
});

test('voided choices of a payment end at the time they were chosen', async () => {
  await addChoice(3, own);
  await addChoice(4, own, { chosen_at: at(-7) });
  await addChoice(5, other);
  await within((tx) => voidChoices(tx, own));
  assert.deepEqual([await ends(own), await ends(other)], [{ 3: [-60, 20], 4: [-7, 20] }, { 5: [10, 20] }]);
});

const alerts = async () =>
  (await readRows(sql, 'merchant', 'payment_alerts')).map(
    (row) => `${String(row['payment_id']).slice(-1)} ${String(row['kind'])}`,
  );

test('an alert is raised once per payment and kind', async () => {
  const call = (id: string, kind: string, seconds: number) =>
    within((tx) => insertAlert(tx, id, kind, at(seconds)));
  assert.deepEqual([await call(own, 'stray_coins', 1), await call(own, 'stray_coins', 2)], [true, false]);
  assert.deepEqual([await call(own, 'unresolved', 3), await call(other, 'stray_coins', 4)], [true, true]);
  assert.deepEqual(await readRows(sql, 'merchant', 'payment_alerts'), [
    { payment_id: own, kind: 'stray_coins', created_at: at(1).toISOString() },
    { payment_id: own, kind: 'unresolved', created_at: at(3).toISOString() },
    { payment_id: other, kind: 'stray_coins', created_at: at(4).toISOString() },
  ]);
});

test('deleting alerts about held coins, or the alert to resolve a payment, affects one payment only', async () => {
  const kinds = ['coins_after_end', 'stray_coins', 'unresolved'];
  const callAll = async () => {
    await sql`delete from merchant.payment_alerts`;
    for (const id of [own, other])
      for (const kind of kinds) await within((tx) => insertAlert(tx, id, kind, now));
  };
  const others = kinds.map((kind) => `2 ${kind}`);
  await callAll();
  await within((tx) => deleteHeldAlerts(tx, own, ['stray_coins', 'else']));
  assert.deepEqual(await alerts(), ['1 stray_coins', '1 unresolved', ...others]);
  await within((tx) => deleteHeldAlerts(tx, own, []));
  assert.deepEqual(await alerts(), ['1 unresolved', ...others]);
  await callAll();
  await within((tx) => deleteUnresolvedAlert(tx, own));
  assert.deepEqual(await alerts(), ['1 coins_after_end', '1 stray_coins', ...others]);
});
