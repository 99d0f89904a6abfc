import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertPerson } from '../../../../test/support/social-rows.ts';
import { idOf, insertRow, readRows } from '../../../../test/support/table-rows.ts';
import { insertPhoto, storedPhoto } from '../../../../test/support/town-rows.ts';
import type { PhotoReference } from '../../people/photos/photo-link.rules.ts';
import { copyPhoto, findLatestReports } from './report-copy.store.ts';
import { findOpenIds } from './report.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const soon = new Date(now.getTime() + 1);
const [ana, bia, eva] = [idOf(1), idOf(2), idOf(3)];

before(async () => {
  for (const id of [ana, bia, eva]) await insertPerson(sql, id, now);
  for (const [digit, reported, fields] of [
    [5, bia, {}],
    [4, bia, { closed_at: now }],
    [7, eva, {}],
    [6, bia, {}],
    [8, bia, {}],
  ] as const)
    await insertRow(sql, 'social', 'reports', {
      id: idOf(digit),
      reporter_id: ana,
      reported_id: reported,
      reason: '',
      category: 'other',
      note: '',
      created_at: now,
      ...fields,
    });
});

const digits = (ids: readonly string[]) => ids.map((id) => id.slice(-1)).join('');

test('finds open reports about one user newest first, up to the limit', async () => {
  const open = async (limit: number) => digits(await sql.begin((tx) => findOpenIds(tx, bia, limit)));
  assert.deepEqual([await open(9), await open(2)], ['865', '86']);
});

test('returns the latest reports about several users page by page, up to the limit per user', async () => {
  const latest = async (before: string | null, limit: number) =>
    digits((await findLatestReports(sql, [eva, bia], { before, limit })).map(({ id }) => id));
  assert.deepEqual([await latest(null, 9), await latest(null, 1)], ['87654', '87']);
  assert.deepEqual([await latest(idOf(7), 9), await latest(idOf(6), 1)], ['654', '5']);
});

test('copies a photo only while its owner is active and has not blocked the reporter', async () => {
  await insertRow(sql, 'social', 'photos', {
    id: idOf(9),
    user_id: bia,
    position: 0,
    link: 'https://example.com/p',
    created_at: now,
  });
  const copy = async (reportedId = bia, photo: PhotoReference = { id: idOf(9) }) => {
    const copied = await sql.begin((tx) =>
      copyPhoto(tx, { reportId: idOf(5), reporterId: ana, reportedId, photo, now }),
    );
    const rows = await readRows(sql, 'social', 'report_photos');
    assert.deepEqual(
      rows.map((row) => [row['report_id'], row['photo_id'], row['link']]),
      copied ? [[idOf(5), idOf(9), 'https://example.com/p']] : [],
    );
    await sql`delete from social.report_photos`;
    return copied;
  };
  const user = (fields: { deleted?: Date; suspended?: Date }) => sql`
    update social.users set deleted_at = ${fields.deleted ?? null}, suspended_until = ${fields.suspended ?? now}
    where id = ${bia}`;
  assert.deepEqual([await copy(), await copy(eva), await copy(bia, { id: idOf(8) })], [true, false, false]);
  await user({ deleted: now });
  assert.equal(await copy(), false);
  await user({ suspended: soon });
  assert.equal(await copy(), false);
  await user({});
  assert.equal(await copy(), true);
  // The reporter’s own block is ignored.
  await insertRow(sql, 'social', 'pairs', { low_id: ana, high_id: bia, low_blocked_until: soon });
  assert.equal(await copy(), true);
  await sql`update social.pairs set high_blocked_until = ${soon}`;
  assert.equal(await copy(), false);
  await sql`update social.pairs set high_blocked_until = ${now}`;
  assert.equal(await copy(), true);
});

test('copies a photo by its id, name or link, once, and only from its owner', async () => {
  const link = 'https://example.com/twice';
  for (const [digit, userId, position, fields] of [
    [1, eva, 2, { link }],
    [2, eva, 1, { link }],
    [3, eva, 0, storedPhoto('three')],
    [4, eva, 3, storedPhoto('four')],
    [5, ana, 0, storedPhoto('five')],
  ] as const)
    await insertPhoto(sql, { id: idOf(digit), userId, position }, now, fields);
  const copy = async (photo: PhotoReference) => {
    const of = { reportId: idOf(7), reporterId: ana, reportedId: eva, now };
    await sql.begin((tx) => copyPhoto(tx, { ...of, photo }));
    const rows = await readRows(sql, 'social', 'report_photos');
    await sql`delete from social.report_photos`;
    return digits(rows.map((row) => String(row['photo_id'])));
  };
  const copied = [
    await copy({ id: idOf(4) }),
    await copy({ name: 'three' }),
    await copy({ link }),
    await copy({ name: 'five' }),
    await copy({ link: 'https://example.com/p' }),
    await copy({}),
  ];
  assert.deepEqual(copied, ['4', '3', '2', '', '', '']);
});
