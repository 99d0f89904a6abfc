import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { mine, newWallet } from '../../../../test/support/coins.ts';
import { openStepwiseChain, type StepwiseChain } from '../../../../test/support/stepwise-chain.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import { newChosen, payShare, readPayment } from '../../../../test/support/payments.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { clientActor } from '../../access/audit/audit.rules.ts';
import { acceptPayment, confirmAcceptance } from '../accept-payment.ts';
import { expirePayments } from '../expire-payments.ts';
import { reviewPayment } from '../judging/bring-up-to-date.ts';
import { refundPayment } from './refund-payment.ts';

let here: TestApp;
let client: MerchantClient;
let driven: StepwiseChain;

before(async () => {
  here = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  client = await merchantClient(here);
  driven = await openStepwiseChain(here, { coin: 'LTC' });
});
after(async () => {
  await driven.close();
  await here.close();
});

async function newUnresolved(): Promise<string> {
  await driven.read();
  const chosen = await newChosen(client, 'LTC', '40.00');
  await payShare(client, chosen, 400n);
  await mine(client, 'LTC', 6);
  await driven.read();
  here.clock.offsetMs += 16 * 60_000;
  client = await merchantClient(here);
  await mine(client, 'LTC', 1);
  await driven.read();
  await expirePayments(driven.context, (tx, due) => reviewPayment(tx, driven.context, due));
  assert.equal((await readPayment(client, chosen.payment_reference_number)).payment_status, 'UNRESOLVED');
  return chosen.payment_reference_number;
}

const refund = (id: string, askedAt: Date) =>
  transaction(here.sql, (tx) =>
    refundPayment(tx, driven.context, 1, id, {
      refund_address: newWallet('LTC'),
      refund_reason: 'Too little',
      requestedBy: clientActor('sandbox-psp'),
      asked: [],
      askedAt,
    }),
  );
const overtaken = { code: 'payment_not_refundable', message: /at the same moment/ };

test('a refund that arrived before the acceptance was committed is refused, and one after its response is made', async () => {
  const id = await newUnresolved();
  const arrivedAt = await transaction(here.sql, async (tx) => {
    await acceptPayment(tx, driven.context, 1, id);
    await sleep(5);
    return here.clock.now();
  });
  await assert.rejects(refund(id, arrivedAt), overtaken);
  await sleep(5);
  const beforeConfirmed = here.clock.now();
  await confirmAcceptance(driven.context, id);
  for (const askedAt of [arrivedAt, beforeConfirmed]) await assert.rejects(refund(id, askedAt), overtaken);
  const answer = await client.post(`/payments/${id}/refund`, {
    refund_address: newWallet('LTC'),
    refund_reason: 'Returned',
  });
  assert.equal(answer.statusCode, 200, answer.body);
});

test('a merchant that waits for the response to its acceptance can always refund at once', async () => {
  for (let round = 0; round < 5; round++) {
    const id = await newUnresolved();
    const statuses: number[] = [];
    statuses.push((await client.post(`/payments/${id}/accept`)).statusCode);
    const body = { refund_address: newWallet('LTC'), refund_reason: 'Returned' };
    statuses.push((await client.post(`/payments/${id}/refund`, body)).statusCode);
    assert.deepEqual(statuses, [200, 200]);
  }
});

test('an acceptance whose process died before recording its commit counts after a minute', async () => {
  const id = await newUnresolved();
  await transaction(here.sql, (tx) => acceptPayment(tx, driven.context, 1, id));
  await assert.rejects(refund(id, new Date(here.clock.nowMs() + 50_000)), overtaken);
  await refund(id, new Date(here.clock.nowMs() + 61_000));
});
