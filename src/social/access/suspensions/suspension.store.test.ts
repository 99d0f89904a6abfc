import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { actBeside } from '../../../../test/support/row-locks.ts';
import { insertPerson } from '../../../../test/support/social-rows.ts';
import { hexOf, idOf, insertRow, readRows } from '../../../../test/support/table-rows.ts';
import { insertAct, insertAppeal } from '../../../../test/support/town-rows.ts';
import {
  clearSuspension,
  deleteEndedBars,
  findIdentityKey,
  findSuspension,
  insertBars,
  insertIdentityKey,
  setSuspension,
  takeBar,
} from './suspension.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const staff = idOf(9);

beforeEach(async () => {
  for (const table of ['barred_identities', 'identity_keys', 'moderation_acts', 'users'])
    await sql`delete from social.${sql.identifier(table)}`;
});

/** Inserts a user who is suspended until then. If there is a reason, the act has the same digit. */
async function suspend(digit: number, until: Date | string, reason?: string): Promise<void> {
  await insertPerson(sql, idOf(digit), at(-100 - digit), {
    login_id: `login ${digit}`,
    suspended_until: until,
    suspended_by: reason === undefined ? null : idOf(digit),
  });
  if (reason !== undefined)
    await insertAct(sql, idOf(digit), idOf(digit), at(-10), { reason, staff_id: staff });
}

test('finds a suspension while it is in force, with its reason and appeal', async () => {
  await suspend(1, at(1), 'one');
  await suspend(2, 'infinity', 'two');
  await suspend(3, at(1), 'three');
  await suspend(4, at(1));
  await suspend(5, now, 'five');
  await suspend(6, '-infinity');
  await insertAppeal(sql, idOf(1), idOf(2), idOf(2), now);
  await insertAppeal(sql, idOf(2), idOf(3), idOf(3), now, { decided_at: now, accepted: false });
  const found = async (digit: number) => {
    const row = await findSuspension(sql, idOf(digit), now);
    return row && { ...row };
  };
  assert.deepEqual(await found(1), {
    userId: idOf(1),
    actId: idOf(1),
    until: at(1),
    reason: 'one',
    appeal: 'possible',
  });
  assert.deepEqual(await found(2), {
    userId: idOf(2),
    actId: idOf(2),
    until: null,
    reason: 'two',
    appeal: 'open',
  });
  assert.deepEqual(await found(3), {
    userId: idOf(3),
    actId: idOf(3),
    until: at(1),
    reason: 'three',
    appeal: 'refused',
  });
  assert.deepEqual(await found(4), {
    userId: idOf(4),
    actId: null,
    until: at(1),
    reason: '',
    appeal: 'possible',
  });
  assert.deepEqual([await found(5), await found(6), await found(7)], [undefined, undefined, undefined]);
});

test('starts and ends a suspension for one user only', async () => {
  for (const digit of [1, 2, 3]) await suspend(digit, at(digit), 'before');
  const state = async () =>
    (await readRows(sql, 'social', 'users', ['id', 'suspended_until', 'suspended_by'])).map(
      (row) => [row['suspended_until'], row['suspended_by']] as const,
    );
  const untouched = [1, 3].map((digit) => [at(digit).toISOString(), idOf(digit)]);
  assert.deepEqual((await state())[1], [at(2).toISOString(), idOf(2)]);
  const becomes = (until: string, actId?: string) => [untouched[0], [until, actId], untouched[1]];
  await sql.begin((tx) => setSuspension(tx, idOf(2), at(50), idOf(7)));
  assert.deepEqual(await state(), becomes(at(50).toISOString(), idOf(7)));
  await sql.begin((tx) => setSuspension(tx, idOf(2), null, idOf(8)));
  assert.deepEqual(await state(), becomes('infinity', idOf(8)));
  await sql.begin((tx) => clearSuspension(tx, idOf(2)));
  assert.deepEqual(await state(), becomes('-infinity'));
});

const [hashOne, hashTwo] = [Buffer.from('one'), Buffer.from('two')];
/** Gives the user the hashes of an erased user and inserts the bars. */
const bar = async (hash: Buffer, digit: number, address: Buffer | null = null) => {
  await sql`update social.users set identity_hash = ${hash}, address_hash = ${address} where id = ${idOf(digit)}`;
  await sql.begin((tx) => insertBars(tx, idOf(digit), now));
};
const barRow = (hash: Buffer, until: string, reason: string, suspendedAt: Date, staffId?: string) => ({
  identity_hash: hexOf(hash),
  suspended_until: until,
  reason,
  ...(staffId === undefined ? {} : { staff_id: staffId }),
  suspended_at: suspendedAt.toISOString(),
});
const bars = () => readRows(sql, 'social', 'barred_identities');

test('an erased user stays barred for the rest of the suspension, with the same reason', async () => {
  await suspend(1, at(1), 'one');
  await suspend(2, 'infinity');
  await suspend(3, at(3), 'three');
  await bar(hashOne, 1);
  await bar(hashTwo, 2);
  assert.deepEqual(await bars(), [
    barRow(hashOne, at(1).toISOString(), 'one', at(-10), staff),
    barRow(hashTwo, 'infinity', '', at(-102)),
  ]);
  await suspend(4, now);
  await bar(Buffer.from('over'), 4);
  await bar(Buffer.from('nobody'), 7);
  assert.equal((await bars()).length, 2);
});

test('the confirmed address is barred as well', async () => {
  await suspend(1, at(1), 'one');
  await bar(hashOne, 1, hashTwo);
  assert.deepEqual(await bars(), [
    barRow(hashOne, at(1).toISOString(), 'one', at(-10), staff),
    barRow(hashTwo, at(1).toISOString(), 'one', at(-10), staff),
  ]);
});

test('of two bars of one identity the later end wins, and of equal ends the newer bar', async () => {
  await suspend(1, at(1), 'one');
  await suspend(2, at(2), 'two');
  await bar(hashOne, 1);
  await bar(hashOne, 2);
  assert.deepEqual(await bars(), [barRow(hashOne, at(2).toISOString(), 'two', at(-10), staff)]);
  await bar(hashOne, 1);
  assert.deepEqual(await bars(), [barRow(hashOne, at(2).toISOString(), 'two', at(-10), staff)]);
  await suspend(3, at(2), 'three');
  await bar(hashOne, 3);
  assert.deepEqual(await bars(), [barRow(hashOne, at(2).toISOString(), 'three', at(-10), staff)]);
});

const insertBarRow = (name: string, until: Date | string, fields: object = {}) =>
  insertRow(sql, 'social', 'barred_identities', {
    identity_hash: hexOf(Buffer.from(name)),
    suspended_until: until,
    reason: name,
    suspended_at: at(-10),
    ...fields,
  });
const left = async () => (await bars()).map((row) => row['reason']);

test('a bar is taken once, by its own identity, while it is in force', async () => {
  await insertBarRow('a', at(1), { staff_id: staff });
  await insertBarRow('b', 'infinity');
  await insertBarRow('c', now);
  await insertBarRow('d', at(1));
  const take = async (name: string) => {
    const taken = await sql.begin((tx) =>
      takeBar(
        tx,
        name.split('').map((one) => Buffer.from(one)),
        now,
      ),
    );
    return taken && { ...taken };
  };
  assert.equal(await take('c'), undefined);
  assert.equal(await take('x'), undefined);
  assert.deepEqual(await left(), ['a', 'b', 'c', 'd']);
  assert.deepEqual(await take('a'), { until: at(1), reason: 'a', staffId: staff });
  assert.deepEqual(await left(), ['b', 'c', 'd']);
  assert.deepEqual(await take('b'), { until: null, reason: 'b', staffId: null });
  assert.equal(await take('b'), undefined);
  assert.deepEqual(await left(), ['c', 'd']);
  await insertBarRow('e', at(2));
  assert.deepEqual(await take('de'), { until: at(2), reason: 'e', staffId: null }, 'the longer of two');
  assert.deepEqual(await left(), ['c']);
});

test('deletes expired bars, in the order of their ends', async () => {
  await insertBarRow('a', at(-1));
  await insertBarRow('b', at(-3));
  await insertBarRow('c', now);
  await insertBarRow('d', at(-2));
  await insertBarRow('e', at(1));
  await insertBarRow('f', 'infinity');
  assert.equal(await deleteEndedBars(sql, now, 2), 2);
  assert.deepEqual(await left(), ['a', 'c', 'e', 'f']);
  assert.equal(await deleteEndedBars(sql, now, 9), 2);
  assert.deepEqual(await left(), ['e', 'f']);
  assert.equal(await deleteEndedBars(sql, now, 9), 0);
});

test('the deletion skips a bar that another transaction is taking', async () => {
  await insertBarRow('a', now);
  await insertBarRow('b', now);
  let deleted: number | undefined;
  const { waited } = await actBeside(sql, {
    hold: (tx) => tx`
      select from social.barred_identities where identity_hash = ${Buffer.from('a')} for update`,
    act: async () => {
      deleted = await deleteEndedBars(sql, now, 9);
    },
  });
  assert.deepEqual([waited, deleted, await left()], [false, 1, ['a']]);
});

test('the identity key is created once', async () => {
  assert.equal(await findIdentityKey(sql), undefined);
  for (const key of ['first', 'second'])
    await sql.begin((tx) => insertIdentityKey(tx, Buffer.from(key), now));
  assert.deepEqual(await findIdentityKey(sql), Buffer.from('first'));
});
