import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertPerson } from '../../../../test/support/social-rows.ts';
import { readRows } from '../../../../test/support/table-rows.ts';
import { newId } from '../../../platform/ids.ts';
import {
  deletePairsOfUser,
  findPairState,
  findPartners,
  upsertBlock,
  upsertDislike,
  upsertLike,
} from './pair.store.ts';
import { deleteNotesOf, noteDislike } from './undo.store.ts';

const sql = await useTestSql();

/** Sorted by id, so that the pair of the first and the last has a neighbour on each side. */
const [first, middle, last] = [newId(), newId(), newId()].toSorted() as [string, string, string];
const now = new Date('2026-03-01T12:00:00Z');
const earlier = new Date(now.getTime() - 1);
const soon = new Date(now.getTime() + 1);
const tomorrow = new Date('2026-03-02T12:00:00Z');
const [oldCombination, newCombination] = [newId(), newId()];

before(async () => {
  for (const id of [first, middle, last]) await insertPerson(sql, id, now);
});

const neighbours = [
  { low_id: first, high_id: middle, low_blocked_until: tomorrow, combined_at: earlier },
  { low_id: middle, high_id: last, high_blocked_until: tomorrow, combined_at: earlier },
];
beforeEach(async () => {
  await sql`update social.users set deleted_at = null`;
  await sql`delete from social.pairs`;
  for (const row of neighbours) await write(row);
});

/** `my_liked_at` belongs to the acting user, `their_liked_at` to the other. */
type Fields = Record<string, Date | string>;

async function write(row: Fields): Promise<void> {
  await sql`insert into social.pairs select (jsonb_populate_record(null::social.pairs, ${sql.json(row)}::jsonb)).*`;
}

interface Sides {
  readonly userId: string;
  readonly otherId: string;
}
const sides: readonly Sides[] = [
  { userId: first, otherId: last },
  { userId: last, otherId: first },
];

function toRow(fields: Fields, { userId }: Sides): Fields {
  const [my, their] = userId === first ? ['low', 'high'] : ['high', 'low'];
  const named = Object.entries(fields).map(([name, value]) => [
    name.replace(/^my_/, `${my}_`).replace(/^their_/, `${their}_`),
    value,
  ]);
  return { low_id: first, high_id: last, ...Object.fromEntries(named) };
}

const comparable = (row: Fields): Fields =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  );

interface Case<Given> {
  readonly name: string;
  readonly was?: Fields;
  readonly given: Given;
  /** Undefined if the act must not write. */
  readonly becomes?: Fields;
}

/** Runs each case from both sides of the pair and asserts that neighbouring pairs do not change. */
async function holdCases<Given>(
  cases: readonly Case<Given>[],
  act: (reaction: Sides & { now: Date }) => Promise<unknown>,
): Promise<void> {
  for (const side of sides) {
    for (const { name, was, given, becomes = was } of cases) {
      const about = `${name}, ${side.userId === first ? 'low' : 'high'}`;
      await sql`delete from social.pairs where low_id = ${first} and high_id = ${last}`;
      if (was) await write(toRow(was, side));
      assert.deepEqual(await act({ ...side, now }), given, about);
      const expected = [...neighbours, ...(becomes ? [toRow(becomes, side)] : [])].map(comparable);
      assert.deepEqual(byPair(await readRows(sql, 'social', 'pairs')), byPair(expected), about);
    }
  }
}

const byPair = (rows: readonly Record<string, unknown>[]) =>
  Object.fromEntries(rows.map((row) => [`${String(row['low_id'])} ${String(row['high_id'])}`, row]));

const combined = { combined_at: earlier, combination_id: oldCombination };
const bothLiked = { my_liked_at: earlier, their_liked_at: earlier };

/** Cases of a block by either side. */
const blocked = <Given>(refused: Given): Case<Given>[] => [
  { name: 'blocked by me', was: { my_blocked_until: soon }, given: refused },
  { name: 'blocked by the other', was: { their_blocked_until: soon }, given: refused },
];
const unblocked = { my_blocked_until: now, their_blocked_until: now };

test('a like is stored once, ends a pass and combines with the other’s like', async () => {
  await holdCases(
    [
      {
        name: 'the first',
        given: { combined: false, combinedNow: null },
        becomes: { my_liked_at: now },
      },
      {
        name: 'again, after a pass',
        was: { my_liked_at: earlier, my_passed_until: tomorrow, their_passed_until: tomorrow },
        given: { combined: false, combinedNow: null },
        becomes: { my_liked_at: earlier, their_passed_until: tomorrow },
      },
      {
        name: 'in answer',
        was: { their_liked_at: earlier },
        given: { combined: true, combinedNow: true },
        becomes: {
          my_liked_at: now,
          their_liked_at: earlier,
          combined_at: now,
          combination_id: newCombination,
        },
      },
      {
        name: 'combined already',
        was: { ...bothLiked, ...combined },
        given: { combined: true, combinedNow: false },
      },
      {
        name: 'blocked until now',
        was: unblocked,
        given: { combined: false, combinedNow: null },
        becomes: { ...unblocked, my_liked_at: now },
      },
      ...blocked(undefined),
    ],
    async (reaction) => spread(await upsertLike(sql, reaction, newCombination, uncounted)),
  );
});

test('a like that must not combine is written unless it would combine the two', async () => {
  await holdCases(
    [
      { name: 'the first', given: { combined: false, combinedNow: null }, becomes: { my_liked_at: now } },
      {
        name: 'once more',
        was: { my_liked_at: earlier },
        given: { combined: false, combinedNow: null },
      },
      { name: 'in answer', was: { their_liked_at: earlier }, given: undefined },
      {
        name: 'combined already',
        was: { ...bothLiked, ...combined },
        given: { combined: true, combinedNow: null },
      },
    ],
    async (reaction) => spread(await upsertLike(sql, reaction, null, uncounted)),
  );
});

/** Like limits are covered by another test. */
const uncounted = () => sql`select`;
const spread = <T extends object>(row: T | undefined) => (row ? { ...row } : undefined);

test('a dislike removes only the like of its author, or a whole combination, after which both pass over each other', async () => {
  const passed = { my_passed_until: tomorrow };
  await holdCases(
    [
      { name: 'the first', given: { undone: false }, becomes: passed },
      { name: 'of a user I liked', was: { my_liked_at: earlier }, given: { undone: false }, becomes: passed },
      {
        name: 'of a user who liked me',
        was: { their_liked_at: earlier, their_passed_until: now, my_passed_until: now },
        given: { undone: false },
        becomes: { ...passed, their_liked_at: earlier, their_passed_until: now },
      },
      {
        name: 'of a combination',
        was: { ...bothLiked, ...combined },
        given: { undone: true },
        becomes: { ...passed, their_passed_until: tomorrow },
      },
      {
        name: 'blocked until now',
        was: unblocked,
        given: { undone: false },
        becomes: { ...unblocked, ...passed },
      },
      ...blocked(undefined),
    ],
    async (reaction) => spread(await sql.begin((tx) => upsertDislike(tx, reaction, tomorrow))),
  );
});

test('a block ends likes and combinations, and each side has its own block', async () => {
  const act = (until: Date | null) => async (reaction: Sides) =>
    (
      await sql.begin((tx) =>
        upsertBlock(tx, reaction, { blocked: until, canEndEarlier: true, passed: tomorrow }),
      )
    )?.undone;
  const theirs = { their_blocked_until: soon, their_passed_until: soon, my_passed_until: soon };
  await holdCases(
    [
      { name: 'the first', given: false, becomes: { my_blocked_until: tomorrow } },
      {
        name: 'of a combination, repeated',
        was: { ...bothLiked, ...combined, ...theirs, my_blocked_until: soon },
        given: true,
        becomes: {
          ...theirs,
          my_blocked_until: tomorrow,
          my_passed_until: tomorrow,
          their_passed_until: tomorrow,
        },
      },
      {
        name: 'of a user I passed over',
        was: { ...theirs, my_liked_at: earlier },
        given: false,
        becomes: { ...theirs, my_blocked_until: tomorrow },
      },
      {
        name: 'of a user I liked',
        was: { my_liked_at: earlier },
        given: false,
        becomes: { my_blocked_until: tomorrow },
      },
      {
        // Removing the like would lower the number of likes and so reveal its author.
        name: 'of a user who liked me',
        was: { their_liked_at: earlier },
        given: false,
        becomes: { their_liked_at: earlier, my_blocked_until: tomorrow },
      },
    ],
    act(tomorrow),
  );
  await holdCases([{ name: 'for good', given: false, becomes: { my_blocked_until: 'infinity' } }], act(null));
});

test('deleted and unknown users can be neither liked nor disliked, but deleted users can be blocked', async () => {
  await sql`update social.users set deleted_at = ${now} where id in (${first}, ${last})`;
  for (const side of sides) {
    for (const reaction of [
      { ...side, now },
      { userId: middle, otherId: newId(), now },
    ]) {
      assert.equal(await upsertLike(sql, reaction, newCombination, uncounted), undefined);
      assert.equal(await sql.begin((tx) => upsertDislike(tx, reaction, tomorrow)), undefined);
    }
  }
  const block = async (reaction: Sides) =>
    (
      await sql.begin((tx) =>
        upsertBlock(tx, reaction, { blocked: null, canEndEarlier: true, passed: tomorrow }),
      )
    )?.undone;
  assert.equal(await block({ userId: middle, otherId: newId() }), undefined);
  assert.equal((await readRows(sql, 'social', 'pairs')).length, 2);
  assert.equal(await block({ userId: first, otherId: last }), false);
});

test('two people see each other unless one is deleted or has blocked the other', async () => {
  const state = async (viewer: string, other: string) => spread(await findPairState(sql, viewer, other, now));
  assert.equal(await state(first, newId()), undefined);
  for (const { userId, otherId } of sides) {
    const cases: [fields: Fields | undefined, visible: boolean, combined: boolean][] = [
      [undefined, true, false],
      [{ my_liked_at: now }, true, false],
      [combined, true, true],
      [unblocked, true, false],
      [{ my_blocked_until: soon }, false, false],
      [{ their_blocked_until: soon, ...combined }, false, true],
      [{ my_blocked_until: 'infinity', their_blocked_until: now }, false, false],
    ];
    for (const [fields, visible, isCombined] of cases) {
      await sql`delete from social.pairs where low_id = ${first} and high_id = ${last}`;
      if (fields) await write(toRow(fields, { userId, otherId }));
      assert.deepEqual(await state(userId, otherId), { visible, combined: isCombined });
    }
    await sql`delete from social.pairs where low_id = ${first} and high_id = ${last}`;
  }
  const seen = async () => [(await state(first, last))?.visible, (await state(last, first))?.visible];
  await sql`update social.users set suspended_until = ${soon} where id = ${last}`;
  assert.deepEqual(await seen(), [false, true]);
  await sql`update social.users set suspended_until = ${now} where id = ${last}`;
  assert.deepEqual(await seen(), [true, true]);
  await sql`update social.users set deleted_at = ${now} where id = ${last}`;
  assert.deepEqual(await seen(), [false, true]);
});

test('finds all partners of a user on both sides of the pair', async () => {
  await write({ low_id: first, high_id: last, low_liked_at: now, high_liked_at: now });
  const partners = async () =>
    Promise.all([first, middle, last].map(async (id) => (await findPartners(sql, id)).toSorted()));
  assert.deepEqual(await partners(), [[middle], [first, last], [middle]]);
});

test('an erasure deletes the pairs of one user on both sides, and others’ notes of dislikes of that user', async () => {
  await write({ low_id: first, high_id: last });
  for (const [userId, otherId] of [
    [first, middle],
    [last, first],
  ] as const)
    await sql.begin((tx) =>
      noteDislike(tx, userId, { otherId, passedUntil: tomorrow, undidCombination: false }),
    );
  const others = await sql.begin((tx) => deletePairsOfUser(tx, middle, null));
  assert.deepEqual(others.toSorted(), [first, last]);
  assert.deepEqual(await readRows(sql, 'social', 'pairs'), [{ low_id: first, high_id: last }]);
  await sql.begin((tx) => deleteNotesOf(tx, middle, others));
  assert.deepEqual(
    (await readRows(sql, 'social', 'last_dislikes')).map((row) => row['user_id']),
    [last],
  );
});
