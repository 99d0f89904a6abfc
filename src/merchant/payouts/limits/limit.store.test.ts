import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertBatch } from '../../../../test/support/payout-rows.ts';
import { countLocked } from '../../../../test/support/row-locks.ts';
import { idOf, insertRow } from '../../../../test/support/table-rows.ts';
import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import {
  addAddress,
  deleteAddress,
  dropAddresses,
  isListOn,
  lockLimits,
  lockPsp,
  readControls,
  saveLimits,
  selectAddresses,
  selectLimits,
  sumRequested,
} from './limit.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');

before(async () => {
  await sql`insert into merchant.psps (id, name, created_at) values (1, 'one', now()), (2, 'two', now())`;
});
beforeEach(async () => {
  await sql`update merchant.psps set only_allowed_addresses = false`;
  for (const table of ['payout_limits', 'allowed_addresses'])
    await sql`delete from merchant.${sql.identifier(table)}`;
});

const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => sql.begin(work);
const limits = (amount: bigint) => ({
  one_amount: amount,
  day_amount: amount + 1n,
  approval_amount: amount + 2n,
});
const save = (pspId: number, coin: CoinCode, amount?: bigint) =>
  within((tx) => saveLimits(tx, pspId, coin, amount === undefined ? undefined : limits(amount)));
const allow = (pspId: number, coin: CoinCode, destination: string, tag: string | null = null) =>
  within((tx) =>
    addAddress(
      tx,
      pspId,
      { coin, destination, address: destination.slice(0, 1), destination_tag: tag },
      'staff',
      now,
    ),
  );

test('limits are changed and removed per PSP and coin', async () => {
  await save(2, 'LTC', 90n);
  await save(1, 'LTC', 10n);
  await save(1, 'BTC', 20n);
  const all = async (pspId: number) =>
    (await selectLimits(sql, pspId)).map(({ coin, one_amount: one }) => `${coin} ${one}`);
  assert.deepEqual([await all(1), await all(2)], [['BTC 20', 'LTC 10'], ['LTC 90']]);
  await save(1, 'LTC', 11n);
  assert.deepEqual([await all(1), await all(2)], [['BTC 20', 'LTC 11'], ['LTC 90']]);
  const lock = async (pspId: number, coin: CoinCode) => {
    const found = await within((tx) => lockLimits(tx, pspId, coin));
    return found && { ...found };
  };
  assert.deepEqual(await lock(1, 'LTC'), limits(11n));
  assert.deepEqual(await lock(2, 'LTC'), limits(90n));
  assert.equal(await lock(2, 'BTC'), undefined);
  assert.equal(await countLocked(sql, 'merchant', 'payout_limits', (tx) => lockLimits(tx, 1, 'LTC')), 1);
  await save(1, 'LTC');
  assert.deepEqual([await all(1), await all(2)], [['BTC 20'], ['LTC 90']]);
});

test('each PSP has its own list of addresses', async () => {
  assert.equal(await allow(1, 'BTC', 'b'), true);
  assert.equal(await allow(1, 'BTC', 'b'), false);
  assert.equal(await allow(1, 'BTC', 'a2', '2'), true);
  assert.equal(await allow(1, 'BTC', 'a1', '1'), true);
  assert.equal(await allow(1, 'LTC', 'b'), true);
  assert.deepEqual(
    [await isListOn(sql, 1), await isListOn(sql, 2), await isListOn(sql, 3)],
    [true, false, undefined],
  );
  await allow(2, 'BTC', 'b');
  const all = async (pspId: number) =>
    (await selectAddresses(sql, pspId)).map(({ coin, destination }) => `${coin} ${destination}`);
  assert.deepEqual([await all(1), await all(2)], [['BTC a1', 'BTC a2', 'BTC b', 'LTC b'], ['BTC b']]);
  const remove = (pspId: number, coin: CoinCode, destination: string) =>
    within((tx) => deleteAddress(tx, pspId, coin, destination));
  assert.equal(await remove(2, 'LTC', 'b'), false);
  assert.equal(await remove(1, 'BTC', 'b'), true);
  assert.deepEqual([await all(1), await all(2)], [['BTC a1', 'BTC a2', 'LTC b'], ['BTC b']]);
  await within((tx) => dropAddresses(tx, 1));
  assert.deepEqual([await all(1), await all(2)], [[], ['BTC b']]);
  assert.deepEqual([await isListOn(sql, 1), await isListOn(sql, 2)], [false, true]);
});

test('reads the controls of the given PSP, coin and destination', async () => {
  const controls = async (pspId: number, coin: CoinCode, destination: string) => {
    const found = await within((tx) => readControls(tx, pspId, coin, destination));
    return found && [found.only_allowed_addresses, found.allowed, found.limited];
  };
  await allow(1, 'BTC', 'b');
  await save(1, 'LTC', 1n);
  assert.deepEqual(await controls(1, 'BTC', 'b'), [true, true, false]);
  assert.deepEqual(await controls(1, 'BTC', 'c'), [true, false, false]);
  assert.deepEqual(await controls(1, 'LTC', 'b'), [true, false, true]);
  assert.deepEqual(await controls(2, 'BTC', 'b'), [false, false, false]);
  assert.deepEqual(await controls(2, 'LTC', 'b'), [false, false, false]);
  assert.equal(await controls(3, 'BTC', 'b'), undefined);
});

test('locks one PSP', async () => {
  assert.equal(await countLocked(sql, 'merchant', 'psps', (tx) => lockPsp(tx, 1)), 1);
  assert.deepEqual(
    [await within((tx) => lockPsp(tx, 1)), await within((tx) => lockPsp(tx, 3))],
    [true, false],
  );
});

test("sums the merchant's payouts since the given time, without those that were given back", async () => {
  const payout = (amount: bigint, fields: object = {}) =>
    insertRow(sql, 'merchant', 'payouts', {
      id: newId(),
      coin: 'BTC',
      kind: 'withdrawal',
      order_id: newId(),
      psp_id: 1,
      address: '',
      destination: '',
      amount,
      fee_allowance: 0n,
      euro_value: 0n,
      status: 'RESERVED',
      created_at: new Date(now.getTime() + 1),
      updated_at: now,
      ...fields,
    });
  const sum = (pspId: number, coin: CoinCode) => within((tx) => sumRequested(tx, pspId, coin, now));
  assert.equal(await sum(1, 'BTC'), 0n);
  await payout(1n);
  await payout(10n, { kind: 'refund' });
  await payout(100n, { created_at: now });
  await payout(1000n, { status: 'FAILED' });
  await insertBatch(sql, idOf(9), now);
  await payout(10_000_000n, { status: 'REVERSED', batch_id: idOf(9), transaction_id: 't', fee: 0n });
  await payout(10_000n, { coin: 'LTC' });
  await payout(100_000n, { psp_id: 2 });
  await payout(1_000_000n, { kind: 'release', order_id: null });
  assert.deepEqual([await sum(1, 'BTC'), await sum(1, 'LTC'), await sum(2, 'BTC')], [11n, 10_000n, 100_000n]);
});
