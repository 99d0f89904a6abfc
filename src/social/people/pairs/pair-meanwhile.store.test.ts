import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { actBeside } from '../../../../test/support/row-locks.ts';
import { insertPerson } from '../../../../test/support/social-rows.ts';
import { idOf, readRows } from '../../../../test/support/table-rows.ts';
import { insertBetween } from '../../../../test/support/town-rows.ts';
import type { Query } from '../../../platform/postgres/client/sql.ts';
import { upsertBlock, upsertDislike, upsertLike } from './pair.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);
const [low, high, third] = [idOf(1), idOf(2), idOf(3)];
const combination = idOf(9);

await sql`create table counted (id integer generated always as identity)`;
beforeEach(async () => {
  for (const table of ['pairs', 'users']) await sql`delete from social.${sql.identifier(table)}`;
  await sql`delete from counted`;
  for (const id of [low, high, third]) await insertPerson(sql, id, now);
});

const count = (from: Query) => sql`insert into counted select ${from}`;
const like = (userId: string, otherId: string) =>
  upsertLike(sql, { userId, otherId, now }, combination, count);
const dislike = (userId: string, otherId: string) =>
  sql.begin((tx) => upsertDislike(tx, { userId, otherId, now }, at(9)));
const block = (userId: string, otherId: string) =>
  sql.begin((tx) =>
    upsertBlock(tx, { userId, otherId }, { blocked: at(9), canEndEarlier: true, passed: at(9) }),
  );

for (const [me, other] of [
  [low, high],
  [high, low],
] as const) {
  const side = me === low ? 'the low one' : 'the high one';

  test(`a suspended user can be neither liked nor disliked until the suspension ends: ${side}`, async () => {
    await sql`update social.users set suspended_until = ${at(1)} where id = ${other}`;
    assert.deepEqual([await like(me, other), await dislike(me, other)], [undefined, undefined]);
    assert.deepEqual(await readRows(sql, 'social', 'pairs'), []);
    await sql`update social.users set suspended_until = ${now} where id = ${other}`;
    await sql`update social.users set suspended_until = ${at(1)} where id <> ${other}`;
    assert.deepEqual({ ...(await like(me, other)) }, { combined: false, combinedNow: null });
    assert.deepEqual({ ...(await dislike(me, other)) }, { undone: false });
  });

  test(`counts a like only if it is new and its sender is not premium: ${side}`, async () => {
    const counted = async () => (await readRows(sql, 'public', 'counted')).length;
    const premium = (userId: string) => sql`update social.users set is_premium = id = ${userId}`;
    await premium(other);
    await like(me, other);
    assert.equal(await counted(), 1);
    await like(me, other);
    assert.equal(await counted(), 1, 'a repeated like is not counted');
    await premium(me);
    await like(me, third);
    assert.equal(await counted(), 1);
    await premium(third);
    await like(other, me);
    assert.equal(await counted(), 2, 'a like in return is counted too');
  });

  for (const [name, act] of [
    ['dislike', dislike],
    ['block', block],
  ] as const)
    test(`a ${name} that waited for a concurrent combination undoes it: ${side}`, async () => {
      await insertBetween(sql, 'pairs', me, other, { my_liked_at: now });
      let undone: boolean | undefined;
      const { waited } = await actBeside(sql, {
        hold: (tx) => tx`
          update social.pairs set low_liked_at = ${now}, high_liked_at = ${now}, combined_at = ${now},
            combination_id = ${combination}`,
        act: async () => {
          undone = (await act(me, other))?.undone;
        },
      });
      assert.deepEqual([waited, undone], [true, true]);
    });

  test(`a like is not written to a pair created concurrently, and the next attempt succeeds: ${side}`, async () => {
    let liked: Awaited<ReturnType<typeof like>>;
    const { waited } = await actBeside(sql, {
      hold: (tx) => tx`
        insert into social.pairs (low_id, high_id, low_liked_at, high_liked_at)
        values (${low}, ${high}, ${other === low ? now : null}, ${other === high ? now : null})`,
      act: async () => {
        liked = await like(me, other);
      },
    });
    assert.deepEqual([waited, liked], [true, undefined]);
    const [row] = await readRows(sql, 'social', 'pairs');
    const theirs = other === low ? 'low_liked_at' : 'high_liked_at';
    assert.deepEqual(row, { low_id: low, high_id: high, [theirs]: now.toISOString() });
    assert.deepEqual({ ...(await like(me, other)) }, { combined: true, combinedNow: true });
  });
}
