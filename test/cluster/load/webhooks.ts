import { openWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';
import { retryUntilAnswered } from './retry-until-answered.ts';
import { Journal } from './journal.ts';
import { openShop } from './shop.ts';

/** A merchant's webhook receiver that subscribes to all events. */
export interface Hooks {
  received(): Set<string>;
  unsubscribe(): Promise<void>;
  close(): Promise<void>;
  readonly endpointId: string;
}

export async function receiveWebhooks(url: string): Promise<Hooks> {
  const receiver: WebhookReceiver = await openWebhookReceiver();
  const shop = openShop(url, new Journal());
  const { webhook_endpoint_id: endpointId } = await retryUntilAnswered(() =>
    shop.post('/webhooks', { body: { url: receiver.url }, idempotencyKey: receiver.url }),
  );
  return {
    endpointId,
    received: () => new Set(receiver.received.map(({ headers }) => String(headers['webhook-id']))),
    async unsubscribe() {
      await retryUntilAnswered(() => shop.delete('/webhooks/{id}', { path: { id: endpointId } }));
    },
    close: () => receiver.close(),
  };
}
