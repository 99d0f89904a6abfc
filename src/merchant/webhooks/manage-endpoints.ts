import { isId, newId } from '../../platform/ids.ts';
import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import { transaction, type Beside } from '../../platform/postgres/client/transaction.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { merchantProblems as problem } from '../merchant.problems.ts';
import {
  cancelDeliveries,
  insertTestDelivery,
  lockDelivery,
  type DeliveryRow,
} from './queue/delivery.store.ts';
import {
  insertEndpoint,
  listEndpoints,
  lockEndpoint,
  lockEndpointsOf,
  markDeleted,
  replaceSecret,
  updateEndpoint,
  type EndpointRow,
} from './queue/endpoint.store.ts';
import { newWebhookSecret, sealPurpose } from './sending/sign-delivery.ts';
import { maximumEndpoints, rotationMs, testEvent, testEventType } from './queue/webhook.rules.ts';
import { merchantWords } from '../details/merchant-words.rules.ts';

type Context = Pick<MerchantContext, 'clock' | 'sealer'>;

export interface IssuedEndpoint {
  id: string;
  url: string;
  /** Shown once, and stored encrypted. */
  secret: string;
}

/** `url` must have been checked. */
export async function createEndpoint(
  tx: Tx,
  context: Context,
  input: { pspId: number; url: string },
): Promise<IssuedEndpoint> {
  if ((await lockEndpointsOf(tx, input.pspId)) >= maximumEndpoints) {
    throw problem('webhook_endpoint_limit', {
      say: merchantWords.mostEndpoints,
      values: { most: maximumEndpoints },
    });
  }
  const createdAt = context.clock.now();
  const id = newId(createdAt.getTime());
  const secret = newWebhookSecret();
  const sealedSecret = context.sealer.seal(secret, sealPurpose(id));
  await insertEndpoint(tx, { id, ...input, sealedSecret, createdAt });
  return { id, url: input.url, secret };
}

export const getEndpoints = (context: { sql: Sql }, pspId: number): Promise<EndpointRow[]> =>
  listEndpoints(context.sql, pspId);

/** Deletes an endpoint and cancels its undelivered events. */
export async function deleteEndpoint(
  context: Context & { sql: Sql },
  pspId: number,
  id: string,
  recorded?: Beside,
): Promise<void> {
  await transaction(context.sql, async (tx) => {
    if (!isId(id) || !(await markDeleted(tx, pspId, id, context.clock.now()))) throw problem('not_found');
    await cancelDeliveries(tx, [id]);
    await recorded?.(tx);
  });
}

/**
 * Changes an endpoint's URL, or switches it off or on, also after an answer of 410. Switching it off cancels its
 * pending deliveries, and events in the meantime are not queued. Omitted fields are unchanged. `url` must have been
 * checked.
 */
export async function changeEndpoint(
  tx: Tx,
  context: Context,
  change: { pspId: number; id: string; url?: string | undefined; isEnabled?: boolean | undefined },
): Promise<EndpointRow> {
  const { pspId, id } = change;
  const found = isId(id) ? await lockEndpoint(tx, pspId, id) : undefined;
  if (!found) throw problem('not_found');
  const { url = found.url, isEnabled = found.disabled_at === null } = change;
  const disabledAt = isEnabled ? null : (found.disabled_at ?? context.clock.now());
  await updateEndpoint(tx, id, url, disabledAt);
  if (!isEnabled) await cancelDeliveries(tx, [id]);
  return { ...found, url, disabled_at: disabledAt };
}

export async function getEndpoint(context: { sql: Sql }, pspId: number, id: string): Promise<EndpointRow> {
  const found = (await listEndpoints(context.sql, pspId)).find((endpoint) => endpoint.id === id);
  if (!found) throw problem('not_found');
  return found;
}

async function getLiveEndpoint(tx: Tx, pspId: number, id: string): Promise<EndpointRow> {
  const endpoint = isId(id) ? await lockEndpoint(tx, pspId, id) : undefined;
  if (!endpoint) throw problem('not_found');
  if (endpoint.disabled_at !== null) {
    throw problem('webhook_endpoint_disabled', {
      say: merchantWords.endpointOff,
    });
  }
  return endpoint;
}

/** Sets a new secret. The previous one signs as well for a day; an even older one ends at once. */
export async function rotateSecret(
  tx: Tx,
  context: Context,
  pspId: number,
  id: string,
): Promise<IssuedEndpoint & { previousExpiresAt: Date }> {
  const endpoint = await getLiveEndpoint(tx, pspId, id);
  const secret = newWebhookSecret();
  const previousExpiresAt = new Date(context.clock.nowMs() + rotationMs);
  await replaceSecret(tx, id, context.sealer.seal(secret, sealPurpose(id)), previousExpiresAt);
  return { id, url: endpoint.url, secret, previousExpiresAt };
}

export async function queueTestEvent(
  tx: Tx,
  context: Context,
  pspId: number,
  endpointId: string,
): Promise<DeliveryRow> {
  await getLiveEndpoint(tx, pspId, endpointId);
  const occurredAt = context.clock.now();
  const id = newId(occurredAt.getTime());
  await insertTestDelivery(tx, {
    pspId,
    id,
    endpointId,
    eventType: testEventType,
    event: testEvent,
    occurredAt,
  });
  const queued = await lockDelivery(tx, pspId, id);
  if (!queued) throw new Error('a delivery that was queued is not there');
  return queued;
}
