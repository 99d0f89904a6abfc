import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { countLocked } from '../../../../test/support/row-locks.ts';
import { insertPerson } from '../../../../test/support/social-rows.ts';
import { idOf, insertRow, readRows } from '../../../../test/support/table-rows.ts';
import {
  anonymiseActs,
  findActs,
  findAddress,
  findLatestActs,
  findNotices,
  lockModerated,
  setHidden,
} from './act.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const soon = new Date(now.getTime() + 1);
const [ana, bia] = [idOf(1), idOf(2)];

before(async () => {
  for (const id of [ana, bia]) await insertPerson(sql, id, now);
  for (const [digit, userId] of [
    [4, ana],
    [3, bia],
    [6, ana],
    [5, ana],
    [7, bia],
  ] as const)
    await insertRow(sql, 'social', 'moderation_acts', {
      id: idOf(digit),
      user_id: userId,
      kind: 'warning',
      reason: '',
      note: '',
      report_ids: [],
      created_at: now,
    });
});

const digits = (rows: readonly { id: string }[]) => rows.map(({ id }) => id.slice(-1)).join('');

test('lists acts newest first, page by page, of all users or of one', async () => {
  const acts = async (userId: string | null, before: string | null = null, limit = 9) =>
    digits(await findActs(sql, { userId, before, limit }));
  assert.deepEqual([await acts(null), await acts(ana), await acts(bia)], ['76543', '654', '73']);
  assert.deepEqual(
    [await acts(null, idOf(6)), await acts(ana, idOf(6)), await acts(bia, idOf(7))],
    ['543', '54', '3'],
  );
  assert.deepEqual([await acts(null, null, 2), await acts(ana, idOf(6), 1)], ['76', '5']);
});

test('returns the newest acts of each of several users', async () => {
  const latest = async (userIds: string[], limit: number) =>
    digits(await findLatestActs(sql, userIds, limit));
  assert.deepEqual([await latest([ana, bia], 1), await latest([bia, ana], 2)], ['76', '7653']);
  assert.deepEqual([await latest([bia], 9), await latest([], 9)], ['73', '']);
});

test('lists a user’s notices newest first, page by page, without kinds that give no notice', async () => {
  await sql`update social.moderation_acts set kind = 'dismiss' where id = ${idOf(5)}`;
  await sql`update social.moderation_acts set kind = 'hide' where id = ${idOf(4)}`;
  const told = async (userId: string, before: string | null = null, limit = 9) =>
    digits(await findNotices(sql, userId, { untold: ['dismiss', 'lift'], before, limit }));
  assert.deepEqual([await told(ana), await told(bia)], ['64', '73']);
  assert.deepEqual([await told(ana, idOf(6)), await told(bia, idOf(7))], ['4', '3']);
  assert.deepEqual([await told(ana, null, 1), await told(bia, idOf(8), 1)], ['6', '7']);
});

test('locks a user and returns the current suspension and hiding', async () => {
  const user = (fields: { deleted?: Date; until?: Date | string; hiddenBy?: string }) => sql`
    update social.users set deleted_at = ${fields.deleted ?? null}, hidden_by = ${fields.hiddenBy ?? null},
      suspended_until = ${fields.until ?? '-infinity'}
    where id = ${ana}`;
  await sql`update social.moderation_acts set staff_id = ${idOf(9)} where id = ${idOf(6)}`;
  await sql`update social.users set hidden_by = ${idOf(7)} where id = ${bia}`;
  const lock = async (id = ana) => {
    const found = await sql.begin((tx) => lockModerated(tx, id, now));
    return found && { ...found };
  };
  const free = {
    id: ana,
    deleted: false,
    erased: false,
    suspended: false,
    suspendedUntil: null,
    suspendedBy: null,
    hiddenBy: null,
    hiddenForReview: false,
  };
  assert.deepEqual(await lock(), free);
  assert.deepEqual(await lock(bia), { ...free, id: bia, hiddenBy: idOf(7), hiddenForReview: true });
  assert.equal(await lock(idOf(9)), undefined);
  await user({ deleted: now, until: now });
  assert.deepEqual(await lock(), { ...free, deleted: true, suspendedUntil: now });
  await user({ until: soon });
  assert.deepEqual(await lock(), { ...free, suspended: true, suspendedUntil: soon });
  await user({ until: 'infinity' });
  assert.deepEqual(await lock(), { ...free, suspended: true });
  await user({ hiddenBy: idOf(6) });
  assert.deepEqual(await lock(), { ...free, hiddenBy: idOf(6) }, 'reviewed by staff');
  assert.equal(await countLocked(sql, 'social', 'users', (tx) => lockModerated(tx, ana, now)), 1);
});

test('returns each user’s own mail address, if there is one', async () => {
  await insertPerson(sql, idOf(3), now);
  await sql`update social.users set email = 'ana@example.com' where id = ${ana}`;
  await sql`update social.users set email = 'bia@example.com', language = 'pt' where id = ${bia}`;
  const find = async (id: string) => {
    const found = await sql.begin((tx) => findAddress(tx, id));
    return found && { ...found };
  };
  assert.deepEqual(await find(ana), { email: 'ana@example.com', language: 'en' });
  assert.deepEqual(await find(bia), { email: 'bia@example.com', language: 'pt' });
  assert.deepEqual([await find(idOf(3)), await find(idOf(9))], [undefined, undefined]);
});

test('hides and shows one user only', async () => {
  await sql`update social.users set hidden_by = ${idOf(7)}`;
  const hidden = async () =>
    (await readRows(sql, 'social', 'users')).map((row) => [row['id'], row['hidden_by']]);
  await sql.begin((tx) => setHidden(tx, ana, idOf(8)));
  const others = [
    [bia, idOf(7)],
    [idOf(3), idOf(7)],
  ];
  assert.deepEqual(await hidden(), [[ana, idOf(8)], ...others]);
  await sql.begin((tx) => setHidden(tx, ana, null));
  assert.deepEqual(await hidden(), [[ana, undefined], ...others]);
});

test('the acts of an erased user are kept without personal data', async () => {
  await sql`
    update social.moderation_acts set reason = 'r', note = 'n', subject = 'name', appeal_id = ${idOf(9)}`;
  const before = await readRows(sql, 'social', 'moderation_acts');
  await sql.begin((tx) => anonymiseActs(tx, ana));
  assert.deepEqual(
    await readRows(sql, 'social', 'moderation_acts'),
    before.map((row) => {
      if (row['user_id'] !== ana) return row;
      const { user_id: _, subject: __, appeal_id: ___, ...left } = row;
      return { ...left, reason: '', note: '' };
    }),
  );
});
