import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertPerson } from '../../../../test/support/social-rows.ts';
import { idOf, readRows } from '../../../../test/support/table-rows.ts';
import type { UpdateKind } from './update.rules.ts';
import {
  deleteUpdatesOfUser,
  forgetTyping,
  forgetUpdates,
  insertUpdates,
  recordGivenFragment,
  type NewUpdate,
} from './update.store.ts';

const sql = await useTestSql();
beforeEach(async () => {
  await sql`truncate social.updates`;
  await sql`delete from social.users`;
  for (const id of [ana, bia, eva, leo]) await insertPerson(sql, id, now);
});

const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const [ana, bia, eva, leo] = [idOf(1), idOf(2), idOf(3), idOf(4)];

const record = (userId: string, kind: UpdateKind, fields: Partial<NewUpdate> = {}, seconds = 0) =>
  sql.begin((tx) => insertUpdates(tx, [{ userId, kind, ...fields }], at(seconds)));
const listed = async () =>
  (await readRows(sql, 'social', 'updates'))
    .map((row) => `${String(row['user_id']).slice(-1)}.${String(row['seq'])}`)
    .toSorted()
    .join(' ');
const forgotten = async () =>
  Object.fromEntries(
    (await readRows(sql, 'social', 'update_counters')).map((row) => [
      String(row['user_id']).slice(-1),
      Number(row['forgotten_seq']),
    ]),
  );

test('an erasure deletes a user’s updates and those of the given users that name the user', async () => {
  const between = (one: string, other: string) => ({ message: { lowId: one, highId: other, id: idOf(9) } });
  await record(ana, 'message', between(ana, bia));
  await record(bia, 'message', between(ana, bia));
  await record(bia, 'message', between(bia, eva));
  await record(bia, 'combination', { body: { userId: ana } });
  await record(bia, 'combination', { body: { userId: eva } });
  await record(eva, 'message', between(ana, eva));
  await record(leo, 'message', between(bia, leo));
  await sql.begin((tx) => deleteUpdatesOfUser(tx, ana, [bia, leo]));
  assert.equal(await listed(), '2.2 2.4 3.1 4.1');
  assert.deepEqual(Object.keys(await forgotten()), ['2', '3', '4']);
  await sql.begin((tx) => deleteUpdatesOfUser(tx, leo, [bia]));
  assert.equal(await listed(), '2.2 2.4 3.1');
});

test('deletes old updates up to the limit and stores the last deleted number of each user', async () => {
  await record(ana, 'message', {}, 0);
  await record(ana, 'message', {}, 1);
  await record(ana, 'message', {}, 2);
  await record(bia, 'message', {}, 2);
  await record(eva, 'message', {}, 0);
  assert.equal(await forgetUpdates(sql, now, 9), 0);
  assert.equal(await forgetUpdates(sql, at(2), 1), 1);
  assert.equal(await forgetUpdates(sql, at(2), 9), 2);
  assert.equal(await listed(), '1.3 2.1');
  assert.deepEqual(await forgotten(), { 1: 2, 2: 0, 3: 1 });
});

test('deleting typing reports does not store their numbers', async () => {
  await record(ana, 'typing', {}, 0);
  await record(ana, 'message', {}, 0);
  await record(bia, 'typing', {}, 0);
  await record(bia, 'typing', {}, 1);
  assert.equal(await forgetTyping(sql, at(1), 1), 1);
  assert.equal(await forgetTyping(sql, at(1), 9), 1);
  assert.equal(await listed(), '1.2 2.2');
  assert.deepEqual(await forgotten(), { 1: 0, 2: 0 });
});

test('records the given rows under the next number of each user', async () => {
  const tell = (...userIds: string[]) => sql`
    with given as (
      select id as user_id, 'read' as kind, null::uuid as low_id, null::uuid as high_id, null::uuid as message_id,
             '{"n": 1}'::jsonb as body
      from unnest(${userIds}::uuid[]) as g (id)
    ), ${recordGivenFragment(sql, at(5))}
    select 1`;
  await tell(bia, ana);
  await tell(ana);
  await tell(ana, eva);
  assert.equal(await listed(), '1.1 1.2 1.3 2.1 3.1');
  const [row] = await readRows(sql, 'social', 'updates');
  assert.deepEqual(row, {
    user_id: ana,
    seq: 1,
    kind: 'read',
    body: { n: 1 },
    created_at: at(5).toISOString(),
  });
});
