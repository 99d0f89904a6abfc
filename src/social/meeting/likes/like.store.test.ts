import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertPerson } from '../../../../test/support/social-rows.ts';
import { idOf } from '../../../../test/support/table-rows.ts';
import { insertBetween } from '../../../../test/support/town-rows.ts';
import { mostCounted } from '../../people/count.rules.ts';
import { findLikes, findLikesQty, type LikeOfMe } from './like.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
/** An id between those of the other people, so that it is the low id of some pairs and the high id of others. */
const me = idOf(5);

beforeEach(async () => {
  await sql`delete from social.pairs`;
  await sql`delete from social.users`;
  for (let digit = 1; digit <= 9; digit += 1) await insertPerson(sql, idOf(digit), now);
});

const pair = (digit: number, fields: Record<string, unknown>, who = me) =>
  insertBetween(sql, 'pairs', who, idOf(digit), fields);

/** Reads all pages. The limit of ten pages prevents an endless loop if the cursor is wrong. */
async function listed(limit = 9): Promise<string> {
  let found = '';
  let before: LikeOfMe | undefined;
  for (let page = 0; page < 10; page += 1) {
    const rows = await findLikes(sql, me, before, { limit, now });
    assert.ok(rows.length <= limit);
    found += rows.map(({ otherId }) => otherId.slice(-1)).join('');
    before = rows.at(-1);
    if (!before) break;
  }
  return found;
}

test('lists likes newest first, on both sides of the pair and page by page', async () => {
  for (const digit of [3, 9, 1, 6]) await pair(digit, { their_liked_at: at(-3) });
  for (const digit of [8, 2]) await pair(digit, { their_liked_at: at(-1) });
  for (const digit of [4, 7]) await pair(digit, { their_liked_at: at(-2) });
  for (const limit of [1, 2, 3, 8, 9]) assert.equal(await listed(limit), '82749631', `pages of ${limit}`);
  const [newest] = await findLikes(sql, me, undefined, { limit: 1, now });
  assert.deepEqual({ ...newest }, { otherId: idOf(8), likedAt: at(-1) });
});

/** Returns the list if people 4 and 6 have these pairs with me, and the number of likes with and without premium. */
async function seen(fields: Record<string, unknown>, person: object = {}): Promise<[string, number, number]> {
  await sql`delete from social.pairs`;
  for (const digit of [4, 6]) {
    await sql`delete from social.users where id = ${idOf(digit)}`;
    await insertPerson(sql, idOf(digit), now, person);
    await pair(digit, fields);
  }
  await pair(2, { their_liked_at: now }, idOf(1));
  await pair(8, { their_liked_at: now }, idOf(9));
  const count = async (isPremium: boolean) => {
    await sql`update social.users set is_premium = ${isPremium} where id = ${me}`;
    return (await findLikesQty(sql, me, now))?.likesQty ?? -1;
  };
  return [await listed(), await count(true), await count(false)];
}
const all = ['64', 2, 2];
const none = ['', 0, 0];

test('a like counts until it is answered, while its sender is active', async () => {
  const liked = { their_liked_at: now };
  assert.deepEqual(await seen(liked), all);
  assert.deepEqual(await seen({}), none);
  assert.deepEqual(await seen({ my_liked_at: now }), none);
  assert.deepEqual(await seen({ ...liked, my_liked_at: now }), none);
  assert.deepEqual(await seen(liked, { deleted_at: now }), none);
  assert.deepEqual(await seen(liked, { suspended_until: now }), all);
  assert.deepEqual(await seen(liked, { suspended_until: at(1) }), none);
});

test('a dislike or block removes a like from the list and, for premium users, from the number', async () => {
  const liked = { their_liked_at: now };
  const onlyInNumber = ['', 0, 2];
  assert.deepEqual(await seen({ ...liked, my_passed_until: at(1) }), onlyInNumber);
  assert.deepEqual(await seen({ ...liked, my_passed_until: now }), all);
  assert.deepEqual(await seen({ ...liked, their_passed_until: at(1) }), all);
  for (const side of ['my', 'their']) {
    assert.deepEqual(await seen({ ...liked, [`${side}_blocked_until`]: at(1) }), onlyInNumber);
    assert.deepEqual(await seen({ ...liked, [`${side}_blocked_until`]: now }), all);
  }
});

test('returns the number and the premium state of the given user', async () => {
  await pair(7, { their_liked_at: now });
  await sql`update social.users set is_premium = true where id = ${me}`;
  const found = async (digit: number) => ({ ...(await findLikesQty(sql, idOf(digit), now)) });
  assert.deepEqual(await found(5), { isPremium: true, likesQty: 1 });
  assert.deepEqual(await found(7), { isPremium: false, likesQty: 0 });
  assert.equal(await findLikesQty(sql, idOf(0), now), undefined);
});

test('the number does not rise above the maximum', async () => {
  const half = mostCounted / 2;
  const add = async (first: number, last: number) => {
    // With ids on either side of all others.
    for (const version of ['6', '8'])
      await sql`
        with added as (
          insert into social.users (id, provider, login_id, name, last_active_at, created_at)
          select (${`00000000-0000-${version}000-8000-`} || lpad(number::text, 12, '0'))::uuid, 'test',
                 ${version}::text || '-' || number, 'P', ${now}, ${now}
          from generate_series(${first}::integer, ${last}::integer) number
          returning id)
        insert into social.pairs (low_id, high_id, low_liked_at, high_liked_at)
        select least(id, ${me}), greatest(id, ${me}),
               case when id < ${me} then ${now}::timestamptz end, case when id > ${me} then ${now}::timestamptz end
        from added`;
  };
  const counted = async (isPremium: boolean) => {
    await sql`update social.users set is_premium = ${isPremium} where id = ${me}`;
    return (await findLikesQty(sql, me, now))?.likesQty;
  };
  await add(1, half - 1);
  assert.deepEqual([await counted(true), await counted(false)], [mostCounted - 2, mostCounted - 2]);
  await add(half, half + 1);
  assert.deepEqual([await counted(true), await counted(false)], [mostCounted, mostCounted]);
});
