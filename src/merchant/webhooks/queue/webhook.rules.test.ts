import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { newWebhookSecret, signDelivery } from '../sending/sign-delivery.ts';
import {
  attemptTimeoutMs,
  bodyOf,
  deliveryStatuses,
  eventRetentionMs,
  eventTypeOf,
  fieldsOf,
  judgeAttempt,
  maximumEndpoints,
  retentionMs,
  rotationMs,
  sequenceRetentionMs,
  testEvent,
  testEventType,
  type OrderEvent,
} from './webhook.rules.ts';

const failed = { response_status: 500, error: 'unexpected_status' };

test('retry delays follow the documented schedule, and end after the last one', () => {
  const seconds = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
  for (const [before, pause] of seconds.entries()) {
    const verdict = judgeAttempt(before, failed, undefined, 0);
    assert.deepEqual(verdict, {
      status: 'PENDING',
      failedAttempts: before + 1,
      delayMs: pause * 1000,
      gone: false,
    });
  }
  assert.equal(judgeAttempt(seconds.length, failed, undefined, 0).status, 'FAILED');
});

test('jitter never shortens a delay, and lengthens it by at most a twentieth', () => {
  assert.equal(judgeAttempt(0, failed, undefined, 0.5).delayMs, 5125);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 8 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (before, random) => {
        const least = judgeAttempt(before, failed, undefined, 0).delayMs ?? 0;
        const delay = judgeAttempt(before, failed, undefined, random).delayMs ?? 0;
        assert.ok(delay >= least && delay <= least * 1.05);
      },
    ),
  );
});

test('retry-after lengthens a delay up to a day, and never shortens it', () => {
  const delay = (retryAfterMs: number, before = 0) => judgeAttempt(before, failed, retryAfterMs, 0).delayMs;
  assert.equal(delay(60_000), 60_000);
  assert.equal(delay(1000), 5000);
  assert.equal(delay(60_000, 1), 300_000);
  assert.equal(delay(9e12), 86_400_000);
});

test('an answer of 410 ends the delivery at once and reports the endpoint as gone', () => {
  const verdict = judgeAttempt(0, { response_status: 410, error: 'unexpected_status' }, undefined, 0);
  assert.deepEqual([verdict.status, verdict.gone], ['FAILED', true]);
});

const event: OrderEvent = {
  pspId: 1,
  orderId: '01a1dd65-90aa-7cf1-a2d4-93e1b7c0ffee',
  orderStatus: 'COMPLETED',
  orderTransactionType: 'DEPOSIT',
  currencyPair: 'BTCEUR',
  cryptocurrencyAmount: '0.01000000',
  orderTotal: null,
  customerDetails: { customer_reference_id: 'ü-1' },
  paymentAddress: null,
  blockchainTransactionId: null,
  paymentReferenceId: null,
  paymentStatus: null,
  networkFee: null,
};

const wireFields = [
  'order_id',
  'order_status',
  'order_transaction_type',
  'currency_pair',
  'cryptocurrency_amount',
  'order_total',
  'customer_details',
  'payment_address',
  'blockchain_transaction_id',
  'payment_reference_id',
  'payment_status',
  'network_fee',
  'event_type',
  'event_sequence',
  'occurred_at',
];

test('the body has exactly the documented fields, in order, with null for missing values', () => {
  const queued = { event_type: 'order.completed', event_sequence: 2n, occurred_at: new Date(0) };
  const body = JSON.parse(bodyOf({ ...queued, event: fieldsOf(event) })) as Record<string, unknown>;
  assert.deepEqual(Object.keys(body), wireFields);
  assert.deepEqual(
    [body['order_total'], body['event_sequence'], body['occurred_at']],
    [null, 2, '1970-01-01T00:00:00.000Z'],
  );
  const empty = JSON.parse(bodyOf({ ...queued, event: testEvent })) as Record<string, unknown>;
  assert.deepEqual(Object.keys(empty), wireFields);
});

test('signs the example of the specification as documented', () => {
  const signature = signDelivery(
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    'msg_p5jXN8AQM9LWM0D4loKWxJek',
    1_614_265_330,
    '{"test": 2432232314}',
  );
  assert.equal(signature, 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('a secret is whsec_ and 32 bytes, and the reference library accepts any body signed with it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const secret = newWebhookSecret();
      assert.equal(Buffer.from(secret.slice('whsec_'.length), 'base64').length, 32);
      const body = JSON.stringify({ text });
      const seconds = Math.floor(Date.now() / 1000);
      const headers = {
        'webhook-id': 'one',
        'webhook-timestamp': String(seconds),
        'webhook-signature': signDelivery([newWebhookSecret(), secret], 'one', seconds, body),
      };
      assert.deepEqual(new Webhook(secret).verify(body, headers), { text });
      assert.throws(() => new Webhook(secret).verify(`${body} `, headers));
      assert.throws(() => new Webhook(newWebhookSecret()).verify(body, headers));
    }),
    { numRuns: 50 },
  );
});

test('a success ends the delivery, even after failures', () => {
  const delivered = { status: 'DELIVERED', failedAttempts: 3, delayMs: null, gone: false };
  assert.deepEqual(judgeAttempt(3, { response_status: 204, error: null }, 60_000, 0.5), delivered);
});

test('limits and retention times have their documented values', () => {
  const day = 24 * 60 * 60 * 1000;
  assert.deepEqual([rotationMs / day, retentionMs / day, sequenceRetentionMs / day], [1, 30, 400]);
  assert.deepEqual([maximumEndpoints, attemptTimeoutMs, eventRetentionMs / day], [5, 15_000, 90]);
  assert.deepEqual(deliveryStatuses, ['PENDING', 'DELIVERED', 'FAILED', 'CANCELLED']);
});

test('an event type contains the status of its order', () => {
  assert.equal(eventTypeOf('COMPLETED'), 'order.completed');
  assert.equal(testEventType, 'webhook.test');
});
