import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../test/support/app.ts';
import type { Examine } from '../../platform/postgres/examine-database.ts';
import { freezePayouts, thawPayouts } from './freeze-payouts.ts';
import { examineFreezes } from './list-freezes.ts';

let here: TestApp;
before(async () => {
  here = await openMerchantApp();
});
after(() => here.close());

test('the doctor tells what is frozen, since when, by whom and why', async () => {
  const found: string[] = [];
  const examine: Examine = async (name, look) => {
    found.push(`${name}: ${JSON.stringify(await look())}`);
    return true;
  };
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
