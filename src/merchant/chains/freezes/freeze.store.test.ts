import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { countLocked } from '../../../../test/support/row-locks.ts';
import { readRows } from '../../../../test/support/table-rows.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import { freezeCoins, hasFreezes, moveHome, selectFreezes, shareSwitch, thawCoins } from './freeze.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const later = new Date('2026-03-01T13:00:00Z');

beforeEach(() => sql`update merchant.payout_freezes set frozen_at = null, frozen_by = null, reason = null`);

const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => sql.begin(work);
const frozen = (by: string, at = now) => ({ frozen_at: at, frozen_by: by, reason: `${by} said so` });
const freeze = (by: string, ...coins: CoinCode[]) => within((tx) => freezeCoins(tx, coins, frozen(by)));
const thaw = (...coins: CoinCode[]) => within((tx) => thawCoins(tx, coins));
const rows = async () =>
  (await readRows(sql, 'merchant', 'payout_freezes')).map(
    (row) => `${String(row['coin'])} ${typeof row['frozen_by'] === 'string' ? row['frozen_by'] : '-'}`,
  );

test('a coin is open until it is frozen, and an unknown coin counts as frozen', async () => {
  await freeze('ana', 'BTC');
  const share = (coin: CoinCode) => within((tx) => shareSwitch(tx, coin));
  assert.deepEqual([await share('BTC'), await share('LTC')], [false, true]);
  assert.equal(await countLocked(sql, 'merchant', 'payout_freezes', (tx) => shareSwitch(tx, 'LTC')), 1);
  await sql`delete from merchant.payout_freezes where coin = 'LTC'`;
  assert.equal(await share('LTC'), false);
  await sql`insert into merchant.payout_freezes (coin) values ('LTC')`;
});

test('freezes a coin once and keeps the first reason', async () => {
  assert.deepEqual(await freeze('ana', 'LTC'), ['LTC']);
  assert.deepEqual((await freeze('bia', 'BTC', 'LTC', 'ETH')).toSorted(), ['BTC', 'ETH']);
  assert.deepEqual(await rows(), ['BCH -', 'BTC bia', 'ETH bia', 'LTC ana', 'XRP -']);
  assert.deepEqual(
    (await selectFreezes(sql)).map((row) => ({ ...row })),
    [
      { coin: 'BTC', ...frozen('bia') },
      { coin: 'ETH', ...frozen('bia') },
      { coin: 'LTC', ...frozen('ana') },
    ],
  );
});

test('thaws coins that are frozen', async () => {
  await freeze('ana', 'LTC', 'BTC', 'XRP');
  assert.deepEqual((await thaw('BTC', 'ETH', 'XRP')).toSorted(), ['BTC', 'XRP']);
  assert.deepEqual(await rows(), ['BCH -', 'BTC -', 'ETH -', 'LTC ana', 'XRP -']);
  assert.deepEqual(await thaw('BTC', 'ETH', 'XRP'), []);
});

test('freezing and thawing wait for locks on the named coins only', async () => {
  const locked = (work: (tx: Tx) => Promise<unknown>) => countLocked(sql, 'merchant', 'payout_freezes', work);
  await freeze('ana', 'BTC');
  assert.equal(await locked((tx) => freezeCoins(tx, ['BTC', 'LTC'], frozen('bia', later))), 2);
  assert.equal(await locked((tx) => freezeCoins(tx, ['BTC'], frozen('bia', later))), 1);
  assert.equal(await locked((tx) => thawCoins(tx, ['LTC', 'ETH'])), 2);
  assert.equal(await locked((tx) => thawCoins(tx, ['ETH'])), 1);
});

test('reports whether the freezes table exists before the migration', async () => {
  assert.equal(await hasFreezes(sql), true);
  await sql`alter table merchant.payout_freezes rename to freezes_to_come`;
  const found = await hasFreezes(sql);
  await sql`alter table merchant.freezes_to_come rename to payout_freezes`;
  assert.equal(found, false);
});

test('reports once that the database was restored elsewhere', async () => {
  assert.equal(await within(moveHome), false, 'the first time it is none');
  const [home] = await readRows(sql, 'merchant', 'payout_homes');
  assert.equal(await within(moveHome), false);
  await sql`update merchant.payout_homes set home = 'another'`;
  assert.equal(await within(moveHome), true);
  assert.deepEqual(await readRows(sql, 'merchant', 'payout_homes'), [home]);
  assert.equal(await within(moveHome), false);
  const [own] = await sql<{ oid: string }[]>`
    select oid::text as oid from pg_database where datname = current_database()`;
  assert.equal(String(home?.['home']).split(':')[1], own?.oid);
});
