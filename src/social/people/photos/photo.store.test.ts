import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { countLocked } from '../../../../test/support/row-locks.ts';
import { insertPerson } from '../../../../test/support/social-rows.ts';
import { hexOf, idOf, readRows } from '../../../../test/support/table-rows.ts';
import { insertPhoto, storedPhoto } from '../../../../test/support/town-rows.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import {
  copyImage,
  findImage,
  findPhotoBySource,
  findPhotoOwner,
  findPhotos,
  findSamePhotos,
  insertImage,
  insertLink,
  lockOwner,
  lockPhotos,
  movePhoto,
  removePhotos,
} from './photo.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');
const [leo, ana, bia, eva] = [idOf(0), idOf(1), idOf(2), idOf(3)];
const link = 'https://example.com/a.jpg';

/** Ana has photos 4, 5 and 6 at positions 2, 0 and 1; Bia has photo 7. */
beforeEach(async () => {
  await sql`delete from social.users`;
  for (const id of [leo, ana, bia]) await insertPerson(sql, id, now);
  await insertPerson(sql, eva, now, { deleted_at: now });
  await insertPhoto(sql, { id: idOf(4), userId: ana, position: 2 }, now, { link });
  await insertPhoto(sql, { id: idOf(5), userId: ana, position: 0 }, now, storedPhoto('five'));
  await insertPhoto(sql, { id: idOf(6), userId: ana, position: 1 }, now, storedPhoto('six'));
  await insertPhoto(sql, { id: idOf(7), userId: bia, position: 3 }, now, storedPhoto('seven'));
});

const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => sql.begin(work);
const photos = () => readRows(sql, 'social', 'photos');
const places = async () =>
  (await photos()).map((row) => `${String(row['id']).slice(-1)} ${String(row['position'])}`).join(', ');

test('lists and locks a user’s photos by position, without those of others', async () => {
  const expected = [
    { id: idOf(5), position: 0, link: null, name: 'five' },
    { id: idOf(6), position: 1, link: null, name: 'six' },
    { id: idOf(4), position: 2, link, name: null },
  ];
  assert.deepEqual(
    (await findPhotos(sql, ana)).map((row) => ({ ...row })),
    expected,
  );
  assert.deepEqual(
    (await within((tx) => lockPhotos(tx, ana))).map((row) => ({ ...row })),
    expected,
  );
  assert.equal(await countLocked(sql, 'social', 'photos', (tx) => lockPhotos(tx, ana)), 3);
  assert.equal((await findPhotos(sql, bia)).length, 1);
  assert.deepEqual([...(await findPhotos(sql, leo))], []);
});

test('moves one photo only', async () => {
  await within((tx) => movePhoto(tx, idOf(6), 4));
  assert.equal(await places(), '4 2, 5 0, 6 4, 7 3');
});

test('photos exchange positions within a transaction', async () => {
  await within(async (tx) => {
    await movePhoto(tx, idOf(5), 1);
    await movePhoto(tx, idOf(6), 0);
  });
  assert.equal(await places(), '4 2, 5 1, 6 0, 7 3');
});

test('stores a link, an image and a copy of an image unchanged', async () => {
  const before = await photos();
  await within(async (tx) => {
    await insertLink(tx, { id: idOf(8), userId: bia, position: 0, link, now });
    const photo = { id: idOf(9), userId: bia, position: 1, name: 'nine', now };
    const [image, thumb] = [Buffer.from('big'), Buffer.from('small')];
    await insertImage(tx, { ...photo, image, thumb, sourceLink: link });
    await copyImage(tx, { id: idOf(0), userId: bia, position: 2, name: 'zero', now }, idOf(9));
    await copyImage(tx, { id: eva, userId: bia, position: 4, name: 'none', now }, idOf(1));
  });
  const row = (digit: number, position: number, fields: object) => ({
    id: idOf(digit),
    user_id: bia,
    position,
    created_at: now.toISOString(),
    ...fields,
  });
  const bytes = { image: hexOf(Buffer.from('big')), thumb: hexOf(Buffer.from('small')) };
  assert.deepEqual(await photos(), [
    row(0, 2, { name: 'zero', ...bytes }),
    ...before,
    row(8, 0, { link }),
    row(9, 1, { name: 'nine', ...bytes, source_link: link }),
  ]);
});

test('removes photos by their ids', async () => {
  const before = await photos();
  await within((tx) => removePhotos(tx, []));
  assert.deepEqual(await photos(), before);
  await within((tx) => removePhotos(tx, [idOf(4), idOf(7), idOf(8)]));
  assert.deepEqual(await photos(), before.slice(1, 3));
});

test('finds every position of the same picture for one user only', async () => {
  await insertPhoto(sql, { id: idOf(8), userId: ana, position: 3 }, now, {
    ...storedPhoto('five'),
    name: 'eight',
  });
  await insertPhoto(sql, { id: idOf(9), userId: ana, position: 4 }, now, { link });
  await insertPhoto(sql, { id: idOf(1), userId: bia, position: 0 }, now, { link });
  const same = async (userId: string, digit: number) =>
    (await within((tx) => findSamePhotos(tx, userId, idOf(digit)))).map((id) => id.slice(-1)).join('');
  assert.deepEqual([await same(ana, 5), await same(ana, 8), await same(ana, 6)], ['58', '58', '6']);
  assert.deepEqual([await same(ana, 4), await same(bia, 1), await same(bia, 7)], ['49', '1', '7']);
  assert.deepEqual([await same(bia, 5), await same(ana, 3)], ['', '']);
});

test('finds a downloaded photo by its link at its first position, for the same user only', async () => {
  const other = 'https://example.com/b.jpg';
  await sql`update social.photos set source_link = ${other} where id = ${idOf(5)}`;
  await sql`update social.photos set source_link = ${link} where id in (${idOf(6)}, ${idOf(7)})`;
  const found = (userId: string, from = link) => findPhotoBySource(sql, userId, from);
  assert.deepEqual([await found(ana), await found(bia), await found(eva)], ['six', 'seven', undefined]);
  assert.deepEqual([await found(ana, other), await found(bia, other)], ['five', undefined]);
  await insertPhoto(sql, { id: idOf(9), userId: ana, position: 4 }, now, {
    ...storedPhoto('nine'),
    source_link: link,
  });
  assert.equal(await found(ana), 'six');
  await within(async (tx) => {
    await movePhoto(tx, idOf(6), 5);
    await tx`update social.photos set source_link = ${link} where id = ${idOf(4)}`;
  });
  assert.equal(await found(ana), 'nine', 'and not the one that lies elsewhere');
});

test('locks only the owner’s row, and no row once the owner is deleted', async () => {
  const lock = (userId: string) => within((tx) => lockOwner(tx, userId));
  assert.deepEqual([await lock(ana), await lock(eva), await lock(idOf(9))], [true, false, false]);
  assert.equal(await countLocked(sql, 'social', 'users', (tx) => lockOwner(tx, ana)), 1);
  assert.equal(await countLocked(sql, 'social', 'users', (tx) => lockOwner(tx, eva)), 0);
});

test('finds a stored photo by its name, with its owner and both sizes', async () => {
  assert.deepEqual([await findPhotoOwner(sql, 'five'), await findPhotoOwner(sql, 'seven')], [ana, bia]);
  assert.equal(await findPhotoOwner(sql, 'nobody'), undefined);
  const bytes = async (name: string, which: 'image' | 'thumb') =>
    (await findImage(sql, name, which))?.toString();
  assert.deepEqual(
    [await bytes('six', 'image'), await bytes('six', 'thumb'), await bytes('seven', 'thumb')],
    ['six image', 'six thumb', 'seven thumb'],
  );
  assert.equal(await bytes('nobody', 'image'), undefined);
});
