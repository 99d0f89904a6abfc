import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../test/support/database.ts';
import { countLocked } from '../../test/support/row-locks.ts';
import { insertUser, listColumn } from '../../test/support/account-rows.ts';
import { hexOf, insertRow } from '../../test/support/table-rows.ts';
import { newId } from '../platform/ids.ts';
import type { Tx } from '../platform/postgres/client/database.ts';
import { deleteDevicesBefore, deleteKnownAddressesBefore } from './protection/attempts/known-place.store.ts';
import { assignSignUp, deleteAuditBefore, listAudit } from './protection/audit/audit.store.ts';
import { deleteExpiredChanges } from './profile/email-change/email-change.store.ts';
import { deleteExpiredWaysBack } from './profile/email-change/way-back.store.ts';
import {
  deleteUser,
  findUsersToErase,
  lockUserToErase,
  setEraseAt,
} from './profile/erasure/erasure.store.ts';
import {
  deleteExpiredTokens,
  deleteToken,
  deleteTokenByCode,
  deleteTokensOf,
  findUserIdByToken,
  hasUnexpiredToken,
} from './credentials/passwords/reset-token.store.ts';
import {
  deletePicture,
  findPictureByName,
  lacksPicture,
  replacePicture,
  setPictureName,
} from './users/pictures/picture.store.ts';
import { deleteExpiredNonces, insertUsedNonce } from './credentials/social-login/nonce.store.ts';
import { findRowByEmailKey, findRowById, lockRow } from './users/user.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);
const bytes = (text: string) => Buffer.from(text.padEnd(8));
const hex = (text: string) => hexOf(bytes(text));
let anna: string;
let bruno: string;

beforeEach(async () => {
  for (const table of ['audit', 'used_nonces', 'users'])
    await sql`delete from accounts.${sql.identifier(table)}`;
  [bruno, anna] = [newId(), newId()];
  // Inserts Bruno first, so that a statement without the right condition changes his row.
  await user(bruno, 'bruno');
  await user(anna, 'anna');
});

const within = <T>(work: (tx: Tx) => Promise<T> | T): Promise<T> => sql.begin(async (tx) => work(tx));
const user = (id: string, name: string, fields: object = {}) => insertUser(sql, id, name, now, fields);
const all = (table: string, column: string) => listColumn(sql, table, column);

type Sweep = (limit: number) => Promise<number>;
const sweeps: [
  table: string,
  column: string,
  fields: (name: string, when: Date) => object,
  sweep: Sweep,
  isUpToNow: boolean,
][] = [
  [
    'known_addresses',
    'address',
    (name, when) => ({ user_id: anna, address: name, last_used_at: when }),
    (limit) => deleteKnownAddressesBefore(sql, now, limit),
    false,
  ],
  [
    'known_devices',
    'token_hash',
    (name, when) => ({
      token_hash: hex(name),
      user_id: anna,
      description: '',
      created_at: now,
      last_used_at: when,
    }),
    (limit) => deleteDevicesBefore(sql, now, limit),
    false,
  ],
  [
    'audit',
    'event',
    (name, when) => ({
      id: newId(when.getTime()),
      event: name,
      address: '',
      user_agent: '',
      detail: {},
      at: when,
    }),
    (limit) => deleteAuditBefore(sql, now, limit),
    false,
  ],
  [
    'email_changes',
    'email',
    (name, when) => ({
      id: newId(),
      user_id: anna,
      email: name,
      email_key: name,
      created_at: now,
      expires_at: when,
    }),
    (limit) => deleteExpiredChanges(sql, now, limit),
    true,
  ],
  [
    'email_ways_back',
    'email',
    (name, when) => ({
      id: newId(),
      user_id: anna,
      email: name,
      email_key: name,
      token_hash: hex(name),
      created_at: now,
      expires_at: when,
    }),
    (limit) => deleteExpiredWaysBack(sql, now, limit),
    true,
  ],
  [
    'recoveries',
    'token_hash',
    (name, when) => ({
      id: newId(),
      user_id: anna,
      token_hash: hex(name),
      code_hash: hex(name),
      created_at: now,
      expires_at: when,
    }),
    (limit) => deleteExpiredTokens(sql, now, limit),
    true,
  ],
  [
    'used_nonces',
    'hash',
    (name, when) => ({ hash: hex(name), expires_at: when }),
    (limit) => deleteExpiredNonces(sql, now, limit),
    true,
  ],
];
for (const [table, column, fields, sweep, isUpToNow] of sweeps) {
  test(`the sweep of ${table} deletes old rows, oldest first, up to its limit, and skips locked rows`, async () => {
    const moments = { d: 1, c: 0, b: -1, a: -2, held: -3 };
    for (const [name, ms] of Object.entries(moments))
      await insertRow(sql, 'accounts', table, fields(name, at(ms)) as Record<string, unknown>);
    const value = (name: string) => (/hash|key/.test(column) ? hex(name) : name);
    const left = async () => (await all(table, column)).split(',');
    const expected = (...names: string[]) => names.map(value).toSorted((a, b) => (a < b ? -1 : 1));
    await sql.begin(async (tx) => {
      await tx`
        select from accounts.${tx.identifier(table)} t where to_jsonb(t) ->> ${column} = ${value('held')} for update`;
      assert.equal(await sweep(1), 1);
      assert.deepEqual(await left(), expected('b', 'c', 'd', 'held'));
    });
    assert.equal(await sweep(9), isUpToNow ? 3 : 2);
    assert.deepEqual(await left(), isUpToNow ? expected('d') : expected('c', 'd'));
  });
}

test('lists one user’s audit entries newest first and assigns sign-ups by uid within a period', async () => {
  const entry = (event: string, userId: string | null, detail: object = {}, ms = 0) =>
    insertRow(sql, 'accounts', 'audit', {
      id: newId(at(ms).getTime()),
      user_id: userId,
      event,
      address: '',
      user_agent: '',
      detail,
      at: at(ms),
    });
  await entry('one', anna);
  await entry('two', anna);
  await entry('theirs', bruno);
  await entry('three', anna);
  const list = async (before: string | null, limit: number) => listAudit(sql, anna, before, limit);
  const entries = await list(null, 9);
  assert.equal(entries.map(({ event }) => event).join(), 'three,two,one');
  assert.equal((await list(null, 2)).length, 2);
  assert.equal((await list(entries[0]?.id ?? '', 9)).map(({ event }) => event).join(), 'two,one');
  await sql`delete from accounts.audit`;
  await entry('signed_up', null, { uid: 'u', case: 'own' });
  await entry('signed_up', null, { uid: 'u', case: 'first' }, -5);
  await entry('signed_up', null, { uid: 'u', case: 'last' }, 5);
  await entry('signed_up', null, { uid: 'u', case: 'too early' }, -6);
  await entry('signed_up', null, { uid: 'u', case: 'too late' }, 6);
  await entry('signed_up', null, { uid: 'v', case: 'another' });
  await entry('signed_up', bruno, { uid: 'u', case: 'somebody’s' });
  await entry('confirmed', null, { uid: 'u', case: 'something else' });
  await within((tx) => assignSignUp(tx, 'u', anna, { from: at(-5), to: at(5) }));
  const given = (await listAudit(sql, anna, null, 9)).map(({ detail }) => detail['case']);
  assert.deepEqual(new Set(given), new Set(['own', 'first', 'last']));
  assert.equal((await listAudit(sql, bruno, null, 9)).length, 1);
});

test('finds, locks and deletes users who are due to be erased, and leaves the others', async () => {
  await within((tx) => setEraseAt(tx, anna, at(2)));
  await user(newId(), 'c', { erase_at: at(1) });
  const due = async (ms: number, limit = 9) => (await findUsersToErase(sql, at(ms), limit)).length;
  assert.deepEqual([await due(0), await due(1), await due(2), await due(2, 1)], [0, 1, 2, 1]);
  assert.notEqual((await findUsersToErase(sql, at(2), 1))[0]?.id, anna, 'the earliest due user comes first');
  const lock = async (id: string, ms: number) =>
    (await within((tx) => lockUserToErase(tx, id, at(ms))))?.email_key;
  assert.deepEqual(
    [await lock(anna, 2), await lock(anna, 1), await lock(bruno, 9)],
    ['anna', undefined, undefined],
  );
  assert.equal(await countLocked(sql, 'accounts', 'users', (tx) => lockUserToErase(tx, anna, at(2))), 1);
  const find = async (ms: number) => [
    (await findRowById(sql, anna, at(ms)))?.email,
    (await findRowByEmailKey(sql, 'anna', at(ms)))?.email,
    (await within((tx) => lockRow(tx, anna, at(ms))))?.email,
  ];
  assert.deepEqual(
    [await find(1), await find(2)],
    [
      ['anna', 'anna', 'anna'],
      [undefined, undefined, undefined],
    ],
  );
  assert.deepEqual(
    [(await findRowById(sql, bruno, now))?.email, (await findRowByEmailKey(sql, 'bruno', now))?.email],
    ['bruno', 'bruno'],
  );
  assert.equal(await findRowByEmailKey(sql, 'nobody', now), undefined);
  assert.equal(await countLocked(sql, 'accounts', 'users', (tx) => lockRow(tx, anna, now)), 1);
  await within((tx) => deleteUser(tx, anna));
  assert.equal(await all('users', 'email'), 'bruno,c');
});

test('a reset token works for its user only, by token or code, once and until it expires', async () => {
  const token = (name: string, userId: string) =>
    insertRow(sql, 'accounts', 'recoveries', {
      id: newId(),
      user_id: userId,
      token_hash: hex(name),
      code_hash: hex('code'),
      created_at: now,
      expires_at: at(5),
    });
  const has = (userId: string, ms: number) => within((tx) => hasUnexpiredToken(tx, userId, at(ms)));
  await token('theirs', bruno);
  assert.deepEqual([await has(anna, 4), await has(bruno, 4), await has(bruno, 5)], [false, true, false]);
  await token('own', anna);
  const find = (name: string, ms: number) => findUserIdByToken(sql, bytes(name), at(ms));
  assert.deepEqual(
    [await find('own', 4), await find('own', 5), await find('no', 4)],
    [anna, undefined, undefined],
  );
  const take = (name: string, ms: number) => within((tx) => deleteToken(tx, bytes(name), at(ms)));
  assert.deepEqual(
    [await take('own', 5), await take('own', 4), await take('own', 4)],
    [undefined, anna, undefined],
  );
  assert.equal(await all('recoveries', 'user_id'), bruno);
  await token('again', anna);
  const byCode = (userId: string | null, code: string, ms: number) =>
    within((tx) => deleteTokenByCode(tx, userId, [bytes(code)], at(ms)));
  assert.deepEqual(
    [
      await byCode(anna, 'no', 4),
      await byCode(null, 'code', 4),
      await byCode(anna, 'code', 5),
      await byCode(anna, 'code', 4),
    ],
    [false, false, false, true],
  );
  assert.equal(await all('recoveries', 'user_id'), bruno);
  await token('more', anna);
  await within((tx) => deleteTokensOf(tx, anna));
  assert.equal(await all('recoveries', 'user_id'), bruno);
});

test('only one of several simultaneous uses of a nonce succeeds', async () => {
  const use = (name: string) => within((tx) => insertUsedNonce(tx, bytes(name), at(5)));
  const outcomes = await Promise.all(['own', 'own', 'own', 'other'].map(use));
  assert.equal(outcomes.filter(Boolean).length, 2, 'one of each');
});

test('looking for, checking and deleting a picture concerns one user only', async () => {
  for (const [name, userId] of [
    ['p1', bruno],
    ['p2', anna],
  ] as const) {
    await insertRow(sql, 'accounts', 'pictures', {
      name,
      user_id: userId,
      image: hex(name),
      created_at: now,
    });
  }
  assert.deepEqual(
    [await findPictureByName(sql, 'p2'), await findPictureByName(sql, 'p3')],
    [bytes('p2'), undefined],
  );
  const lacks = (userId: string) => within((tx) => lacksPicture(tx, userId));
  assert.deepEqual([await lacks(anna), await lacks(bruno), await lacks(newId())], [true, true, false]);
  await within((tx) => setPictureName(tx, anna, 'p2'));
  assert.deepEqual([await lacks(anna), await lacks(bruno)], [false, true]);
  await within((tx) => deletePicture(tx, anna));
  assert.equal(await all('pictures', 'name'), 'p1');
});

test('a new picture replaces the previous one of the same user only', async () => {
  const replace = (name: string, userId: string) =>
    within((tx) => replacePicture(tx, { name, userId, image: bytes(name), createdAt: now }));
  await replace('p1', bruno);
  await replace('p2', anna);
  await replace('p3', anna);
  assert.equal(await all('pictures', 'name'), 'p1,p3');
  assert.deepEqual(
    [await findPictureByName(sql, 'p1'), await findPictureByName(sql, 'p3')],
    [bytes('p1'), bytes('p3')],
  );
});
