import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { insertOutput } from '../../../../test/support/chain-rows.ts';
import { useTestSql } from '../../../../test/support/database.ts';
import { emptyPayouts, insertBatch } from '../../../../test/support/payout-rows.ts';
import { idOf, insertRow } from '../../../../test/support/table-rows.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import { insertOutgoing } from '../outgoing/outgoing-transaction.store.ts';
import {
  insertKnownSpends,
  listExcluded,
  listPutOff,
  selectUnknownSpend,
  selectUnknown,
} from './unknown-spend.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');
const subject = '00000000-0000-7000-8000-000000000001';

const spend = (coin: CoinCode, by: string | null, height: number | null) =>
  insertOutput(sql, { coin, transaction_id: `${by} ${height}` }, now, { spent_by: by, spent_height: height });
const unknownSpendOf = (coin: CoinCode, since: number) =>
  sql.begin((tx) => selectUnknownSpend(tx, coin, since));

/** The transactions are signed here for Bitcoin only, so the same ids on another chain are unknown spends. */
beforeEach(async () => {
  for (const table of ['chain_sent', 'chain_outputs', 'known_strangers'])
    await sql`delete from merchant.${sql.identifier(table)}`;
  await sql.begin((tx) =>
    insertOutgoing(tx, { coin: 'BTC', transactionId: 'ours', subjectId: subject, spends: [] }),
  );
  await spend('BTC', 'ours', 20);
  await spend('BTC', null, null);
});

test('a mined spend of an output of ours is an unknown spend unless it was signed here or marked as known', async () => {
  assert.equal(await unknownSpendOf('BTC', 0), undefined);
  await spend('LTC', 'ours', 20);
  assert.deepEqual([await unknownSpendOf('BTC', 0), await unknownSpendOf('LTC', 0)], [undefined, 'ours']);
  await spend('BTC', 'strange', 20);
  assert.deepEqual(
    [await unknownSpendOf('BTC', 19), await unknownSpendOf('BTC', 20)],
    ['strange', undefined],
  );
  await sql.begin((tx) => insertKnownSpends(tx, ['LTC'], now));
  assert.deepEqual([await unknownSpendOf('BTC', 0), await unknownSpendOf('LTC', 0)], ['strange', undefined]);
  await sql.begin((tx) => insertKnownSpends(tx, ['BTC'], now));
  assert.equal(await unknownSpendOf('BTC', 0), undefined);
});

test('finds the first of the given transactions that is unknown', async () => {
  const unknownOf = (coin: CoinCode, ...ids: string[]) => sql.begin((tx) => selectUnknown(tx, coin, ids));
  assert.deepEqual(
    [await unknownOf('BTC', 'ours'), await unknownOf('LTC', 'ours'), await unknownOf('BTC')],
    [undefined, 'ours', undefined],
  );
  assert.equal(await unknownOf('BTC', 'ours', 'strange'), 'strange');
  await insertRow(sql, 'merchant', 'known_strangers', {
    coin: 'LTC',
    transaction_id: 'strange',
    known_at: now,
  });
  assert.equal(await unknownOf('BTC', 'strange'), 'strange');
  await insertRow(sql, 'merchant', 'known_strangers', {
    coin: 'BTC',
    transaction_id: 'strange',
    known_at: now,
  });
  assert.equal(await unknownOf('BTC', 'strange'), undefined);
});

/** Formats coin and last digit of the subject. */
const shown = (rows: readonly { coin: CoinCode; subject_id: string }[]) =>
  rows.map(({ coin, subject_id: id }) => `${coin} ${id.slice(-1)}`).toSorted();

test('lists each payout that an unknown spend excludes once, and none that our own transaction excludes', async () => {
  const exclude = (coin: CoinCode, id: string, digit: number, by: string | null, height: number | null = 5) =>
    insertRow(sql, 'merchant', 'chain_sent', {
      coin,
      transaction_id: id,
      subject_id: idOf(digit),
      excluded_height: height,
      excluded_by: by,
    });
  await exclude('BTC', 'a', 2, 'strange');
  await exclude('BTC', 'b', 2, 'strange');
  await exclude('BTC', 'c', 3, 'ours');
  await exclude('BTC', 'd', 4, null);
  await exclude('BTC', 'e', 5, 'strange', null);
  await exclude('LTC', 'f', 6, 'ours');
  const excluded = async (...coins: CoinCode[]) => shown(await sql.begin((tx) => listExcluded(tx, coins)));
  assert.deepEqual(await excluded('BTC'), ['BTC 2']);
  assert.deepEqual(await excluded('LTC'), ['LTC 6']);
  assert.deepEqual(await excluded('ETH', 'LTC', 'BTC'), ['BTC 2', 'LTC 6']);
});

test('lists batches that wait until their coin is thawed', async () => {
  await emptyPayouts(sql);
  await insertBatch(sql, idOf(1), now, { put_off_at: now });
  await insertBatch(sql, idOf(2), now);
  await insertBatch(sql, idOf(3), now, { coin: 'LTC', put_off_at: now });
  const putOff = async (...coins: CoinCode[]) => shown(await sql.begin((tx) => listPutOff(tx, coins)));
  assert.deepEqual(await putOff('BTC'), ['BTC 1']);
  assert.deepEqual(await putOff('LTC', 'BTC'), ['BTC 1', 'LTC 3']);
  assert.deepEqual(await putOff('ETH'), []);
});
