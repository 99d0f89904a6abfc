import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertRow, readRows } from '../../../../test/support/table-rows.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import { insertBranches, msToNextSecond, nextPlaces } from './branch.store.ts';

const sql = await useTestSql();
beforeEach(() => sql`delete from merchant.address_branches`);

const secondNow = (): number => Math.floor(Date.now() / 1000);

/** Makes the branches look as if they had begun this many seconds earlier. */
async function age(seconds: number): Promise<void> {
  await sql`update merchant.address_branches set branch = branch - ${seconds}`;
}

test("each coin's branch counts from 0 once its second is over, and never repeats a place after a rollback", async () => {
  await insertBranches(sql, ['BTC', 'ETH']);
  const next = (coin: CoinCode, count = 1) => sql.begin((tx) => nextPlaces(tx, coin, count));
  await age(-100);
  assert.equal((await next('BTC')).length, 0, 'the second is not over');
  await age(200);
  const [row] = await readRows(sql, 'merchant', 'address_branches', ['branch']);
  const { branch } = row as { branch: number };
  assert.deepEqual(await next('BTC', 2), [
    { branch, index: 0 },
    { branch, index: 1 },
  ]);
  await sql
    .begin(async (tx) => {
      assert.deepEqual(await nextPlaces(tx, 'BTC', 1), [{ branch, index: 2 }]);
      throw new Error('undone');
    })
    .catch(() => {});
  assert.deepEqual(await next('BTC'), [{ branch, index: 3 }]);
  assert.deepEqual(await next('ETH'), [{ branch, index: 0 }]);
  assert.equal((await next('LTC')).length, 0, 'none was begun');
});

test('processes that begin a branch in the same second share it, and a known second is not used again', async () => {
  const before = secondNow();
  const begun = await Promise.all(Array.from({ length: 6 }, () => insertBranches(sql, ['BTC'])));
  const seconds = secondNow() - before + 1;
  assert.ok(begun.flat().length <= seconds);
  for (const { branch } of begun.flat()) assert.ok(branch >= before && branch <= secondNow());
  // A clock that was set back reaches seconds that it has used before.
  await sql`truncate merchant.address_branches`;
  const known = Array.from({ length: 120 }, (_, ahead) => secondNow() + ahead);
  for (const branch of known)
    await insertRow(sql, 'merchant', 'address_branches', { coin: 'BTC', branch, server: 'before', base: 0 });
  assert.equal((await insertBranches(sql, ['BTC'])).length, 0);
});

test('uses the newest branch, and none of another server', async () => {
  await insertBranches(sql, ['BTC']);
  await age(100);
  const [first] = await nextPlaces(sql, 'BTC', 1);
  await insertBranches(sql, ['BTC']);
  await sql`update merchant.address_branches set branch = branch - 200 where branch > ${first?.branch ?? 0}`;
  const [second] = await nextPlaces(sql, 'BTC', 1);
  assert.deepEqual(
    [second?.index, second?.branch !== first?.branch],
    [0, true],
    'begun later, by a clock set back',
  );
  await sql`update merchant.address_branches set server = 'before' where branch = ${second?.branch ?? 0}`;
  assert.equal((await nextPlaces(sql, 'BTC', 1)).length, 0);
});

test('returns the time to the next second', async () => {
  const ms = await msToNextSecond(sql);
  assert.ok(ms > 0 && ms <= 1000);
});
