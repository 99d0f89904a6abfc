import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertPerson } from '../../../../test/support/social-rows.ts';
import { idOf, insertRow, readRows } from '../../../../test/support/table-rows.ts';
import { sidesOf } from '../../../../test/support/talk-rows.ts';
import { deleteClosedChats, unreadColumn } from './chat-summary.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);
const me = idOf(5);
/** One person with a lower and one with a higher id than me. */
const [before, behind] = [idOf(1), idOf(9)];

beforeEach(async () => {
  for (const table of ['pairs', 'users']) await sql`delete from social.${sql.identifier(table)}`;
  for (const id of [before, me, behind]) await insertPerson(sql, id, now);
});

/** `my_…` and `their_…` are the columns of the two sides. */
type Fields = Readonly<Record<string, Date | string | null>>;

interface Talk {
  /** Unread count of `me` and of the other person. */
  readonly unread?: number;
  readonly theirUnread?: number;
  readonly pair?: Fields;
}

async function talk(one: string, other: string, { unread = 2, theirUnread = 70, pair = {} }: Talk = {}) {
  const { key, my, their } = sidesOf(one, other);
  const named = Object.entries(pair).map(([name, value]) => [
    name.replace(/^my_/, `${my}_`).replace(/^their_/, `${their}_`),
    value,
  ]);
  await sql`delete from social.pairs where low_id = ${key.low_id} and high_id = ${key.high_id}`;
  await sql`delete from social.chats where low_id = ${key.low_id} and high_id = ${key.high_id}`;
  await insertRow(sql, 'social', 'pairs', { ...key, combined_at: now, ...Object.fromEntries(named) });
  await insertRow(sql, 'social', 'chats', {
    ...key,
    [`${my}_unread`]: unread,
    [`${their}_unread`]: theirUnread,
  });
}

async function unread(most = 1000): Promise<unknown> {
  const [row] = await sql<{ unread: unknown }[]>`
    select ${unreadColumn(sql, me, { most, now })} as unread`;
  return row?.unread;
}

test('counts my unread messages of all chats together, up to the maximum, and not those of others', async () => {
  assert.equal(await unread(), 0);
  await talk(before, behind, { unread: 300, theirUnread: 500 });
  assert.equal(await unread(), 0);
  await talk(me, before);
  assert.equal(await unread(), 2);
  await talk(me, behind);
  assert.equal(await unread(), 4);
  assert.deepEqual([await unread(5), await unread(4), await unread(3)], [4, 4, 3]);
});

for (const others of [
  [idOf(1), idOf(2), idOf(3)],
  [idOf(6), idOf(7), idOf(8)],
])
  test(`chats without unread messages do not use up the limit: ${others.map((id) => id.slice(-1)).join(', ')}`, async () => {
    for (const [index, other] of others.entries()) {
      if (other !== before) await insertPerson(sql, other, now);
      await talk(me, other, { unread: index === 1 ? 1 : 0 });
    }
    assert.equal(await unread(1), 1);
  });

for (const other of [before, behind]) {
  const side = other === before ? 'the low one' : 'the high one';

  test(`counts only chats of combined users without a block between them: ${side}`, async () => {
    const cases: [name: string, pair: Fields, counted: number][] = [
      ['combined', {}, 2],
      ['not combined', { combined_at: null }, 0],
      ['blocked by me until now', { my_blocked_until: now }, 2],
      ['blocked by me', { my_blocked_until: at(1) }, 0],
      ['blocked by the other until now', { their_blocked_until: now }, 2],
      ['blocked by the other', { their_blocked_until: 'infinity' }, 0],
    ];
    for (const [name, pair, counted] of cases) {
      await talk(me, other, { pair });
      assert.equal(await unread(), counted, name);
    }
  });

  test(`only the combination of the two with each other counts: ${side}`, async () => {
    await talk(me, other, { pair: { combined_at: null } });
    // Both are combined with other people.
    await talk(before, behind, { unread: 0, theirUnread: 0 });
    await talk(me, other === before ? behind : before, { unread: 0 });
    await insertPerson(sql, idOf(4), now);
    await insertPerson(sql, idOf(6), now);
    for (const third of [idOf(4), idOf(6)])
      for (const one of [me, other]) await talk(one, third, { unread: 0, theirUnread: 0 });
    assert.equal(await unread(), 0);
    await talk(me, other);
    assert.equal(await unread(), 2);
    await sql`delete from social.pairs`;
    assert.equal(await unread(), 0, 'the two have no pair');
  });

  test(`counts only chats with people who are neither deleted nor suspended: ${side}`, async () => {
    await talk(me, other);
    const cases: [fields: Record<string, Date>, counted: number][] = [
      [{ suspended_until: now }, 2],
      [{ suspended_until: at(1) }, 0],
      [{ suspended_until: now, deleted_at: now }, 0],
    ];
    for (const [fields, counted] of cases) {
      await sql`
        update social.users set suspended_until = ${fields['suspended_until']}, deleted_at = ${fields['deleted_at'] ?? null}
        where id = ${other}`;
      assert.equal(await unread(), counted, JSON.stringify(fields));
    }
  });
}

test('deletes chats closed before the time, oldest first, up to the limit, and skips locked rows', async () => {
  for (const [digit, closedAt] of [
    [1, null],
    [2, now],
    [3, at(-1)],
    [4, at(-2)],
    [6, at(-3)],
  ] as const) {
    if (digit !== 1) await insertPerson(sql, idOf(digit), now);
    await insertRow(sql, 'social', 'chats', { ...sidesOf(idOf(digit), me).key, closed_at: closedAt });
  }
  await insertRow(sql, 'social', 'chats', { ...sidesOf(idOf(1), idOf(4)).key });
  const left = async () =>
    (await readRows(sql, 'social', 'chats'))
      .map((row) => ['low_id', 'high_id'].map((name) => String(row[name]).slice(-1)).join(''))
      .join(' ');
  await sql.begin(async (tx) => {
    await tx`select from social.chats where high_id = ${idOf(6)} for update`;
    assert.equal(await deleteClosedChats(sql, now, 1), 1);
    assert.equal(await left(), '14 15 25 35 56');
  });
  assert.equal(await deleteClosedChats(sql, now, 9), 2);
  assert.equal(await left(), '14 15 25');
});
