import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertEvent } from '../../../../test/support/social-rows.ts';
import { deleteUnusedPictures, findEventPicture, insertEventPicture } from './event-picture.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);

beforeEach(async () => {
  await sql`delete from social.event_pictures`;
  await sql`delete from social.events`;
});

const insert = (name: string, seconds = 0) =>
  insertEventPicture(sql, { name, image: Buffer.from(name), now: at(seconds) });
const left = async () =>
  (await sql<{ name: string }[]>`select name from social.event_pictures order by name`).map(
    ({ name }) => name,
  );

test('a picture is stored once under its name, and found by it', async () => {
  await insert('a');
  await insert('a', 5);
  assert.equal((await findEventPicture(sql, 'a'))?.toString(), 'a');
  assert.equal(await findEventPicture(sql, 'b'), undefined);
  assert.deepEqual(await left(), ['a']);
  assert.equal(
    await deleteUnusedPictures(sql, { before: at(5), prefix: '/p/', limit: 9 }),
    0,
    'used again at 5',
  );
});

test('deletes old pictures that no event uses, up to the limit', async () => {
  for (const name of ['a', 'b', 'c', 'used']) await insert(name, -1);
  await insert('young');
  await insertEvent(sql, now, { image: '/p/used' });
  const remove = (limit: number) => deleteUnusedPictures(sql, { before: now, prefix: '/p/', limit });
  assert.equal(await remove(2), 2);
  assert.equal((await left()).length, 3);
  assert.equal(await remove(9), 1);
  assert.deepEqual(await left(), ['used', 'young']);
});
