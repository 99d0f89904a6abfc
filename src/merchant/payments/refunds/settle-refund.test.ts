import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { mine, newWallet, readAccounts, reorganise } from '../../../../test/support/coins.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { openStepwiseChain } from '../../../../test/support/stepwise-chain.ts';
import { merchantClient } from '../../../../test/support/merchant.ts';
import {
  newChosen,
  openPaymentsApp,
  payShare,
  readPayment,
  untilPayment,
} from '../../../../test/support/payments.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { formatAsset } from '../../assets/asset.rules.ts';
import { createPsp } from '../../access/credentials/manage-credentials.ts';
import { reviewPayment } from '../judging/bring-up-to-date.ts';
import { cancelPayout } from '../../payouts/manage-payouts.ts';
import { runCommand } from '../../../../test/support/commands.ts';
import { until } from '../../../../test/support/process.ts';
import { refundOwner } from './settle-refund.ts';

let database: TestDatabase;
let here: TestApp;

before(async () => {
  database = await createTestDatabase();
  here = await openPaymentsApp({ database });
});
after(async () => {
  await here.close();
  await database.drop();
});

test('euros of a failed refund are taken from the merchant if a reorganisation removed the payment', async () => {
  const psp = await createPsp(here.platform, 'Has only this payment');
  let client = await merchantClient(here, psp);
  const chosen = await newChosen(client, 'BTC', '40.00');
  const id = chosen.payment_reference_number;
  const sent = await payShare(client, chosen);
  await mine(client, 'BTC');
  await untilPayment(client, id, 'PAID');
  // This process serves requests but neither reads chains nor signs payouts.
  await here.close();
  here = await openMerchantApp({
    database,
    settings: { SIMULATED_BLOCK_SECONDS: '0', NETWORK_FEE_PAID_BY: 'provider' },
  });
  client = await merchantClient(here, psp);
  const answer = await client.post(`/payments/${id}/refund`, {
    refund_address: newWallet('BTC'),
    refund_reason: 'Returned goods',
  });
  assert.equal(answer.statusCode, 200, answer.body);
  await reorganise(client, 'BTC', 1, [sent]);
  const driven = await openStepwiseChain(here, { coin: 'BTC' });
  await driven.read();
  await driven.close();
  await transaction(here.sql, (tx) => reviewPayment(tx, here.platform, id));
  assert.equal((await readPayment(client, id)).payment_status, 'REVERSED');
  assert.equal(
    (await readAccounts(here.sql)).get(`psp:${psp.pspId}:claim EUR`),
    -4000n,
    'until the refund is given up',
  );

  const [row] = await here.sql<{ payout_id: string }[]>`
    select payout_id from merchant.refunds where payment_id = ${id}`;
  const owners = { refund: refundOwner };
  assert.equal(await cancelPayout(here.platform, owners, row?.payout_id ?? ''), 'cancelled');
  assert.equal((await readPayment(client, id)).payment_status, 'REVERSED');
  const accounts = await readAccounts(here.sql);
  assert.equal(accounts.get(`psp:${psp.pspId} EUR`), 0n);
  assert.equal(accounts.get(`psp:${psp.pspId}:held BTC`), 0n);
  assert.equal(accounts.get(`psp:${psp.pspId}:claim EUR`), 0n);
});

test('euros returned while another payment is reversed reduce its debt', async () => {
  const psp = await createPsp(here.platform, 'Refunds two at once');
  const client = await merchantClient(here, psp);
  const newPaid = async (euros: string) => {
    const chosen = await newChosen(client, 'BTC', euros);
    return { id: chosen.payment_reference_number, sent: await payShare(client, chosen) };
  };
  const driven = await openStepwiseChain(here, { coin: 'BTC' });
  const [large, small, kept] = [await newPaid('100.00'), await newPaid('40.00'), await newPaid('100.00')];
  await mine(client, 'BTC', 3);
  await driven.read();
  const review = (id: string) => transaction(here.sql, (tx) => reviewPayment(tx, here.platform, id));
  for (const { id } of [large, small, kept]) await review(id);
  assert.equal((await readAccounts(here.sql)).get(`psp:${psp.pspId} EUR`), 24_000n);
  for (const { id } of [large, small]) {
    const answer = await client.post(`/payments/${id}/refund`, {
      refund_address: newWallet('BTC'),
      refund_reason: 'Returned goods',
    });
    assert.equal(answer.statusCode, 200, answer.body);
  }
  await reorganise(client, 'BTC', 3, [large.sent, small.sent]);
  await driven.readOnly();
  await driven.close();
  await review(large.id);
  assert.equal((await readAccounts(here.sql)).get(`psp:${psp.pspId} EUR`), 0n);
  const [row] = await here.sql<{ payout_id: string }[]>`
    select payout_id from merchant.refunds where payment_id = ${large.id}`;
  assert.equal((await readPayment(client, small.id)).payment_status, 'REFUNDING');
  await Promise.all([
    review(small.id),
    cancelPayout(here.platform, { refund: refundOwner }, row?.payout_id ?? ''),
  ]);
  const accounts = await readAccounts(here.sql);
  assert.equal(accounts.get(`psp:${psp.pspId} EUR`), 6000n);
  assert.equal(accounts.get(`psp:${psp.pspId}:claim EUR`) ?? 0n, 0n);
});

test('coins removed by a reorganisation are not sent on, sold or not, and the merchant pays for its completed refunds', async () => {
  await here.close();
  here = await openPaymentsApp({ database, settings: { NETWORK_FEE_PAID_BY: 'provider' } });
  const psp = await createPsp(here.platform, 'Refunds what it never got');
  const client = await merchantClient(here, psp);
  const euros = async () => (await readAccounts(here.sql)).get(`psp:${psp.pspId} EUR`) ?? 0n;
  const losses = async () => {
    const accounts = await readAccounts(here.sql);
    return ['EUR', 'BTC'].map((asset) => accounts.get(`provider:losses ${asset}`) ?? 0n);
  };
  const before = await losses();
  const newPaid = async (cents: bigint, share?: bigint) => {
    const chosen = await newChosen(client, 'BTC', formatAsset('EUR', cents));
    const id = chosen.payment_reference_number;
    const sent = await payShare(client, chosen, share);
    return { id, sent };
  };
  const refund = async (id: string, amount?: string) => {
    const answer = await client.post(`/payments/${id}/refund`, {
      refund_address: newWallet('BTC'),
      refund_reason: 'Returned goods',
      ...(amount === undefined ? {} : { refund_amount: amount }),
    });
    assert.equal(answer.statusCode, 200, answer.body);
  };
  // Refunds that arrive before the reorganisation.
  const early = await newPaid(50_000n);
  const whole = await newPaid(70_000n);
  const part = await newPaid(70_000n);
  // Twice the amount due: the excess goes back as it came.
  const over = await newPaid(30_000n, 2000n);
  const kept = await newPaid(90_000n);
  await mine(client, 'BTC', 3);
  await untilPayment(client, kept.id, 'PAID');
  for (const { id } of [early, whole, part, over]) await untilPayment(client, id, 'PAID');
  await refund(early.id);
  await until(async () => {
    await mine(client, 'BTC', 1);
    return (await readPayment(client, early.id)).payment_status === 'REFUNDED';
  }, 'the refund that is sent in time');
  await runCommand(here, 'payout freeze', [], { coin: 'BTC', by: 'ana@commands.test', reason: 'a fork' });
  await refund(whole.id);
  await refund(part.id, '600.00');
  await refund(over.id, '100.00');
  assert.equal(await euros(), 130_000n);
  const payments = [early, whole, part, over];
  const deepest = (await readPayment(client, early.id)).transactions[0]?.confirmations ?? 0;
  await reorganise(
    client,
    'BTC',
    deepest,
    payments.map(({ sent }) => sent),
  );
  for (const { id } of payments) await untilPayment(client, id, 'REVERSED');
  const open = async () =>
    (await here.sql`select from merchant.payouts where psp_id = ${psp.pspId} and status = 'RESERVED'`).length;
  await until(async () => (await open()) === 0, 'the end of the unsigned payouts, although all are frozen');
  await runCommand(here, 'payout thaw', [], { coin: 'BTC', by: 'ana@commands.test', reason: 'over' });
  // The whole credit for the removed coins is taken; the 500 that were refunded were the merchant's own euros.
  assert.equal(await euros(), 40_000n);
  assert.deepEqual(await losses(), before);
  const sentLater = await here.sql`
    select from merchant.payouts where psp_id = ${psp.pspId} and transaction_id is not null`;
  assert.equal(sentLater.length, 1, 'only the refund that was sent in time');
});
