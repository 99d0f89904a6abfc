import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertEvent, insertPerson } from '../../../../test/support/social-rows.ts';
import { idOf, insertRow, readRows } from '../../../../test/support/table-rows.ts';
import {
  clearDeletion,
  deleteUserRow,
  findOwnPage,
  findOwnRow,
  lockErasable,
  markDeleted,
  ownTables,
  type ExportedRow,
  type OwnTable,
} from './data-rights.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const [low, me, high] = [idOf(1), idOf(5), idOf(9)];

async function readPages(table: OwnTable, limit: number): Promise<ExportedRow[]> {
  const rows: ExportedRow[] = [];
  for (;;) {
    const page = await findOwnPage(sql, table, me, rows.at(-1), limit);
    assert.ok(page.length <= limit);
    if (page.length === 0) return rows;
    rows.push(...page);
  }
}

test('reads all data of one user in order, and nothing of others', async () => {
  const events = [await insertEvent(sql, now), await insertEvent(sql, now)];
  for (const [index, id] of [low, me, high].entries()) {
    await insertPerson(sql, id, now);
    for (const position of [1, 0])
      await insertRow(sql, 'social', 'photos', {
        id: idOf(2 * index + position + 1),
        user_id: id,
        position,
        link: `https://example.com/${id.slice(-1)}/${position}`,
        created_at: now,
      });
    for (const [number, event] of events.entries())
      await insertRow(sql, 'social', 'waiting', { event_id: event, user_id: id, since: at(-number) });
  }
  const pair = (one: string, other: string, fields: object) =>
    insertRow(sql, 'social', 'pairs', { low_id: one, high_id: other, ...fields });
  await pair(low, me, { low_liked_at: now });
  await pair(me, high, { high_liked_at: now, low_passed_until: at(1) });
  await pair(low, high, { low_liked_at: now, high_liked_at: now });
  assert.equal(((await findOwnRow(sql, me))['user'] as ExportedRow)['id'], me);
  for (const limit of [1, 2, 9]) {
    const column = async (table: OwnTable, key: string) =>
      (await readPages(table, limit)).map((row) => row[key]);
    assert.deepEqual(await column('photos', 'link'), ['https://example.com/5/0', 'https://example.com/5/1']);
    assert.deepEqual(await column('waiting', 'event_id'), events);
    assert.deepEqual(
      await column('reactions', 'other_id'),
      [high],
      'reactions of the other user only are left out',
    );
    assert.deepEqual(await column('reactions', 'liked_at'), [null]);
  }
});

test('the pages of each table contain every row once, for every page size', async () => {
  await sql`
    insert into social.sessions (id, user_id, sealed_key, created_at, expires_at)
    select uuidv7(), ${me}, '', ${now}, ${now} from generate_series(1, 5)`;
  await sql`
    insert into social.campaign_views (user_id, campaign_id, day, viewed_at)
    select ${me}, campaign, date '2026-03-01' + day, ${now}
    from unnest(${[idOf(1), idOf(2)]}::uuid[]) campaign, generate_series(0, 2) day`;
  await sql`
    insert into social.reports (id, reporter_id, reason, created_at)
    select uuidv7(), ${me}, 'spam', ${now} from generate_series(1, 4)`;
  for (const table of ownTables) {
    const all = await readPages(table, 100);
    assert.ok(all.length > 0, table);
    for (const limit of [1, 2, 3]) assert.deepEqual(await readPages(table, limit), all, table);
  }
});

for (const mine of ['liked_at', 'passed_until', 'blocked_until'])
  test(`reads the user’s own reactions on both sides of a pair: ${mine}`, async () => {
    await sql`delete from social.pairs`;
    const pair = (one: string, other: string, side: string) =>
      insertRow(sql, 'social', 'pairs', { low_id: one, high_id: other, [`${side}_${mine}`]: at(1) });
    await pair(low, me, 'high');
    await pair(me, high, 'low');
    const reactions = await readPages('reactions', 1);
    assert.deepEqual(
      reactions.map((row) => [row['other_id'], row[mine] !== null]),
      [
        [low, true],
        [high, true],
      ],
    );
  });

const people = async () =>
  Object.fromEntries(
    (await readRows(sql, 'social', 'users')).map((row) => [String(row['id']).slice(-1), row['deleted_at']]),
  );

test('deletes, restores and erases one user only', async () => {
  await sql`delete from social.users`;
  for (const id of [low, me]) await insertPerson(sql, id, now);
  await insertPerson(sql, high, now, { deleted_at: at(-9) });
  const [then, long] = [at(1).toISOString(), at(-9).toISOString()];
  const mark = (id: string, seconds: number) => sql.begin((tx) => markDeleted(tx, id, at(seconds)));
  assert.deepEqual([await mark(me, 1), await mark(me, 2), await mark(idOf(3), 2)], [true, false, false]);
  assert.deepEqual(await people(), { 1: undefined, 5: then, 9: long });
  await sql.begin((tx) => clearDeletion(tx, me));
  assert.deepEqual(await people(), { 1: undefined, 5: undefined, 9: long });
  await sql.begin((tx) => deleteUserRow(tx, me));
  assert.deepEqual(await people(), { 1: undefined, 9: long });
});

test('locks erasable users, earliest deletion first, up to the limit, and skips locked ones', async () => {
  await sql`delete from social.users`;
  for (const [digit, deletedAt] of [
    [1, at(-1)],
    [2, at(-3)],
    [3, at(-2)],
    [4, now],
    [5, null],
  ] as const)
    await insertPerson(sql, idOf(digit), now, { deleted_at: deletedAt });
  const ids = (found: readonly string[]) => found.map((id) => id.slice(-1)).join('');
  const lock = async (limit: number) => ids(await sql.begin((tx) => lockErasable(tx, now, limit)));
  assert.deepEqual([await lock(9), await lock(2)], ['231', '23']);
  await sql.begin(async (tx) => {
    assert.equal(ids(await lockErasable(tx, now, 1)), '2');
    assert.equal(await lock(9), '31');
  });
});
