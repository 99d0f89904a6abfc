import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openMerchantApp } from '../../../test/support/app.ts';
import { customer, mine, newWallet } from '../../../test/support/coins.ts';
import { openStepwiseChain } from '../../../test/support/stepwise-chain.ts';
import { merchantClient } from '../../../test/support/merchant.ts';
import { sayStored } from '../details/stored-sentence.rules.ts';

test('payouts wait while the node reports no fee rate, are reported once, and continue afterwards', async () => {
  const here = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  const driven = await openStepwiseChain(here, { coin: 'BTC' });
  try {
    const client = await merchantClient(here);
    await driven.read();
    const quote = await client.post('/conversions', {
      currency_pair: 'BTCEUR',
      transaction_type: 'WITHDRAW',
      cryptocurrency_amount: '0.005',
    });
    const answer = await client.post('/withdrawals', {
      withdrawalData: {
        conversion_token: quote.json().conversion_token,
        customer_wallet_address: newWallet('BTC'),
        customer_details: customer,
      },
    });
    assert.equal(answer.statusCode, 200, answer.body);
    const payout = async () =>
      (
        await here.sql<
          { status: string; trouble: string | null }[]
        >`select status, trouble from merchant.payouts`
      )[0];
    await here.sql`update merchant.chain_states set fee_rate_at = clock_timestamp() - interval '11 minutes'`;

    const silent = Object.assign(Object.create(driven.chain.node) as typeof driven.chain.node, {
      estimateFeeRate: () => Promise.reject(new Error('the estimate is not ready')),
    });
    const deaf = await openStepwiseChain(here, { coin: 'BTC', chain: { ...driven.chain, node: silent } });
    await mine(client, 'BTC');
    await deaf.read();
    const version = async () =>
      (await here.sql<{ xmin: string }[]>`select xmin::text from merchant.payouts`)[0]?.xmin;
    await deaf.sign();
    const written = await version();
    await deaf.sign();
    assert.equal(await version(), written, 'what is known is not written again');
    const waiting = await payout();
    assert.equal(waiting?.status, 'RESERVED');
    assert.equal(
      sayStored('en', waiting.trouble ?? ''),
      'it cannot be signed: the node has named no fee rate for ten minutes',
    );
    assert.equal(here.log.filter((line) => line.includes('a payout waits')).length, 1);
    await deaf.close();

    await mine(client, 'BTC');
    await driven.read();
    await driven.sign();
    assert.deepEqual(await payout(), { status: 'SIGNED', trouble: null });
  } finally {
    await driven.close();
    await here.close();
  }
});
