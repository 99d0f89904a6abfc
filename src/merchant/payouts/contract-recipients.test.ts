import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../test/support/app.ts';
import { mine, newWallet, readAccounts, readOrder } from '../../../test/support/coins.ts';
import { openStepwiseChain, type StepwiseChain } from '../../../test/support/stepwise-chain.ts';
import { merchantClient, type MerchantClient } from '../../../test/support/merchant.ts';
import { dueOf, newChosen, payShare, readPayment } from '../../../test/support/payments.ts';
import { assertBooksFitChain } from '../../../test/support/simulated-wallet.ts';
import { requestWithdrawal, storedPayout } from '../../../test/support/withdrawals.ts';
import { formatAsset } from '../assets/asset.rules.ts';
import type { Chain, Recipient } from '../chains/chain.ts';
import { simulatedCoins } from '../chains/simulated/simulated-coin.rules.ts';
import { expirePayments } from '../payments/expire-payments.ts';
import { reviewPayment } from '../payments/judging/bring-up-to-date.ts';
import { feeCents } from './network-fee.rules.ts';

/** A contract of the sandbox, and the cost of paying it. */
const contract = '0x0505050505050505050505050505050505050505';
const contractGas = 400_000n;
const contractFee = contractGas * simulatedCoins.ETH.feeRate;

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

const euros = async (): Promise<bigint> => (await readAccounts(here.sql)).get('psp:1 EUR') ?? 0n;
const contractFeeCents = (): bigint =>
  feeCents('ETH', contractFee, driven.context.rates.bestForWithdraw('ETHEUR'));

async function payIn(amount: string, thousandths: bigint): Promise<{ id: string; receivedMinor: bigint }> {
  const chosen = await newChosen(client, 'ETH', amount);
  await payShare(client, chosen, thousandths);
  await mine(client, 'ETH', 40);
  await driven.read();
  return { id: chosen.payment_reference_number, receivedMinor: (dueOf(chosen) * thousandths + 999n) / 1000n };
}

async function newUnresolved(amount: string): Promise<{ id: string; receivedMinor: bigint }> {
  const paid = await payIn(amount, 400n);
  here.clock.offsetMs += 16 * 60_000;
  client = await merchantClient(here);
  await mine(client, 'ETH', 1);
  await driven.read();
  await expirePayments(driven.context, (tx, due) => reviewPayment(tx, driven.context, due));
  assert.equal((await readPayment(client, paid.id)).payment_status, 'UNRESOLVED');
  return paid;
}

const refund = (id: string, address = contract) =>
  client.post(`/payments/${id}/refund`, { refund_address: address, refund_reason: 'Too little' });

async function sendAndMine(): Promise<void> {
  await driven.sign();
  await driven.send();
  await mine(client, 'ETH', 40);
  await driven.read();
}

test('when an unresolved payment is sent back to a contract, its coins pay the gas', async () => {
  const { id, receivedMinor } = await newUnresolved('100.00');
  const before = await euros();
  const answer = await refund(id);
  assert.equal(answer.statusCode, 200, answer.body);
  const { refund_cryptocurrency_amount: sent, network_fee: fee, order_id: orderId } = answer.json();
  assert.equal(sent, formatAsset('ETH', receivedMinor - contractFee));
  assert.equal(fee, '0.00');
  await sendAndMine();
  const order = await readOrder(client, orderId);
  assert.deepEqual([order.order_status, order.network_fee], ['COMPLETED', '0.00']);
  assert.equal(await euros(), before, 'the merchant pays nothing');
  await assertBooksFitChain(here.sql, 'ETH');
});

test('coins worth less than the gas are not sent back to a contract, and nothing changes', async () => {
  const { id } = await newUnresolved('4.00');
  const before = await readAccounts(here.sql);
  const refused = await refund(id);
  assert.deepEqual([refused.statusCode, refused.json().code], [409, 'payment_not_refundable'], refused.body);
  assert.deepEqual(await readAccounts(here.sql), before);
  const taken = await refund(id, newWallet('ETH'));
  assert.equal(taken.statusCode, 200, 'to an account without code they are');
  await sendAndMine();
});

test('the gas of a refund to a contract is reserved from the merchant’s euros', async () => {
  const { id } = await payIn('60.00', 1000n);
  assert.equal((await readPayment(client, id)).payment_status, 'PAID');
  const before = await euros();
  const answer = await refund(id);
  assert.equal(answer.statusCode, 200, answer.body);
  assert.equal(answer.json().network_fee, formatAsset('EUR', contractFeeCents()));
  assert.equal(before - (await euros()), 6_000n + contractFeeCents());
  await sendAndMine();
  assert.equal((await readOrder(client, answer.json().order_id)).order_status, 'COMPLETED');
  await assertBooksFitChain(here.sql, 'ETH');
});

test('the gas of a withdrawal to a contract is reserved from the merchant’s euros', async () => {
  const answer = await requestWithdrawal(client, { coin: 'ETH', to: contract });
  assert.equal(answer.statusCode, 200, answer.body);
  assert.equal(answer.json().network_fee, formatAsset('EUR', contractFeeCents()));
  await sendAndMine();
  const order = await readOrder(client, answer.json().order_id);
  assert.deepEqual(
    [order.order_status, order.network_fee],
    ['COMPLETED', formatAsset('EUR', contractFeeCents())],
  );
});

test('a payout is estimated again before signing, and its fee never exceeds the reserve', async () => {
  const estimated: (Recipient & { readonly reserved: number | undefined })[] = [];
  const weighing: Chain = {
    ...driven.chain,
    node: {
      ...driven.chain.node,
      async estimateCost(recipient) {
        estimated.push({ ...recipient, reserved: recipient.weight });
        return { refusal: 'it takes 400001 gas now, and 400000 are reserved' };
      },
    },
  };
  const answer = await requestWithdrawal(client, { coin: 'ETH', to: contract });
  const asked = { id: answer.json().order_id, coin: 'ETH', wallet: contract } as const;
  const before = await euros();
  await driven.sign(weighing);
  assert.deepEqual(
    estimated.map(({ to, reserved }) => [to.address, reserved]),
    [[contract, Number(contractGas)]],
  );
  const waiting = await storedPayout(here.sql, asked);
  assert.equal(waiting.status, 'RESERVED');
  assert.match(waiting.trouble ?? '', /400001 gas now, and 400000 are reserved/);
  assert.equal(await euros(), before);
  await sendAndMine();
  assert.equal(
    (await readOrder(client, asked.id)).order_status,
    'COMPLETED',
    'it goes on when it takes less',
  );
});
