import { openWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts';
import { insist } from './insist.ts';
import { Journal } from './journal.ts';
import { openShop } from './shop.ts';

/** A merchant's server that hears of everything. */
export interface Hooks {
  /** The ids of what it was sent. */
  received(): Set<string>;
  /** Is sent no more. */
  unsubscribe(): Promise<void>;
  close(): Promise<void>;
  readonly endpointId: string;
}

export async function receiveWebhooks(url: string): Promise<Hooks> {
  const receiver: WebhookReceiver = await openWebhookReceiver();
  const shop = openShop(url, new Journal());
  const { webhook_endpoint_id: endpointId } = await insist(() =>
    shop.post('/webhooks', { body: { url: receiver.url }, idempotencyKey: receiver.url }),
  );
  return {
    endpointId,
    received: () => new Set(receiver.received.map(({ headers }) => String(headers['webhook-id']))),
    async unsubscribe() {
      await insist(() => shop.delete('/webhooks/{id}', { path: { id: endpointId } }));
    },
    close: () => receiver.close(),
  };
}
