import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestApp, type TestApp } from '../../../test/support/app.ts';
import { mine, newWallet, readAccounts, reorganise } from '../../../test/support/coins.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { driveByHand } from '../../../test/support/hand-driven-chain.ts';
import { merchantClient } from '../../../test/support/merchant.ts';
import {
  newChosen,
  openPaymentsApp,
  payShare,
  readPayment,
  untilPayment,
} from '../../../test/support/payments.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { createPsp } from '../credentials/manage-credentials.ts';
import { reviewPayment } from '../payments/review-payment.ts';
import { cancelPayout } from '../payouts/manage-payouts.ts';
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

test('euros of a failed refund whose payment the chain took back are not left with the merchant', async () => {
  const psp = await createPsp(here.platform, 'Has nothing but this payment');
  let client = await merchantClient(here, psp);
  const chosen = await newChosen(client, 'BTC', '40.00');
  const id = chosen.payment_reference_number;
  const sent = await payShare(client, chosen);
  await mine(client, 'BTC');
  await untilPayment(client, id, 'PAID');
  // It serves, but nobody reads the chain or signs what is to be paid out.
  await here.close();
  here = await openTestApp({
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
  const driven = await driveByHand(here, { coin: 'BTC' });
  await driven.read();
  await driven.close();
  await transaction(here.sql, (tx) => reviewPayment(tx, here.platform, id));
  assert.equal((await readPayment(client, id)).payment_status, 'REFUNDING');

  const [row] = await here.sql<{ payout_id: string }[]>`
    select payout_id from merchant.refunds where payment_id = ${id}`;
  const owners = { refund: refundOwner };
  assert.equal(await cancelPayout(here.platform, owners, row?.payout_id ?? ''), 'cancelled');
  assert.equal((await readPayment(client, id)).payment_status, 'REVERSED');
  const accounts = await readAccounts(here.sql);
  assert.equal(accounts.get(`psp:${psp.pspId} EUR`), 0n);
  assert.equal(accounts.get(`psp:${psp.pspId}:held BTC`), 0n);
  assert.equal(accounts.get('provider:losses EUR') ?? 0n, 0n);
  assert.equal(accounts.get('provider:losses BTC') ?? 0n, 0n);
});
