import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '../../../../test/support/app.ts';
import { mine, newWallet } from '../../../../test/support/coins.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import {
  newChosen,
  newPayment,
  openPaymentsApp,
  payShare,
  readPayment,
  untilPayment,
} from '../../../../test/support/payments.ts';
import { until } from '../../../../test/support/process.ts';
import { newId } from '../../../platform/ids.ts';
import { checkoutTexts } from '../checkout/texts/translations.ts';
import { createPsp } from '../../access/credentials/manage-credentials.ts';

let here: TestApp;
let client: MerchantClient;

before(async () => {
  here = await openPaymentsApp();
  await here.runJobs();
  client = await merchantClient(here);
});
after(() => here.close());

async function setPolicy(policy: object): Promise<void> {
  const answer = await put(policy);
  assert.equal(answer.statusCode, 200, answer.body);
}

const put = (policy: object) => client.put('/payment-policy', policy);

async function pass(minutes: number): Promise<void> {
  here.clock.offsetMs += minutes * 60_000;
  client = await merchantClient(here);
}

/** Creates a payment that got this many thousandths in time, confirmed at its deadline. */
async function underpaid(thousandths = 400n) {
  const chosen = await newChosen(client, 'LTC', '40.00');
  await payShare(client, chosen, thousandths);
  await mine(client, 'LTC', 3);
  await untilPayment(client, chosen.payment_reference_number, 'PENDING', (p) => p.transactions.length === 1);
  return chosen.payment_reference_number;
}

test('a PSP has the default policy until it sets one, and a new policy replaces it completely', async () => {
  const usual = {
    minutes_to_choose: 60,
    minutes_to_pay: 15,
    tolerance_bps: 50,
    when_underpaid: 'wait',
    when_late: 'wait',
    customer_refund_address: false,
  };
  assert.deepEqual((await client.get('/payment-policy')).json(), usual);
  await setPolicy({ tolerance_bps: 0, when_late: 'accept' });
  await setPolicy({ minutes_to_pay: 5, minutes_to_choose: 30, tolerance_bps: 200 });
  assert.deepEqual((await client.get('/payment-policy')).json(), {
    ...usual,
    minutes_to_pay: 5,
    minutes_to_choose: 30,
    tolerance_bps: 200,
  });
  const other = await merchantClient(here, await createPsp(here.platform, 'Another'));
  assert.deepEqual((await other.get('/payment-policy')).json(), usual, 'of one PSP alone');
});

test('an invalid policy is refused with the name of the field', async () => {
  const faults: [object, string][] = [
    [{ minutes_to_pay: 16 }, 'minutes_to_pay'],
    [{ minutes_to_pay: 4 }, 'minutes_to_pay'],
    [{ minutes_to_choose: 106 }, 'minutes_to_choose'],
    [{ tolerance_bps: 1001 }, 'tolerance_bps'],
    [{ tolerance_bps: -1 }, 'tolerance_bps'],
    [{ when_late: 'keep' }, 'when_late'],
    [{ customer_refund_address: 'perhaps' }, 'customer_refund_address'],
  ];
  for (const [policy, field] of faults) {
    const answer = await put(policy);
    assert.deepEqual([answer.statusCode, answer.json().errors[0].field], [400, field]);
  }
});

test('a payment keeps the deadlines and tolerance of its creation', async () => {
  await setPolicy({ minutes_to_pay: 5, minutes_to_choose: 30, tolerance_bps: 200 });
  const id = await newPayment(client, '40.00');
  const early = (await readPayment(client, id)).payment_expire_duration_seconds;
  assert.ok(early > 1_700 && early <= 1_800, String(early));
  await setPolicy({});
  const answer = await client.post(`/payments/${id}/conversion`, { cryptocurrency_code: 'LTC' });
  const chosen = answer.json();
  assert.ok(chosen.payment_expire_duration_seconds <= 300);
  await payShare(client, chosen, 981n);
  await mine(client, 'LTC', 3);
  await untilPayment(client, id, 'PAID');
  const usual = await newChosen(client, 'LTC', '40.00');
  await payShare(client, usual, 981n);
  await untilPayment(client, usual.payment_reference_number, 'PENDING', (p) => p.transactions.length === 1);
});

test('a partial payment is accepted automatically if the policy says so, once it is confirmed', async () => {
  await setPolicy({ when_underpaid: 'accept' });
  const chosen = await newChosen(client, 'LTC', '40.00');
  const id = chosen.payment_reference_number;
  await payShare(client, chosen, 400n);
  await pass(16);
  await untilPayment(client, id, 'UNRESOLVED');
  await mine(client, 'LTC', 3);
  const paid = await untilPayment(client, id, 'PAID');
  assert.deepEqual(paid.payment_exceptions, ['UNDERPAID']);
});

test('coins are refunded automatically to the stated address, and wait while there is none', async () => {
  await setPolicy({ when_underpaid: 'refund' });
  const id = await underpaid();
  await pass(16);
  await untilPayment(client, id, 'UNRESOLVED');
  const wallet = newWallet('LTC');
  const wrong = await client.post(`/payments/${id}/refund-address`, { refund_address: newWallet('BTC') });
  assert.deepEqual([wrong.statusCode, wrong.json().errors[0].field], [400, 'refund_address']);
  const unknown = await client.post(`/payments/${newId()}/refund-address`, { refund_address: wallet });
  assert.deepEqual([unknown.statusCode, unknown.json().code], [404, 'not_found']);
  const bare = await newPayment(client, '40.00');
  const tooEarly = await client.post(`/payments/${bare}/refund-address`, { refund_address: wallet });
  assert.deepEqual([tooEarly.statusCode, tooEarly.json().code], [409, 'payment_not_refundable']);
  const stated = await client.post(`/payments/${id}/refund-address`, { refund_address: wallet });
  assert.equal(stated.statusCode, 200, stated.body);
  await untilPayment(client, id, 'REFUNDING');
  const [refund] = await here.sql<{ address: string }[]>`
    select address from merchant.refunds where payment_id = ${id}`;
  assert.equal(refund?.address, wallet);
});

/** Creates a partial payment in BCH whose customer stated an address for BTC before choosing BCH. */
async function underpaidAfterSwitch(statedForBtc: string) {
  const { payment_reference_number: id } = await newChosen(client, 'BTC', '40.00');
  const stated = await client.post(`/payments/${id}/refund-address`, { refund_address: statedForBtc });
  assert.equal(stated.statusCode, 200, stated.body);
  const switched = await client.post(`/payments/${id}/conversion`, { cryptocurrency_code: 'BCH' });
  assert.equal(switched.statusCode, 200, switched.body);
  await payShare(client, switched.json(), 400n);
  await mine(client, 'BCH', 12);
  await untilPayment(client, id, 'PENDING', (payment) => payment.transactions.length === 1);
  await pass(16);
  await untilPayment(client, id, 'UNRESOLVED');
  return id;
}

/** Valid for Bitcoin and Bitcoin Cash, since it encodes the same hash of a key. */
const legacyAddress = 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn';

test('a refund address that was stated for one coin is not used to send back another', async () => {
  await setPolicy({ when_underpaid: 'refund' });
  const id = await underpaidAfterSwitch(legacyAddress);
  // The review that makes a payment UNRESOLVED queues its resolution in the same transaction, so an empty queue means
  // that the policy did nothing.
  const queued = await here.sql`select from graphile_worker.jobs where key = ${`resolve_payment:${id}`}`;
  assert.equal(queued.count, 0);
  const payment = await readPayment(client, id);
  assert.deepEqual([payment.payment_status, payment.refund_address], ['UNRESOLVED', null]);
  const wallet = newWallet('BCH');
  const stated = await client.post(`/payments/${id}/refund-address`, { refund_address: wallet });
  assert.equal(stated.statusCode, 200, stated.body);
  await untilPayment(client, id, 'REFUNDING');
  const refunds = await here.sql<{ coin: string; address: string }[]>`
    select coin, address from merchant.refunds where payment_id = ${id}`;
  assert.deepEqual([...refunds], [{ coin: 'BCH', address: wallet }]);
});

test('the hosted page accepts one refund address for the active coin, and no legacy address for BCH', async () => {
  await setPolicy({ when_underpaid: 'wait', customer_refund_address: true });
  const id = await underpaidAfterSwitch(newWallet('BTC'));
  const give = (refund_address: string) =>
    here.app.inject({
      method: 'POST',
      url: `/pay/${id}/refund-address`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ refund_address, lang: 'en' }).toString(),
    });
  const legacy = await give(legacyAddress);
  assert.equal(legacy.statusCode, 400);
  assert.ok(legacy.body.includes(checkoutTexts.en.faultLegacyAddress));
  const wallet = newWallet('BCH');
  assert.equal((await give(wallet)).statusCode, 303);
  assert.equal((await readPayment(client, id)).refund_address, wallet);
  assert.equal((await give(newWallet('BCH'))).statusCode, 303);
  assert.equal((await readPayment(client, id)).refund_address, wallet, 'the first address is final');
});

test('a policy does not refund to an account that would reject the coins, and the payment waits', async () => {
  await setPolicy({ when_underpaid: 'refund' });
  const chosen = await newChosen(client, 'XRP', '40.00');
  const { payment_reference_number: id } = chosen;
  await payShare(client, chosen, 400n);
  await mine(client, 'XRP', 1);
  await untilPayment(client, id, 'PENDING', (p) => p.transactions.length === 1);
  await pass(16);
  await untilPayment(client, id, 'UNRESOLVED');
  const state = async (refund_address: string): Promise<void> => {
    const answer = await client.post(`/payments/${id}/refund-address`, { refund_address });
    assert.equal(answer.statusCode, 200, answer.body);
  };
  // A sandbox account that rejects all coins.
  await state('rGvdqXNwMbSwRiubF4PhhVqzhkiaTDPgU');
  const isTold = (line: string) => line.includes('could not be resolved by policy') && line.includes(id);
  await until(async () => here.log.some(isTold), 'the refusal');
  assert.equal((await readPayment(client, id)).payment_status, 'UNRESOLVED');
  await state(newWallet('XRP'));
  await untilPayment(client, id, 'REFUNDING');
});

test('coins that a policy refunds to a contract pay for its gas', async () => {
  await setPolicy({ when_underpaid: 'refund' });
  const chosen = await newChosen(client, 'ETH', '40.00');
  const { payment_reference_number: id } = chosen;
  await payShare(client, chosen, 400n);
  await mine(client, 'ETH', 12);
  await untilPayment(client, id, 'PENDING', (p) => p.transactions.length === 1);
  await pass(16);
  await untilPayment(client, id, 'UNRESOLVED');
  const stated = await client.post(`/payments/${id}/refund-address`, {
    refund_address: '0x0505050505050505050505050505050505050505',
  });
  assert.equal(stated.statusCode, 200, stated.body);
  await untilPayment(client, id, 'REFUNDING');
  const [refund] = await here.sql<{ fee: bigint }[]>`
    select fee_coin_amount as fee from merchant.refunds where payment_id = ${id}`;
  assert.equal(refund?.fee, 400_000n * 2_000_000_000n);
});

test('after one failed automatic refund the payment waits for a person or another address', async () => {
  await setPolicy({ when_underpaid: 'refund' });
  const chosen = await newChosen(client, 'XRP', '40.00');
  const { payment_reference_number: id } = chosen;
  await payShare(client, chosen, 400n);
  await mine(client, 'XRP', 1);
  await untilPayment(client, id, 'PENDING', (p) => p.transactions.length === 1);
  await pass(16);
  await untilPayment(client, id, 'UNRESOLVED');
  const state = (refund_address: string) => client.post(`/payments/${id}/refund-address`, { refund_address });
  // A sandbox account on which payments fail at the sender's cost.
  await state('r4NW8MyD7T2Yu71oRVWQQz8ykg3YcpY88');
  await untilPayment(client, id, 'REFUNDING');
  await until(async () => {
    await mine(client, 'XRP', 1);
    return (await readPayment(client, id)).payment_status === 'UNRESOLVED';
  }, 'the end of the refund');
  const tries = async () => (await here.sql`select from merchant.refunds where payment_id = ${id}`).length;
  // Stating the same address again triggers a review.
  await state('r4NW8MyD7T2Yu71oRVWQQz8ykg3YcpY88');
  await until(
    async () => (await here.sql`select from merchant.chain_reviews where subject_id = ${id}`).length === 0,
    'the review',
  );
  const queued = await here.sql`
    select from graphile_worker.jobs where task_identifier = 'resolve_payment' and key like ${`%${id}`}`;
  assert.deepEqual([queued.length, await tries()], [0, 1]);
  assert.equal((await readPayment(client, id)).payment_status, 'UNRESOLVED');
  await state(newWallet('XRP'));
  await untilPayment(client, id, 'REFUNDING');
  assert.equal(await tries(), 2);
});

test('the policy for partial payments does not apply to late ones', async () => {
  await setPolicy({ when_underpaid: 'accept' });
  const chosen = await newChosen(client, 'LTC', '40.00');
  const id = chosen.payment_reference_number;
  await pass(16);
  await untilPayment(client, id, 'EXPIRED');
  await payShare(client, chosen, 1000n);
  await mine(client, 'LTC', 3);
  await untilPayment(client, id, 'UNRESOLVED', (p) => p.transactions[0]?.confirmations === 3);
  const [queued] = await here.sql`
    select 1 from graphile_worker.jobs where task_identifier = 'resolve_payment' and key like ${`%${id}`}`;
  assert.equal(queued, undefined);
  await setPolicy({ when_late: 'accept' });
  await mine(client, 'LTC', 1);
  // The policy is applied at the next review.
  await payShare(client, chosen, 100n);
  await mine(client, 'LTC', 3);
  await untilPayment(client, id, 'PAID');
});

const form = (id: string, fields: Record<string, string>) =>
  here.app.inject({
    method: 'POST',
    url: `/pay/${id}/refund-address`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ lang: 'en', ...fields }).toString(),
  });

test('a customer states a refund address on the page once, if the merchant allows it', async () => {
  await setPolicy({});
  const id = await underpaid();
  await pass(16);
  await untilPayment(client, id, 'UNRESOLVED');
  const page = async () => (await here.app.inject(`/pay/${id}?lang=en`)).body;
  assert.ok(!(await page()).includes('name="refund_address"'));
  await form(id, { refund_address: newWallet('LTC') });
  assert.equal((await readPayment(client, id)).refund_address, null, 'not where it is not allowed');
  await setPolicy({ customer_refund_address: true });
  assert.ok((await page()).includes('name="refund_address"'));
  const refused = await form(id, { refund_address: '"><script>' });
  assert.equal(refused.statusCode, 400);
  assert.ok(refused.body.includes('typing mistake'), refused.body);
  assert.ok(!refused.body.includes('"><script>'));
  const wallet = newWallet('LTC');
  assert.equal((await form(id, { refund_address: ` ${wallet} ` })).statusCode, 303);
  assert.equal((await readPayment(client, id)).refund_address, wallet);
  assert.ok((await page()).includes(wallet));
  await form(id, { refund_address: newWallet('LTC') });
  assert.equal((await readPayment(client, id)).refund_address, wallet, 'the first one stays');
  assert.equal((await readPayment(client, id)).payment_status, 'UNRESOLVED', 'the merchant decides');
});
