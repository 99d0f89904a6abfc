import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { insertOutput } from '../../../../test/support/chain-rows.ts';
import { openTestSql } from '../../../../test/support/database.ts';
import type { Sql } from '../../../platform/postgres/client/database.ts';
import { findArrival } from './order-story.store.ts';

let close: () => Promise<void>;
let sql: Sql;
before(async () => {
  ({ sql, close } = await openTestSql());
});
after(() => close());

const now = new Date('2026-03-01T12:00:00Z');

test('an arrival has as many confirmations as blocks from its own on, and none outside of blocks', async () => {
  await sql`
    insert into merchant.chain_states (coin, network, account, height, hash, node_height)
    values ('BTC', '', '', 12, '', 12), ('LTC', '', '', 99, '', 99)`;
  for (const [coin, index, height] of [
    ['BTC', 0, 12],
    ['BTC', 1, 10],
    ['BTC', 2, null],
    ['LTC', 1, 1],
  ] as const)
    await insertOutput(sql, { coin, transaction_id: 't', output_index: index }, now, {
      block_height: height,
      unconfirmed: height === null,
    });
  const confirmations = async (coin: 'BTC' | 'LTC', outputIndex: number) =>
    (await findArrival(sql, { coin, transactionId: 't', outputIndex }))?.confirmations;
  assert.deepEqual(
    [
      await confirmations('BTC', 0),
      await confirmations('BTC', 1),
      await confirmations('BTC', 2),
      await confirmations('LTC', 1),
      await confirmations('LTC', 0),
    ],
    [1, 3, 0, 99, undefined],
  );
});
