import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../test/support/database.ts';
import { newId } from '../../platform/ids.ts';
import {
  deleteExpiredSessions,
  deletePasswordChangeSessions,
  deleteSession,
  deleteSessions,
  findSessionByHash,
  insertSession,
  listSessions,
  touchSession,
} from './session.store.ts';

const sql = await useTestSql();
let ana: string;
let bia: string;

beforeEach(async () => {
  await sql`delete from accounts.users`;
  [ana, bia] = [await createUser(), await createUser()];
});

const minute = (count: number): Date => new Date(Date.parse('2026-03-01T12:00:00Z') + count * 60_000);

async function createUser(): Promise<string> {
  const id = newId();
  await sql`
    insert into accounts.users (id, email, first_name, last_name, language, created_at)
    values (${id}, 'a@example.com', 'A', 'B', 'en', ${minute(0)})`;
  return id;
}

async function begin(
  userId: string,
  { createdAt = 0, expiresAt = 60 } = {},
): Promise<{ id: string; hash: Buffer }> {
  const id = newId(minute(createdAt).getTime());
  const hash = Buffer.from(id);
  await sql.begin((tx) =>
    insertSession(tx, {
      id,
      userId,
      tokenHash: hash,
      mustChangePassword: false,
      oneTimePasswordHash: null,
      address: '192.0.2.1',
      userAgent: 'test',
      createdAt: minute(createdAt),
      authenticatedAt: null,
      amr: ['pwd'],
      expiresAt: minute(expiresAt),
    }),
  );
  return { id, hash };
}
const idsOf = async (userId: string, at: number): Promise<string[]> =>
  (await listSessions(sql, userId, minute(at))).map(({ id }) => id);

test('a session is found and listed until it expires', async () => {
  const { id, hash } = await begin(ana);
  assert.equal((await findSessionByHash(sql, hash, minute(59)))?.id, id);
  assert.deepEqual(await idsOf(ana, 59), [id]);
  assert.equal(await findSessionByHash(sql, hash, minute(60)), undefined);
  assert.deepEqual(await idsOf(ana, 60), []);
});

test('lists at most 200 sessions of one user, last seen first', async () => {
  const [one, two] = [await begin(ana), await begin(ana)];
  const other = await begin(bia);
  assert.deepEqual(await idsOf(ana, 1), [two.id, one.id]);
  await touchSession(sql, one.id, minute(5), minute(90));
  assert.deepEqual(await idsOf(ana, 1), [one.id, two.id]);
  assert.deepEqual(await idsOf(ana, 70), [one.id]);
  assert.deepEqual(await idsOf(bia, 1), [other.id]);
  for (let count = 0; count < 200; count++) await begin(ana);
  assert.equal((await idsOf(ana, 1)).length, 200);
});

test('deletes one, all but one, or all sessions of one user only', async () => {
  const [one, two, three] = [await begin(ana), await begin(ana), await begin(ana)];
  const other = await begin(bia);
  assert.equal(await sql.begin((tx) => deleteSession(tx, ana, other.id)), false);
  assert.equal(await sql.begin((tx) => deleteSession(tx, ana, two.id)), true);
  assert.deepEqual(await idsOf(ana, 1), [three.id, one.id]);
  assert.equal(await sql.begin((tx) => deleteSessions(tx, ana, three.id)), 1);
  assert.deepEqual(await idsOf(ana, 1), [three.id]);
  assert.equal(await sql.begin((tx) => deleteSessions(tx, ana, null)), 1);
  assert.deepEqual([await idsOf(ana, 1), await idsOf(bia, 1)], [[], [other.id]]);
});

test('deletes expired sessions, oldest first, up to the limit, and skips locked ones', async () => {
  const [late, early] = [await begin(ana, { expiresAt: 20 }), await begin(ana, { expiresAt: 10 })];
  const kept = await begin(bia, { expiresAt: 21 });
  assert.equal(await deleteExpiredSessions(sql, minute(9), 10), 0);
  assert.equal(await deleteExpiredSessions(sql, minute(20), 1), 1);
  assert.equal(await findSessionByHash(sql, early.hash, minute(0)), undefined);
  await sql.begin(async (tx) => {
    await tx`select from accounts.sessions where id = ${late.id} for update`;
    assert.equal(await deleteExpiredSessions(sql, minute(20), 10), 0);
  });
  assert.equal(await deleteExpiredSessions(sql, minute(20), 10), 1);
  assert.deepEqual(await idsOf(bia, 0), [kept.id]);
});

test('deletes one user’s sessions that may only change the password', async () => {
  const [whole, bound] = [await begin(ana), await begin(ana)];
  const other = await begin(bia);
  await sql`update accounts.sessions set must_change_password = true where id <> ${whole.id}`;
  assert.deepEqual((await idsOf(ana, 1)).toSorted(), [whole.id, bound.id].toSorted());
  await sql.begin((tx) => deletePasswordChangeSessions(tx, ana));
  assert.deepEqual([await idsOf(ana, 1), await idsOf(bia, 1)], [[whole.id], [other.id]]);
});
