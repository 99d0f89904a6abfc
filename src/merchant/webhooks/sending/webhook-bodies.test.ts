import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { merchantClient } from '../../../../test/support/merchant.ts';
import { until } from '../../../../test/support/process.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../../../../test/support/webhook-receiver.ts';
import { newId } from '../../../platform/ids.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { orderStatuses } from '../../orders/order.rules.ts';
import { queueOrderEvent, queuePaymentEvent } from '../queue/queue-order-event.ts';

let testApp: TestApp;
let receiver: WebhookReceiver;

before(async () => {
  testApp = await openMerchantApp();
  receiver = await openWebhookReceiver();
  await testApp.start();
});
after(async () => {
  await testApp.close();
  await receiver.close();
});

interface Described {
  readonly post: { readonly requestBody: { readonly content: Record<string, { readonly schema: object }> } };
}

const customerDetails = {
  customer_reference_id: 'c-1',
  customer_first_name: 'Ana',
  customer_last_name: 'Souza',
  customer_email_address: 'ana@example.com',
  customer_ip_address: null,
};

test('the OpenAPI document describes the body of every event that is sent, with all of its fields', async () => {
  const client = await merchantClient(testApp);
  const answer = await client.post('/webhooks', { url: receiver.url });
  const { webhook_endpoint_id: id } = answer.json<{ webhook_endpoint_id: string }>();
  await client.post(`/webhooks/${id}/test`);
  await transaction(testApp.sql, async (tx) => {
    for (const orderStatus of orderStatuses)
      await queueOrderEvent(tx, testApp, {
        pspId: 1,
        orderId: newId(),
        orderStatus,
        orderTransactionType: 'WITHDRAW',
        currencyPair: 'BTCEUR',
        cryptocurrencyAmount: '0.01000000',
        orderTotal: '512.30',
        customerDetails,
        paymentAddress: null,
        blockchainTransactionId: null,
        paymentReferenceId: null,
        paymentStatus: null,
        networkFee: '1.34',
      });
    for (const eventType of ['payment.expired', 'payment.cancelled'] as const) {
      const event = { pspId: 1, paymentId: newId(), eventType, paymentStatus: 'EXPIRED', customerDetails };
      queuePaymentEvent(tx, testApp, event);
    }
  });
  const { webhooks } = (await testApp.app.inject('/merchant/openapi.json')).json<{
    webhooks: Record<string, Described>;
  }>();
  const types = Object.keys(webhooks);
  await until(() => receiver.received.length >= types.length, 'all events');
  const bodies = receiver.received.map(({ body }) => JSON.parse(body) as { event_type: string });
  assert.deepEqual([...new Set(bodies.map(({ event_type: type }) => type))].toSorted(), types.toSorted());
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  for (const body of bodies) {
    const schema = webhooks[body.event_type]?.post.requestBody.content['application/json']?.schema;
    assert.ok(schema);
    const isFitting = ajv.validate({ ...schema, additionalProperties: false }, body);
    assert.ok(isFitting, `${body.event_type}: ${ajv.errorsText()}`);
  }
});
