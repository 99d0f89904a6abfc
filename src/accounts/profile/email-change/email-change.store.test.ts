import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertUser, listColumn } from '../../../../test/support/account-rows.ts';
import { hexOf, insertRow, readRows } from '../../../../test/support/table-rows.ts';
import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import {
  deleteChange,
  deleteChangesOf,
  findChangeByToken,
  findUnmailedChange,
  setChangeTokenHash,
  updateEmail,
  takeGuessOfChange,
} from './email-change.store.ts';
import {
  deleteWaysBackSince,
  extendWaysBack,
  findFirstWayBackTo,
  findWayBackByToken,
} from './way-back.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);
const bytes = (text: string) => Buffer.from(text.padEnd(8));
const hex = (text: string) => hexOf(bytes(text));
let anna: string;
let bruno: string;

beforeEach(async () => {
  await sql`delete from accounts.users`;
  [bruno, anna] = [newId(), newId()];
  // Inserts Bruno first, so that a statement without the right condition changes his row.
  await user(bruno, 'bruno');
  await user(anna, 'anna');
});

const within = <T>(work: (tx: Tx) => Promise<T> | T): Promise<T> => sql.begin(async (tx) => work(tx));
const user = (id: string, name: string, fields: object = {}) => insertUser(sql, id, name, now, fields);
const all = (table: string, column: string) => listColumn(sql, table, column);

test('finds and deletes address changes of one user only, and counts guesses per change', async () => {
  const change = (id: string, userId: string, email: string, fields: object = {}) =>
    insertRow(sql, 'accounts', 'email_changes', {
      id,
      user_id: userId,
      email,
      email_key: email,
      created_at: now,
      expires_at: at(5),
      ...fields,
    });
  const [own, other, theirs] = [newId(), newId(), newId()];
  await change(theirs, bruno, 'wanted');
  await change(other, anna, 'other');
  await change(own, anna, 'wanted');
  const unmailed = async (id: string, ms = 4) =>
    (await within((tx) => findUnmailedChange(tx, id, at(ms))))?.id;
  assert.deepEqual(
    [await unmailed(own), await unmailed(own, 5), await unmailed(newId())],
    [own, undefined, undefined],
  );
  const token = (id: string, name: string) => within((tx) => setChangeTokenHash(tx, id, bytes(name)));
  assert.deepEqual(
    [await token(own, 'a'), await token(own, 'b'), await unmailed(own)],
    [true, false, undefined],
  );
  await token(other, 'c');
  assert.deepEqual(
    [await takeGuessOfChange(sql, own, 1), await takeGuessOfChange(sql, own, 1)],
    [true, false],
  );
  const byToken = async (name: string, ms = 4) => {
    const found = await findChangeByToken(sql, bytes(name), at(ms));
    return found && `${found.email} ${found.wrong_passwords}`;
  };
  assert.deepEqual(
    [await byToken('a'), await byToken('c'), await byToken('a', 5), await byToken('b')],
    ['wanted 1', 'other 0', undefined, undefined],
  );
  await within((tx) => deleteChangesOf(tx, anna, 'wanted'));
  assert.equal(await all('email_changes', 'id'), [theirs, own].toSorted((a, b) => (a < b ? -1 : 1)).join());
  assert.deepEqual(
    [await within((tx) => deleteChange(tx, own)), await within((tx) => deleteChange(tx, own))],
    [true, false],
  );
  await change(own, anna, 'wanted');
  await within((tx) => deleteChangesOf(tx, anna));
  assert.equal(await all('email_changes', 'id'), theirs);
});

test('updating an address deletes another account with that address only if that account is due for erasure', async () => {
  await user(newId(), 'due', { erase_at: now });
  await user(newId(), 'due-too', { erase_at: at(-1) });
  await within((tx) => updateEmail(tx, anna, { email: 'due', email_key: 'due' }, now));
  assert.equal(await all('users', 'email'), 'bruno,due,due-too');
  const own = (await readRows(sql, 'accounts', 'users')).find((row) => row['id'] === anna);
  assert.deepEqual([own?.['email'], own?.['email_confirmed_at']], ['due', now.toISOString()]);
  await user(newId(), 'later', { erase_at: at(1) });
  await assert.rejects(
    within((tx) => updateEmail(tx, anna, { email: 'later', email_key: 'later' }, now)),
    /duplicate/,
  );
});

const way = (name: string, userId: string, ms: number, fields: object = {}) =>
  insertRow(sql, 'accounts', 'email_ways_back', {
    id: newId(),
    user_id: userId,
    email: name,
    email_key: name,
    token_hash: hex(`${name}${ms}`),
    created_at: at(ms),
    expires_at: at(50),
    ...fields,
  });

test('finds the earliest restore link to an address, and extends only links that would expire sooner', async () => {
  await way('theirs', bruno, 0);
  await way('one', bruno, 1);
  await way('one', anna, 2, { expires_at: at(10) });
  await way('one', anna, 4);
  await way('one', anna, 3);
  await way('other', anna, 5, { expires_at: at(70) });
  const first = async (email: string, ms: number) =>
    (await within((tx) => findFirstWayBackTo(tx, anna, email, at(ms))))?.created_at.getTime();
  assert.deepEqual(
    [await first('one', 9), await first('one', 10), await first('one', 50), await first('theirs', 9)],
    [at(2).getTime(), at(3).getTime(), undefined, undefined],
  );
  await within((tx) => extendWaysBack(tx, anna, at(10), at(60)));
  const ends = (await readRows(sql, 'accounts', 'email_ways_back')).map(
    (row) => new Date(String(row['expires_at'])).getTime() - now.getTime(),
  );
  assert.deepEqual(
    ends.toSorted((one, other) => one - other),
    [10, 50, 50, 60, 60, 70],
  );
});

test('a restore link is found until it expires; using it deletes later links and links to the same address', async () => {
  await way('theirs', bruno, 9);
  await way('before', anna, 1);
  await way('same', anna, 0);
  await way('same', anna, 2);
  await way('since', anna, 3);
  await way('together', anna, 2);
  const find = (ms: number) => findWayBackByToken(sql, bytes('same2'), at(ms));
  const found = await find(49);
  assert.deepEqual([found?.email, await find(50)], ['same', undefined]);
  assert.ok(found);
  await within((tx) => deleteWaysBackSince(tx, found));
  assert.equal(await all('email_ways_back', 'email'), 'before,theirs');
});
