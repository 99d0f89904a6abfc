import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { countLocked } from '../../../../test/support/row-locks.ts';
import { insertPerson } from '../../../../test/support/social-rows.ts';
import { idOf, readRows } from '../../../../test/support/table-rows.ts';
import { insertBetween } from '../../../../test/support/town-rows.ts';
import { endBlock, findBlocks, type BlockPosition } from './block.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');
const today = '2026-03-01';
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
/** An id between those of the other people, so that it is the low id of some pairs and the high id of others. */
const me = idOf(5);

beforeEach(async () => {
  await sql`delete from social.pairs`;
  await sql`delete from social.users`;
  for (let digit = 1; digit <= 9; digit += 1) await insertPerson(sql, idOf(digit), now);
});

const block = (digit: number, fields: Record<string, unknown>, who = me) =>
  insertBetween(sql, 'pairs', who, idOf(digit), fields);

/** Reads all pages. The limit of ten pages prevents an endless loop if the cursor is wrong. */
async function listed(limit = 9): Promise<string> {
  let found = '';
  let before: BlockPosition | undefined;
  for (let page = 0; page < 10; page += 1) {
    const rows = await findBlocks(sql, me, { before, now, today, limit });
    assert.ok(rows.length <= limit);
    found += rows.map(({ otherId }) => otherId.slice(-1)).join('');
    const last = rows.at(-1);
    if (!last) break;
    before = { until: last.until?.toISOString() ?? 'infinity', otherId: last.otherId };
  }
  return found;
}

test('lists blocks by end, latest first, on both sides of the pair and page by page', async () => {
  for (const digit of [3, 9, 1, 6]) await block(digit, { my_blocked_until: at(1) });
  for (const digit of [8, 2]) await block(digit, { my_blocked_until: 'infinity' });
  for (const digit of [4, 7]) await block(digit, { my_blocked_until: at(2) });
  for (const limit of [1, 2, 3, 8, 9]) assert.equal(await listed(limit), '82749631', `pages of ${limit}`);
});

test('lists only the user’s own current blocks, without deleted, suspended or mutually blocked users', async () => {
  const shown = async (fields: Record<string, unknown>, person: object = {}) => {
    await sql`delete from social.pairs`;
    for (const digit of [4, 6]) {
      await sql`delete from social.users where id = ${idOf(digit)}`;
      await insertPerson(sql, idOf(digit), now, person);
      await block(digit, fields);
    }
    await block(2, { my_blocked_until: at(1) }, idOf(1));
    await block(8, { my_blocked_until: at(1) }, idOf(9));
    return listed();
  };
  const mine = { my_blocked_until: at(1) };
  assert.equal(await shown(mine), '64');
  assert.equal(await shown({ my_blocked_until: now }), '');
  assert.equal(await shown({ their_blocked_until: at(1) }), '');
  assert.equal(await shown({ ...mine, their_blocked_until: now }), '64');
  assert.equal(await shown({ ...mine, their_blocked_until: at(1) }), '');
  assert.equal(await shown(mine, { deleted_at: now }), '');
  assert.equal(await shown(mine, { suspended_until: now }), '64');
  assert.equal(await shown(mine, { suspended_until: at(1) }), '');
});

test('a block has the other user’s name and current age, and its end', async () => {
  await sql`update social.users set name = 'Ana', location = 'Rio', birth_date = '2000-03-01' where id = ${idOf(7)}`;
  await sql`update social.users set name = 'Bia', birth_date = '2000-03-02' where id = ${idOf(3)}`;
  await block(7, { my_blocked_until: at(1) });
  await block(3, { my_blocked_until: 'infinity' });
  await block(1, { my_blocked_until: at(2) });
  const rows = await findBlocks(sql, me, { before: undefined, now, today, limit: 9 });
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [
      { otherId: idOf(3), name: 'Bia', local: '', age: 25, until: null },
      { otherId: idOf(1), name: 'P', local: '', age: null, until: at(2) },
      { otherId: idOf(7), name: 'Ana', local: 'Rio', age: 26, until: at(1) },
    ],
  );
});

test('ends only the caller’s block of that pair', async () => {
  const both = { my_blocked_until: at(1), their_blocked_until: at(2) };
  for (const digit of [2, 3, 7, 8]) await block(digit, both);
  for (const [one, other] of [
    [2, 3],
    [3, 7],
    [7, 8],
  ] as const)
    await block(other, both, idOf(one));
  const nameOf = (row: Record<string, unknown>) => `${String(row['low_id'])} ${String(row['high_id'])}`;
  const pairs = async () =>
    (await readRows(sql, 'social', 'pairs')).toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  for (const [digit, column] of [
    [3, 'high_blocked_until'],
    [7, 'low_blocked_until'],
  ] as const) {
    const rows = await pairs();
    await sql.begin((tx) => endBlock(tx, me, idOf(digit)));
    const ended = [me, idOf(digit)].toSorted().join(' ');
    assert.ok(rows.some((row) => nameOf(row) === ended));
    const expected = rows.map((row) => {
      const { [column]: _, ...rest } = row;
      return nameOf(row) === ended ? rest : row;
    });
    assert.deepEqual(await pairs(), expected);
  }
});

test('does not write a pair without an own block', async () => {
  await block(3, { their_blocked_until: at(1) });
  await block(7, { their_blocked_until: at(1) });
  await block(8, { my_blocked_until: at(1) });
  const written = (digit: number) =>
    countLocked(sql, 'social', 'pairs', (tx) => endBlock(tx, me, idOf(digit)));
  assert.deepEqual([await written(3), await written(7), await written(8)], [0, 0, 1]);
});
