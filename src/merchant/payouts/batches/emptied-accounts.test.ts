import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { customer, mine, sendCoins } from '../../../../test/support/coins.ts';
import { openStepwiseChain, type StepwiseChain } from '../../../../test/support/stepwise-chain.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import { assertBooksFitChain } from '../../../../test/support/simulated-wallet.ts';
import {
  askToWithdraw,
  demandFeeRate,
  storedPayout,
  storedTransactions,
} from '../../../../test/support/withdrawals.ts';
import type { Address, Chain } from '../../chains/chain.ts';
import { simulatedCoins } from '../../chains/simulated/simulated-coin.rules.ts';
import { collectCoins } from '../collection/collect-coins.ts';
import { sayStored } from '../../details/stored-sentence.rules.ts';

let here: TestApp;
let client: MerchantClient;
let driven: StepwiseChain;

before(async () => {
  here = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  client = await merchantClient(here);
  driven = await openStepwiseChain(here, { coin: 'ETH' });
  await driven.read();
});
after(async () => {
  await driven.close();
  await here.close();
});

/** Returns a node that reports this balance for every account and records the requested accounts. */
function withBalance(spendableMinor: bigint): Chain & { readonly asked: string[] } {
  const asked: string[] = [];
  const { node } = driven.chain;
  return {
    ...driven.chain,
    asked,
    node: {
      ...node,
      async readAccount(of?: Address) {
        asked.push(of?.address ?? 'the one that pays');
        const account = await node.readAccount?.(of);
        assert.ok(account);
        return { ...account, spendableMinor };
      },
    },
  };
}

async function getStuck(batchId: string | null): Promise<void> {
  await driven.send();
  await demandFeeRate(client, 'ETH', Number(simulatedCoins.ETH.feeRate) * 3);
  await here.sql`update merchant.payout_batches set bump_height = 0 where id = ${batchId}`;
}

async function endAll(): Promise<void> {
  await driven.send();
  await demandFeeRate(client, 'ETH', 0);
  await mine(client, 'ETH', 40);
  await driven.read();
  await assertBooksFitChain(here.sql, 'ETH');
}

test("a payout's fee is raised only when its account can cover it", async () => {
  const [first, second] = [await askToWithdraw(client, 'ETH'), await askToWithdraw(client, 'ETH')];
  await driven.sign();
  const [stuck, other] = [await storedPayout(here.sql, first), await storedPayout(here.sql, second)];
  await getStuck(stuck.batch_id);
  const paidMinor = stuck.amount + (stuck.fee ?? 0n) + other.amount + (other.fee ?? 0n);
  // The balance covers both payouts as signed, but not the raise of one of them.
  await driven.raise(withBalance(paidMinor + 1000n));
  assert.equal((await storedTransactions(here.sql, stuck.batch_id)).length, 1);
  const { bump_trouble: trouble, generation } = await storedPayout(here.sql, first);
  assert.match(trouble ?? '', /^for a higher fee the wallet lacks 0\.0000\d+ ETH$/);
  assert.equal(generation, 0);
  assert.ok(here.log.some((line) => line.includes('the fee of a payout is not raised')));
  await here.sql`update merchant.payout_batches set bump_height = 0 where id = ${stuck.batch_id}`;
  await driven.raise(withBalance(paidMinor * 2n));
  assert.equal((await storedTransactions(here.sql, stuck.batch_id)).length, 2);
  await endAll();
});

test("a collection's fee is raised only when its address can cover it", async () => {
  const answer = await client.post('/deposit/address/ETH', { customer_details: customer });
  const { customer_deposit_wallet_address: address = '' } = answer.json() as Record<string, string>;
  await sendCoins(client, 'ETH', { address, amount: '0.5' });
  await mine(client, 'ETH', 40);
  await driven.read();
  assert.equal(await collectCoins(driven.context, driven.chain), 1);
  await driven.sign();
  const [row] = await here.sql<{ batch_id: string }[]>`
    select batch_id from merchant.payouts where kind = 'collection'`;
  const batchId = row?.batch_id ?? assert.fail('it is signed');
  await getStuck(batchId);
  const emptied = withBalance(0n);
  await driven.raise(emptied);
  assert.deepEqual(emptied.asked, [address]);
  assert.equal((await storedTransactions(here.sql, batchId)).length, 1);
  const [batch] = await here.sql<{ bump_trouble: string | null }[]>`
    select bump_trouble from merchant.payout_batches where id = ${batchId}`;
  assert.match(sayStored('en', batch?.bump_trouble ?? ''), /^for a higher fee the wallet lacks 0\.\d+ ETH$/);
  await endAll();
});
