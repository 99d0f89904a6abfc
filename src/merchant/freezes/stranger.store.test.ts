import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { insertOutput } from '../../../test/support/chain-rows.ts';
import { openTestSql } from '../../../test/support/database.ts';
import { insertRow } from '../../../test/support/table-rows.ts';
import type { Sql } from '../../platform/postgres/client/database.ts';
import type { CoinCode } from '../assets/asset.rules.ts';
import { insertOutgoing } from '../chains/outgoing/outgoing-transaction.store.ts';
import { insertKnownStrangers, selectStranger, selectUnknown } from './stranger.store.ts';

let close: () => Promise<void>;
let sql: Sql;
before(async () => {
  ({ sql, close } = await openTestSql());
});
after(() => close());

const now = new Date('2026-03-01T12:00:00Z');
const subject = '00000000-0000-7000-8000-000000000001';

const spend = (coin: CoinCode, by: string | null, height: number | null) =>
  insertOutput(sql, { coin, transaction_id: `${by} ${height}` }, now, { spent_by: by, spent_height: height });
const strangerOf = (coin: CoinCode, since: number) => sql.begin((tx) => selectStranger(tx, coin, since));

/** Signed here for Bitcoin alone: the same on another chain is a stranger's. */
beforeEach(async () => {
  for (const table of ['chain_sent', 'chain_outputs', 'known_strangers'])
    await sql`delete from merchant.${sql.identifier(table)}`;
  await sql.begin((tx) =>
    insertOutgoing(tx, { coin: 'BTC', transactionId: 'ours', subjectId: subject, spends: [] }),
  );
  await spend('BTC', 'ours', 20);
  await spend('BTC', null, null);
});

test('who uses up what is ours in a block above is a stranger, unless it was signed here or somebody knows it', async () => {
  assert.equal(await strangerOf('BTC', 0), undefined);
  await spend('LTC', 'ours', 20);
  assert.deepEqual([await strangerOf('BTC', 0), await strangerOf('LTC', 0)], [undefined, 'ours']);
  await spend('BTC', 'strange', 20);
  assert.deepEqual([await strangerOf('BTC', 19), await strangerOf('BTC', 20)], ['strange', undefined]);
  await sql.begin((tx) => insertKnownStrangers(tx, ['LTC'], now));
  assert.deepEqual([await strangerOf('BTC', 0), await strangerOf('LTC', 0)], ['strange', undefined]);
  await sql.begin((tx) => insertKnownStrangers(tx, ['BTC'], now));
  assert.equal(await strangerOf('BTC', 0), undefined);
});

test('of transactions that are named, the first is told that nobody knows', async () => {
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
