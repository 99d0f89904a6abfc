import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../test/support/app.ts';
import { customer, mine, readAccounts, readOrder, reorganise } from '../../../test/support/coins.ts';
import { openStepwiseChain, type StepwiseChain } from '../../../test/support/stepwise-chain.ts';
import { merchantClient, type MerchantClient } from '../../../test/support/merchant.ts';
import { assertBooksFitChain } from '../../../test/support/simulated-wallet.ts';
import { askToWithdraw, storedPayout } from '../../../test/support/withdrawals.ts';
import type { CoinCode } from '../assets/asset.rules.ts';

/** Accounts of the sandbox that reject incoming payments. */
const failing = {
  ETH: '0x0404040404040404040404040404040404040404',
  XRP: 'r4NW8MyD7T2Yu71oRVWQQz8ykg3YcpY88',
};

let here: TestApp;
let client: MerchantClient;
let driven: StepwiseChain;

before(async () => {
  here = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  client = await merchantClient(here);
});
after(() => here.close());
afterEach(() => driven.close());

async function withdrawTo(coin: 'ETH' | 'XRP', address: string, amount: string): Promise<string> {
  const quote = await client.post('/conversions', {
    currency_pair: `${coin}EUR`,
    transaction_type: 'WITHDRAW',
    cryptocurrency_amount: amount,
  });
  const answer = await client.post('/withdrawals', {
    withdrawalData: {
      conversion_token: quote.json().conversion_token,
      customer_wallet_address: address,
      customer_details: customer,
    },
  });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json().order_id;
}

async function pay(coin: CoinCode): Promise<void> {
  await driven.sign();
  await driven.send();
  await mine(client, coin, coin === 'ETH' ? 40 : 2);
  await driven.read();
}

for (const coin of ['XRP', 'ETH'] as const) {
  test(`${coin}: a payout mined without effect fails, gives the money back, and costs its fee once`, async () => {
    driven = await openStepwiseChain(here, { coin });
    await driven.read();
    const before = await readAccounts(here.sql);
    const id = await withdrawTo(coin, failing[coin], coin === 'ETH' ? '0.05' : '20');
    await pay(coin);
    const order = await readOrder(client, id);
    assert.equal(order.order_status, 'FAILED');
    const [payout] = await here.sql<
      { status: string; lost_fee: bigint; fee: bigint; fee_charge: bigint; fee_reserve: bigint }[]
    >`select status, lost_fee, fee, fee_charge, fee_reserve from merchant.payouts where order_id = ${id}`;
    assert.ok(payout && payout.lost_fee > 0n && payout.lost_fee === payout.fee);
    assert.equal(payout.fee_reserve, 0n);
    assert.ok(payout.fee_charge > 0n, 'whoever asked for it pays for it');
    const after = await readAccounts(here.sql);
    const change = (name: string): bigint => (after.get(name) ?? 0n) - (before.get(name) ?? 0n);
    assert.equal(change('psp:1 EUR'), -payout.fee_charge);
    assert.equal(change('provider:fees EUR'), payout.fee_charge);
    assert.equal(change(`provider:fees ${coin}`), -payout.lost_fee);
    assert.equal(change(`provider:chain ${coin}`), payout.lost_fee);
    assert.equal(change(`provider:payouts ${coin}`), 0n);
    await assertBooksFitChain(here.sql, coin);
    // Its number is used, so the next payout takes the following one.
    const next = await askToWithdraw(client, coin);
    await pay(coin);
    assert.equal((await storedPayout(here.sql, next)).status, 'COMPLETED');
    await assertBooksFitChain(here.sql, coin);
  });
}

test('a failure removed by a reorganisation before its confirmations does not end the payout', async () => {
  driven = await openStepwiseChain(here, { coin: 'ETH' });
  await driven.read();
  const id = await withdrawTo('ETH', failing.ETH, '0.05');
  await driven.sign();
  await driven.send();
  await mine(client, 'ETH', 3);
  await driven.read();
  assert.equal((await readOrder(client, id)).order_status, 'PROCESSING');
  await reorganise(client, 'ETH', 3, []);
  await driven.read();
  const [sent] = await here.sql<{ block_height: bigint | null }[]>`
    select t.block_height from merchant.chain_sent t join merchant.payouts p using (transaction_id)
    where p.order_id = ${id}`;
  assert.equal(sent?.block_height, null);
  assert.equal((await readOrder(client, id)).order_status, 'PROCESSING');
  await mine(client, 'ETH', 40);
  await driven.read();
  assert.equal((await readOrder(client, id)).order_status, 'FAILED');
});
