import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { chainContext, watch } from '../../../../test/support/chain-context.ts';
import { pay, playedChain } from '../../../../test/support/played-chain.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { createTag } from '../../../platform/postgres/client/sql.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { selectSpendable } from '../outgoing/outgoing-transaction.store.ts';
import { listReceipts } from '../receipts/list-receipts.ts';
import { takeReached } from '../reviews/review-height.store.ts';
import { forceIndexPlans, unwindBlocks } from './block.store.ts';
import { findWatched, listUnconfirmedIds } from './output.store.ts';
import { readChain, ReaderMemory } from './read-chain.ts';
import { findSpends, listWaitingOutgoing } from './spend.store.ts';

let testApp: TestApp;

before(async () => {
  testApp = await openMerchantApp();
});
after(() => testApp.close());

const destinations = Array.from({ length: 8000 }, (_, index) => `somebody ${index}`);
const spends = destinations.map((_, index) => ({
  spend: `t${index}:0`,
  transactionId: `t${index}`,
  index: 0,
}));

/** Returns the plans of every statement that `run` sends. */
async function plansOf(run: (tx: Tx) => Promise<unknown>): Promise<string> {
  const client = await testApp.sql.pool.connect();
  const plans: string[] = [];
  try {
    const execute = async (statement: { text: string; values: unknown[] }) => {
      const isSetting = statement.text.includes('set_config');
      const text = isSetting ? statement.text : `explain (analyze, costs off, timing off) ${statement.text}`;
      const result = await client.query({ text, values: statement.values });
      if (isSetting) return result;
      plans.push(result.rows.map((row: object) => Object.values(row)[0]).join('\n'));
      return { ...result, rows: [] };
    };
    const tx: Tx = Object.assign(createTag(execute), {
      inTransaction: true as const,
      defer: () => assert.fail('a statement without a plan'),
      script: async () => {},
    });
    await client.query('begin');
    await run(tx);
  } finally {
    await client.query('rollback');
    client.release();
  }
  return plans.join('\n');
}

const readingOfABlock = async (tx: Tx): Promise<void> => {
  await forceIndexPlans(tx);
  await findWatched(tx, 'BTC', destinations);
  await findSpends(tx, 'BTC', spends);
  await listWaitingOutgoing(tx, 'BTC');
  await listUnconfirmedIds(tx, 'BTC');
  await takeReached(tx, 'BTC', 1000);
  await unwindBlocks(tx, 'BTC', 19_990, ['a', 'b']);
};

const fill = (count: number): Promise<void> =>
  transaction(testApp.sql, async (tx) => {
    // Referential integrity does not affect the plans.
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into merchant.chain_addresses
      select 'BTC', 'ours ' || n, 'ours ' || n, null, 0, n, 'payment', gen_random_uuid(), now()
      from generate_series(1, ${count}::integer) n on conflict do nothing`;
    await tx`
      insert into merchant.chain_outputs
      select 'BTC', 'old ' || n, 0, 'ours ' || n, 5, 'payment', gen_random_uuid(), now(), n, false, true
      from generate_series(1, ${count}::integer) n on conflict do nothing`;
    await tx`
      insert into merchant.chain_sent (coin, transaction_id, subject_id, block_height)
      select 'BTC', 'sent ' || n, gen_random_uuid(), n from generate_series(1, ${count}::integer) n on conflict do nothing`;
    await tx`
      insert into merchant.chain_claims
      select 'BTC', 'claim ' || n, 'sent ' || n from generate_series(1, ${count}::integer) n on conflict do nothing`;
    await tx`
      insert into merchant.chain_sent_spends
      select 'BTC', 'claim ' || n, 'sent ' || n, gen_random_uuid() from generate_series(1, ${count}::integer) n
      on conflict do nothing`;
  });

const noScan = (plans: string): void => assert.doesNotMatch(plans, /Seq Scan on chain_/, plans);

/** An index condition on the coin alone would still scan the whole chain's rows. */
const byKey = (plans: string): void => {
  noScan(plans);
  for (const table of ['addresses', 'outputs', 'sent_spends']) {
    assert.match(plans, new RegExp(`Index (Only )?Scan using chain_${table}_pkey on .* loops=8000`), plans);
  }
};

test('looks up a block of 8 000 outputs by key, for any number of addresses and any stored statistics', async () => {
  noScan(await plansOf(readingOfABlock));
  for (const count of [1000, 20_000]) {
    await fill(count);
    byKey(await plansOf(readingOfABlock));
    await testApp.sql`analyze`;
    byKey(await plansOf(readingOfABlock));
  }
});

test('finds receipts of a subject and spendable outputs by their indexes', async () => {
  const receipts = await plansOf((tx) => listReceipts(tx, '00000000-0000-7000-8000-000000000001'));
  noScan(receipts.replaceAll('Seq Scan on chain_states', ''));
  const spendable = await plansOf((tx) => selectSpendable(tx, 'BTC', 10));
  assert.match(spendable, /chain_outputs_unspent/);
});

test('reads such a block completely if only one output is ours', async () => {
  const chain = playedChain('LTC');
  const context = chainContext(testApp, [chain]);
  const subject = await watch(testApp.sql, { coin: 'LTC', destination: 'somebody 7999' });
  const memory = new ReaderMemory();
  await readChain(context, chain, memory);
  chain.node.mine(destinations.map((destination, index) => pay(`t${index}`, destination, 5n)));
  await readChain(context, chain, memory);
  const receipts = await listReceipts(testApp.sql, subject);
  assert.deepEqual(
    receipts.map((receipt) => receipt.transactionId),
    ['t7999'],
  );
});
