import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertPerson } from '../../../../test/support/social-rows.ts';
import { idOf, insertRow } from '../../../../test/support/table-rows.ts';
import { insertBetween } from '../../../../test/support/town-rows.ts';
import type { UpdateKind } from '../../delivery/updates/update.rules.ts';
import { findCounter, findUpdates } from './live.store.ts';

const sql = await useTestSql();

const dayMs = 86_400_000;
const now = new Date('2026-03-01T12:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);
/** Combined with one person of a lower and one of a higher id only. */
const me = idOf(5);
const [lower, upper] = [idOf(3), idOf(7)];

beforeEach(async () => {
  for (const table of ['updates', 'chats', 'pairs', 'users'])
    await sql`delete from social.${sql.identifier(table)}`;
  for (let digit = 1; digit <= 9; digit += 1) await insertPerson(sql, idOf(digit), now);
  for (const id of [lower, upper]) await insertBetween(sql, 'pairs', me, id, { combined_at: now });
});

const update = (userId: string, seq: number, fields: object = {}) =>
  insertRow(sql, 'social', 'updates', { user_id: userId, seq, kind: 'notice', created_at: now, ...fields });
const found = async (wanted: readonly [digit: number, since: number][], limit = 9) =>
  (
    await findUpdates(
      sql,
      wanted.map(([digit, since]) => ({ userId: idOf(digit), since })),
      { limit, now },
    )
  ).map(({ userId, seq }) => `${userId.slice(-1)}.${seq}`);

test('returns to each user the updates after the user’s own number, in order, up to the limit', async () => {
  for (const seq of [3, 1, 4, 2]) for (const digit of [7, 5, 6]) await update(idOf(digit), seq);
  assert.deepEqual(
    await found([
      [7, 2],
      [5, 0],
    ]),
    ['5.1', '5.2', '5.3', '5.4', '7.3', '7.4'],
  );
  assert.deepEqual(
    await found(
      [
        [7, 1],
        [5, 0],
      ],
      2,
    ),
    ['5.1', '5.2', '7.2', '7.3'],
  );
  assert.deepEqual(await found([[8, 0]]), []);
});

test('leaves out updates dated a day or more ahead', async () => {
  await update(me, 1, { created_at: at(dayMs - 1) });
  await update(me, 2, { created_at: at(dayMs) });
  await update(me, 3, { created_at: at(-dayMs) });
  assert.deepEqual(await found([[5, 0]]), ['5.1', '5.3']);
});

test('returns an update as it was written', async () => {
  const body = { from: lower };
  await update(me, 1, { kind: 'typing', low_id: lower, high_id: me, message_id: idOf(9), body });
  const [row] = await findUpdates(sql, [{ userId: me, since: 0 }], { limit: 1, now });
  assert.deepEqual(
    { ...row },
    {
      userId: me,
      seq: 1n,
      kind: 'typing',
      lowId: lower,
      highId: me,
      messageId: idOf(9),
      body,
      createdAt: now,
      visible: true,
    },
  );
});

async function isVisible(kind: UpdateKind, fields: object): Promise<boolean | undefined> {
  await sql`delete from social.updates`;
  await update(me, 1, { kind, ...fields });
  const [row] = await findUpdates(sql, [{ userId: me, since: 0 }], { limit: 1, now });
  return row?.visible;
}

const upTo = idOf(4);
/** Every kind of update that names another user. */
const namings: readonly { kind: UpdateKind; fieldsOf: (otherId: string) => object }[] = [
  {
    kind: 'message',
    fieldsOf: (otherId) =>
      otherId < me ? { low_id: otherId, high_id: me } : { low_id: me, high_id: otherId },
  },
  { kind: 'typing', fieldsOf: (otherId) => ({ body: { from: otherId } }) },
  { kind: 'combination', fieldsOf: (otherId) => ({ body: { userId: otherId } }) },
  { kind: 'chat_emptied', fieldsOf: (otherId) => ({ body: { userId: otherId, upTo } }) },
  { kind: 'read', fieldsOf: (otherId) => ({ body: { by: otherId, of: me, upTo } }) },
  { kind: 'read', fieldsOf: (otherId) => ({ body: { by: me, of: otherId, upTo } }) },
];
const namedBy = async (otherId: string) => {
  const shown: (boolean | undefined)[] = [];
  for (const { kind, fieldsOf } of namings) shown.push(await isVisible(kind, fieldsOf(otherId)));
  return shown;
};
const all = namings.map(() => true);
const none = namings.map(() => false);

test('shows updates that name another user only while the two are combined', async () => {
  // Other people are combined with me or with them.
  await insertBetween(sql, 'pairs', me, idOf(8));
  await insertBetween(sql, 'pairs', me, idOf(2));
  await insertBetween(sql, 'pairs', lower, idOf(8), { combined_at: now });
  await insertBetween(sql, 'pairs', upper, idOf(2), { combined_at: now });
  for (const id of [lower, upper]) assert.deepEqual(await namedBy(id), all);
  for (const digit of [1, 2, 8, 9]) assert.deepEqual(await namedBy(idOf(digit)), none);
});

test('hides updates that name a deleted or suspended user', async () => {
  const shown = async (person: object) => {
    await sql`delete from social.users where id = ${upper}`;
    await insertPerson(sql, upper, now, person);
    return namedBy(upper);
  };
  assert.deepEqual(await shown({}), all);
  assert.deepEqual(await shown({ deleted_at: now }), none);
  assert.deepEqual(await shown({ suspended_until: at(1) }), none);
  assert.deepEqual(await shown({ suspended_until: now }), all);
});

test('always shows the end of a combination and updates without another user', async () => {
  assert.equal(await isVisible('combination_undone', { body: { userId: idOf(9) } }), true);
  assert.equal(await isVisible('event', { body: {} }), true);
  assert.equal(await isVisible('notice', { body: {} }), true);
});

test('hides read marks of chats that the viewer has emptied, and nothing else', async () => {
  // Other chats of both people are emptied.
  const emptied = { low_cleared_id: idOf(9), high_cleared_id: idOf(9) };
  await insertBetween(sql, 'chats', me, idOf(8), emptied);
  await insertBetween(sql, 'chats', me, idOf(2), emptied);
  await insertBetween(sql, 'chats', upper, idOf(2), emptied);
  await insertBetween(sql, 'chats', lower, idOf(8), emptied);
  const withoutRead = namings.map(({ kind }) => kind !== 'read');
  for (const id of [lower, upper]) {
    const shown = async (fields: Record<string, unknown>) => {
      await sql`
        delete from social.chats where low_id = least(${me}::uuid, ${id}) and high_id = greatest(${me}::uuid, ${id})`;
      await insertBetween(sql, 'chats', me, id, fields);
      return namedBy(id);
    };
    assert.deepEqual(await shown({}), all);
    assert.deepEqual(await shown({ my_cleared_id: idOf(3) }), all);
    assert.deepEqual(await shown({ my_cleared_id: upTo }), withoutRead);
    assert.deepEqual(await shown({ my_cleared_id: idOf(5) }), withoutRead);
    assert.deepEqual(await shown({ their_cleared_id: idOf(5) }), all);
  }
});

test('returns the user’s own counter, or zero if there is none', async () => {
  await insertRow(sql, 'social', 'update_counters', { user_id: lower, last_seq: 9, forgotten_seq: 8 });
  await insertRow(sql, 'social', 'update_counters', { user_id: me, last_seq: 5, forgotten_seq: 2 });
  assert.deepEqual(await findCounter(sql, me), { lastSeq: 5, forgottenSeq: 2 });
  assert.deepEqual(await findCounter(sql, lower), { lastSeq: 9, forgottenSeq: 8 });
  assert.deepEqual(await findCounter(sql, upper), { lastSeq: 0, forgottenSeq: 0 });
});
