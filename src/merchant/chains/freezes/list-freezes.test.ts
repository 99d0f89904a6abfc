import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { createTestDatabase, openTestPool } from '../../../../test/support/database.ts';
import type { Examine } from '../../../platform/postgres/examine-database.ts';
import { freezePayouts, thawPayouts } from './freeze-payouts.ts';
import { examineFreezes } from './list-freezes.ts';

let here: TestApp;
before(async () => {
  here = await openMerchantApp();
});
after(() => here.close());

/** Collects the findings as the doctor prints them. */
const noteIn =
  (found: string[]): Examine =>
  async (name, look) => {
    found.push(`${name}: ${JSON.stringify(await look())}`);
    return true;
  };

test('the doctor reports each freeze with its time, person and reason', async () => {
  const found: string[] = [];
  const examine = noteIn(found);
  await examineFreezes(here.sql, examine);
  const input = { coin: 'LTC' as const, by: 'ana', reason: 'a key is missing' };
  await freezePayouts(here.platform, input);
  await examineFreezes(here.sql, examine);
  await thawPayouts(here.platform, input);
  await examineFreezes(here.sql, examine);
  const [before, frozen, thawed] = found;
  assert.equal(before, 'payouts: {"fine":"not frozen"}');
  assert.match(frozen ?? '', /FROZEN: LTC is frozen since 20.*ana: a key is missing/);
  assert.equal(thawed, before);
});

test('the doctor reports that the table does not exist yet', async (t) => {
  const empty = await createTestDatabase({ migrated: false });
  t.after(() => empty.drop());
  const sql = openTestPool(empty.connection);
  t.after(() => sql.end());
  const found: string[] = [];
  await examineFreezes(sql, noteIn(found));
  assert.deepEqual(found, ['payouts: {"fine":"nothing to freeze yet: the database has no tables for it"}']);
});
