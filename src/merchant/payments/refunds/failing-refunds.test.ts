import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { mine, newWallet, readAccounts, readOrder, reorganise } from '../../../../test/support/coins.ts';
import { openStepwiseChain, type StepwiseChain } from '../../../../test/support/stepwise-chain.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import { checkPayments } from '../../../../test/support/payment-ledger.ts';
import { newChosen, payShare, readPayment } from '../../../../test/support/payments.ts';
import { assertBooksFitChain } from '../../../../test/support/simulated-wallet.ts';
import { demandFeeRate } from '../../../../test/support/withdrawals.ts';
import { parseAmount } from '../../../platform/money.ts';
import { decimalsOf } from '../../assets/asset.rules.ts';
import { simulatedCoins } from '../../chains/simulated/simulated-coin.rules.ts';
import { expirePayments } from '../expire-payments.ts';
import { reviewPayment } from '../judging/bring-up-to-date.ts';

/** Sandbox accounts that reject incoming coins. */
const failing = {
  ETH: '0x0404040404040404040404040404040404040404',
  XRP: 'r4NW8MyD7T2Yu71oRVWQQz8ykg3YcpY88',
};
type Coin = keyof typeof failing;

let here: TestApp;
let client: MerchantClient;
let driven: StepwiseChain;
let eurosAtFirst: bigint;

before(async () => {
  here = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  client = await merchantClient(here);
  const hook = await client.post('/webhooks', { url: 'http://127.0.0.1:9/hooks' });
  assert.equal(hook.statusCode, 200, hook.body);
  eurosAtFirst = (await readAccounts(here.sql)).get('psp:1 EUR') ?? 0n;
});
after(() => here.close());
afterEach(() => driven.close());

/** Creates an unresolved payment with four tenths of the sum due, confirmed. */
async function newUnresolved(coin: Coin): Promise<string> {
  driven = await openStepwiseChain(here, { coin });
  await driven.read();
  const chosen = await newChosen(client, coin, '40.00');
  const id = chosen.payment_reference_number;
  await payShare(client, chosen, 400n);
  await mine(client, coin, 40);
  await driven.read();
  here.clock.offsetMs += 16 * 60_000;
  client = await merchantClient(here);
  await mine(client, coin, 1);
  await driven.read();
  const { context } = driven;
  await expirePayments(context, (tx, due) => reviewPayment(tx, context, due));
  assert.equal((await readPayment(client, id)).payment_status, 'UNRESOLVED');
  return id;
}

async function askToRefund(id: string, address: string): Promise<{ orderId: string; feeMinor: bigint }> {
  const answer = await client.post(`/payments/${id}/refund`, {
    refund_address: address,
    refund_reason: 'Too little',
  });
  assert.equal(answer.statusCode, 200, answer.body);
  const orderId = (answer.json() as { order_id: string }).order_id;
  const [refund] = await here.sql<{ fee_coin_amount: bigint }[]>`
    select fee_coin_amount from merchant.refunds where order_id = ${orderId}`;
  assert.ok(refund);
  return { orderId, feeMinor: refund.fee_coin_amount };
}

async function sendAndMine(coin: Coin): Promise<void> {
  await driven.sign();
  await driven.send();
  await mine(client, coin, coin === 'ETH' ? 40 : 2);
  await driven.read();
}

/** Returns a function that gives the change of the accounts since this call. */
async function watch(coin: Coin) {
  const before = await readAccounts(here.sql);
  return async () => {
    const now = await readAccounts(here.sql);
    const gained = (name: string): bigint => (now.get(name) ?? 0n) - (before.get(name) ?? 0n);
    return {
      held: gained(`psp:1:held ${coin}`),
      fees: gained(`provider:fees ${coin}`),
      wallet: -gained(`provider:chain ${coin}`),
      charged: gained('provider:fees EUR'),
    };
  };
}

const lostFee = async (orderId: string): Promise<bigint> => {
  const [row] = await here.sql<{ lost_fee: bigint }[]>`
    select lost_fee from merchant.payouts where order_id = ${orderId}`;
  return row?.lost_fee ?? 0n;
};

for (const coin of ['XRP', 'ETH'] as const) {
  test(`${coin}: the coins bear the fee of each failed refund, and no other account does`, async () => {
    const id = await newUnresolved(coin);
    const gained = await watch(coin);
    let lostMinor = 0n;
    for (let time = 1; time <= 3; time++) {
      const { orderId, feeMinor } = await askToRefund(id, failing[coin]);
      await sendAndMine(coin);
      assert.equal((await readOrder(client, orderId)).order_status, 'FAILED');
      const paidMinor = await lostFee(orderId);
      assert.ok(paidMinor > 0n && paidMinor <= feeMinor);
      lostMinor += paidMinor;
      const booked = { held: -lostMinor, fees: 0n, wallet: -lostMinor, charged: 0n };
      assert.deepEqual(await gained(), booked, `after ${time}`);
      const payment = await readPayment(client, id);
      assert.equal(payment.payment_status, 'UNRESOLVED');
      await checkPayments(here.sql, eurosAtFirst);
    }
    const accepted = await client.post(`/payments/${id}/accept`);
    assert.equal(accepted.statusCode, 200, accepted.body);
    const payment = await readPayment(client, id);
    assert.deepEqual([payment.payment_status, payment.payment_exceptions], ['PAID', ['UNDERPAID']]);
    const received = parseAmount(payment.received_cryptocurrency_amount ?? '', decimalsOf(coin));
    const [row] = await here.sql<{ settled_coin_amount: bigint }[]>`
      select settled_coin_amount from merchant.payments where id = ${id}`;
    assert.ok('minor' in received);
    assert.equal(row?.settled_coin_amount, received.minor - lostMinor, 'what is left of them is sold');
    await checkPayments(here.sql, eurosAtFirst);
    await assertBooksFitChain(here.sql, coin);
  });
}

test('a lost fee above the amount deducted from the coins is charged to the merchant', async () => {
  const id = await newUnresolved('ETH');
  const gained = await watch('ETH');
  const { orderId, feeMinor } = await askToRefund(id, failing.ETH);
  await demandFeeRate(client, 'ETH', Number(simulatedCoins.ETH.feeRate) * 3);
  // With a new block the reader asks the node for its fee rate.
  await mine(client, 'ETH', 1);
  await driven.read();
  await sendAndMine('ETH');
  await demandFeeRate(client, 'ETH', 0);
  const lostMinor = await lostFee(orderId);
  assert.ok(lostMinor > feeMinor);
  const { charged, ...coins } = await gained();
  assert.deepEqual(coins, { held: -feeMinor, fees: feeMinor - lostMinor, wallet: -lostMinor });
  assert.ok(charged > 0n);
  await checkPayments(here.sql, eurosAtFirst);
});

test('a lost fee whose block is removed for good returns to the coins and to the charged merchant', async () => {
  const id = await newUnresolved('XRP');
  const gained = await watch('XRP');
  const { orderId } = await askToRefund(id, failing.XRP);
  await sendAndMine('XRP');
  assert.equal((await readOrder(client, orderId)).order_status, 'FAILED');
  const [sent] = await here.sql<{ transaction_id: string }[]>`
    select transaction_id from merchant.payouts where order_id = ${orderId}`;
  await reorganise(client, 'XRP', 3, [sent?.transaction_id ?? '']);
  await driven.read();
  assert.equal((await gained()).held, -(await lostFee(orderId)), 'while it may still be mined');
  await mine(client, 'XRP', 60);
  await driven.read();
  assert.equal(await lostFee(orderId), 0n);
  assert.deepEqual(await gained(), { held: 0n, fees: 0n, wallet: 0n, charged: 0n });
  await checkPayments(here.sql, eurosAtFirst);
  // The whole amount can be refunded now.
  const again = await askToRefund(id, newWallet('XRP'));
  await sendAndMine('XRP');
  assert.equal((await readOrder(client, again.orderId)).order_status, 'COMPLETED');
  await checkPayments(here.sql, eurosAtFirst);
  await assertBooksFitChain(here.sql, 'XRP');
});
