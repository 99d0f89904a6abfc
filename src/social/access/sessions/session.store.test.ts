import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertPerson } from '../../../../test/support/social-rows.ts';
import { idOf, readRows } from '../../../../test/support/table-rows.ts';
import {
  endSession,
  endUserSessions,
  insertSession,
  isSessionLive,
  lockSession,
  removeOldSessions,
  rotateSession,
} from './session.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const [ana, bia] = [idOf(1), idOf(2)];

beforeEach(async () => {
  await sql`delete from social.users`;
  for (const id of [ana, bia]) await insertPerson(sql, id, now);
  // Two sessions of each user, alternating.
  for (const digit of [3, 4, 5, 6])
    await sql.begin((tx) =>
      insertSession(tx, {
        id: idOf(digit),
        userId: digit % 2 === 0 ? ana : bia,
        sealedKey: Buffer.from('key'),
        now,
        provenAt: at(-digit),
        expiresAt: at(digit),
      }),
    );
});

const sessions = async () =>
  (await readRows(sql, 'social', 'sessions', ['id', 'generation', 'expires_at', 'ended_at']))
    .map(({ id, generation, expires_at: expiry, ended_at: ended }) => {
      const seconds = (Date.parse(String(expiry)) - now.getTime()) / 1000;
      return `${String(id).slice(-1)}: ${String(generation)} until ${seconds}${ended ? ' ended' : ''}`;
    })
    .toSorted();
const live = async (seconds: number) => {
  const found = await Promise.all([3, 4, 5, 6].map((digit) => isSessionLive(sql, idOf(digit), at(seconds))));
  return found.map((isLive) => (isLive ? 'x' : '-')).join('');
};

test('a session lives until its expiry, and rotating changes only one', async () => {
  assert.deepEqual(
    [await live(0), await live(2.999), await live(3), await live(6)],
    ['xxxx', 'xxxx', '-xxx', '----'],
  );
  const [before] = await sessions();
  const generation = Number(/^3: (\d+)/.exec(before ?? '')?.[1]);
  await sql.begin((tx) => rotateSession(tx, idOf(4), at(9)));
  assert.deepEqual(await sessions(), [
    `3: ${generation} until 3`,
    `4: ${generation + 1} until 9`,
    `5: ${generation} until 5`,
    `6: ${generation} until 6`,
  ]);
  const locked = await sql.begin((tx) => lockSession(tx, idOf(4)));
  assert.deepEqual([locked?.id, locked?.user_id, locked?.ended_at], [idOf(4), ana, null]);
  assert.equal(await sql.begin((tx) => lockSession(tx, idOf(9))), undefined);
});

test('ends one session, or all of one user, and each only once', async () => {
  await sql.begin((tx) => endSession(tx, idOf(4), now));
  assert.equal(await live(0), 'x-xx');
  await sql.begin((tx) => endSession(tx, idOf(4), at(1)));
  assert.deepEqual((await sql.begin((tx) => lockSession(tx, idOf(4))))?.ended_at, now);
  assert.deepEqual(await sql.begin((tx) => endUserSessions(tx, ana, now)), [idOf(6)]);
  assert.equal(await live(0), 'x-x-');
  assert.deepEqual(await sql.begin((tx) => endUserSessions(tx, ana, now)), []);
});

test('deletes old sessions up to the limit', async () => {
  assert.equal(await removeOldSessions(sql, at(3), 9), 0);
  assert.equal(await removeOldSessions(sql, at(6), 2), 2);
  assert.equal(await removeOldSessions(sql, at(6), 9), 1);
  assert.equal(await live(0), '---x');
});
