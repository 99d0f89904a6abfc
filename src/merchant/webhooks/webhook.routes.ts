import { pathOf } from '../../platform/http/errors.ts';
import { IdempotencyHeaders } from '../../platform/http/idempotency.schemas.ts';
import { idempotent } from '../../platform/http/idempotency.ts';
import { sendList } from '../../platform/http/lists/csv.ts';
import { pageOf } from '../../platform/http/lists/list.schemas.ts';
import type { App } from '../../platform/http/server.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { merchantProblems as problem } from '../merchant.problems.ts';
import { checkEndpointUrl } from './check-endpoint-url.ts';
import { getDeliveries, redeliver, redeliverFailed, redeliveryBatch } from './manage-deliveries.ts';
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  getEndpoints,
  queueTestEvent,
  rotateSecret,
} from './manage-endpoints.ts';
import type { WebhookSender } from './sending/webhook-sender.ts';
import {
  ChangedEndpoint,
  ChangeEndpoint,
  CreateEndpoint,
  DeletedEndpoint,
  Deliveries,
  Delivery,
  DeliveryQuery,
  Endpoints,
  IdParameter,
  IssuedEndpoint,
  receiverGuide,
  Redelivered,
  RotatedEndpoint,
} from './webhook.schemas.ts';

const shared = { tags: ['Webhooks'], security: [{ bearer: [] }] };
const owner = (pspId: number): string => `psp:${pspId}`;

export function webhookRoutes(app: App, context: MerchantContext, sender: WebhookSender): void {
  endpointRoutes(app, context, sender);
  deliveryRoutes(app, context, sender);
}

function endpointRoutes(app: App, context: MerchantContext, sender: WebhookSender): void {
  app.post(
    '/webhooks',
    {
      config: { scope: 'write', problems: problem.pick('webhook_endpoint_limit') },
      schema: {
        ...shared,
        summary: 'Register a webhook endpoint',
        description: receiverGuide,
        headers: IdempotencyHeaders,
        body: CreateEndpoint,
        response: { 200: IssuedEndpoint },
      },
    },
    async (request, reply) => {
      const { pspId } = request.psp;
      const url = checkEndpointUrl(context, request.body.url);
      return idempotent(context, request, reply, owner(pspId), async (tx) => {
        const { id, secret } = await createEndpoint(tx, context, { pspId, url });
        return { webhook_endpoint_id: id, url, secret };
      });
    },
  );

  app.get(
    '/webhooks',
    {
      config: { scope: 'read' },
      schema: { ...shared, summary: 'List the webhook endpoints', response: { 200: Endpoints } },
    },
    async (request) => {
      const nowMs = context.clock.nowMs();
      const endpoints = await getEndpoints(context, request.psp.pspId);
      return endpoints.map((endpoint) => shapeEndpoint(endpoint, nowMs));
    },
  );

  app.put(
    '/webhooks/:id',
    {
      config: { scope: 'write' },
      schema: {
        ...shared,
        summary: 'Change a webhook endpoint',
        description:
          'Changes the address, or switches the endpoint off or on, also after it answered 410. Switching it off cancels its pending deliveries, and events that happen meanwhile are not sent later.',
        params: IdParameter,
        body: ChangeEndpoint,
        response: { 200: ChangedEndpoint },
      },
    },
    async (request) => {
      const url = checkEndpointUrl(context, request.body.url);
      const change = {
        pspId: request.psp.pspId,
        id: request.params.id,
        url,
        isEnabled: request.body.status === 'ENABLED',
      };
      const changed = await transaction(context.sql, (tx) => changeEndpoint(tx, context, change));
      return shapeEndpoint(changed, context.clock.nowMs());
    },
  );

  app.delete(
    '/webhooks/:id',
    {
      config: { scope: 'write' },
      schema: {
        ...shared,
        summary: 'Delete a webhook endpoint',
        description: 'Deletes the endpoint and cancels its pending deliveries.',
        params: IdParameter,
        response: { 200: DeletedEndpoint },
      },
    },
    async (request) => {
      await deleteEndpoint(context, request.psp.pspId, request.params.id);
      return { webhook_endpoint_id: request.params.id };
    },
  );

  app.post(
    '/webhooks/:id/rotate',
    {
      config: { scope: 'write', problems: problem.pick('webhook_endpoint_disabled') },
      schema: {
        ...shared,
        summary: 'Give a webhook endpoint a new secret',
        description: 'For 24 h every request carries two signatures, one by each secret.',
        headers: IdempotencyHeaders,
        params: IdParameter,
        response: { 200: RotatedEndpoint },
      },
    },
    (request, reply) => {
      const { pspId } = request.psp;
      return idempotent(context, request, reply, owner(pspId), async (tx) => {
        const rotated = await rotateSecret(tx, context, pspId, request.params.id);
        return {
          webhook_endpoint_id: rotated.id,
          url: rotated.url,
          secret: rotated.secret,
          previous_secret_expires_at: rotated.previousExpiresAt.toISOString(),
        };
      });
    },
  );

  app.post(
    '/webhooks/:id/test',
    {
      config: { scope: 'write', problems: problem.pick('webhook_endpoint_disabled') },
      schema: {
        ...shared,
        summary: 'Send a test event',
        description: 'Sends an event of the type webhook.test with null in all order fields.',
        headers: IdempotencyHeaders,
        params: IdParameter,
        response: { 200: Delivery },
      },
    },
    async (request, reply) => {
      const { pspId } = request.psp;
      const queued = await idempotent(context, request, reply, owner(pspId), async (tx) =>
        shapeDelivery(await queueTestEvent(tx, context, pspId, request.params.id)),
      );
      sender.wake();
      return queued;
    },
  );
}

function deliveryRoutes(app: App, context: MerchantContext, sender: WebhookSender): void {
  app.get(
    '/webhooks/deliveries',
    {
      config: { scope: 'read' },
      schema: {
        ...shared,
        summary: 'List deliveries with their attempts, newest first',
        description:
          'Kept for 30 days. The next page is in the Link header. As CSV, with the last attempt of each, with Accept: text/csv or format=csv.',
        querystring: DeliveryQuery,
        response: { 200: pageOf(Deliveries) },
      },
    },
    async (request, reply) => {
      const { order_id: orderId, status, limit = 50, after, format } = request.query;
      const { deliveries, next } = await getDeliveries(context, request.psp.pspId, {
        orderId,
        status,
        after,
        limit,
      });
      if (next !== undefined) {
        const query = new URLSearchParams({
          ...(orderId === undefined ? {} : { order_id: orderId }),
          ...(status === undefined ? {} : { status }),
          ...(format === undefined ? {} : { format }),
          limit: String(limit),
          after: next,
        });
        void reply.header('link', `<${pathOf(request.url)}?${query.toString()}>; rel="next"`);
      }
      return sendList(request, reply, deliveries.map(shapeDelivery), csvColumns, toRow);
    },
  );

  app.post(
    '/webhooks/deliveries/redeliver-failed',
    {
      config: { scope: 'write' },
      schema: {
        ...shared,
        summary: 'Send failed deliveries again',
        description: `Sends the oldest FAILED deliveries again, at most ${redeliveryBatch} per call, each under its own webhook-id. Deliveries to endpoints that are off are left out.`,
        headers: IdempotencyHeaders,
        response: { 200: Redelivered },
      },
    },
    async (request, reply) => {
      const { pspId } = request.psp;
      const answer = await idempotent(context, request, reply, owner(pspId), async (tx) => {
        const { redelivered, remains } = await redeliverFailed(tx, context, pspId);
        return { redelivered, failed_remaining: remains };
      });
      sender.wake();
      return answer;
    },
  );

  app.post(
    '/webhooks/deliveries/:id/redeliver',
    {
      config: { scope: 'write', problems: problem.pick('webhook_endpoint_disabled') },
      schema: {
        ...shared,
        summary: 'Send a delivery again',
        description: 'Sends it at once, with any status, under the same webhook-id.',
        headers: IdempotencyHeaders,
        params: IdParameter,
        response: { 200: Delivery },
      },
    },
    async (request, reply) => {
      const { pspId } = request.psp;
      const queued = await idempotent(context, request, reply, owner(pspId), async (tx) =>
        shapeDelivery(await redeliver(tx, context, pspId, request.params.id)),
      );
      sender.wake();
      return queued;
    },
  );
}

function shapeEndpoint(endpoint: Awaited<ReturnType<typeof getEndpoints>>[number], nowMs: number) {
  const expiresAt = endpoint.previous_secret_expires_at;
  return {
    webhook_endpoint_id: endpoint.id,
    url: endpoint.url,
    status: endpoint.disabled_at === null ? ('ENABLED' as const) : ('DISABLED' as const),
    created_at: endpoint.created_at.toISOString(),
    disabled_at: endpoint.disabled_at?.toISOString() ?? null,
    previous_secret_expires_at:
      expiresAt !== null && expiresAt.getTime() > nowMs ? expiresAt.toISOString() : null,
  };
}

const csvColumns = [
  'occurred_at',
  'webhook_delivery_id',
  'webhook_endpoint_id',
  'url',
  'order_id',
  'event_type',
  'event_sequence',
  'status',
  'next_attempt_at',
  'attempts',
  'last_attempted_at',
  'last_duration_ms',
  'last_response_status',
  'last_error',
  'last_response_excerpt',
] as const;

function toRow({ attempts, ...delivery }: ReturnType<typeof shapeDelivery>) {
  const last = attempts.at(-1);
  return {
    ...delivery,
    attempts: attempts.length,
    last_attempted_at: last?.attempted_at,
    last_duration_ms: last?.duration_ms,
    last_response_status: last?.response_status,
    last_error: last?.error,
    last_response_excerpt: last?.response_excerpt,
  };
}

function shapeDelivery(row: Awaited<ReturnType<typeof redeliver>>) {
  return {
    webhook_delivery_id: row.id,
    webhook_endpoint_id: row.endpoint_id,
    url: row.url,
    order_id: row.order_id,
    event_type: row.event_type,
    event_sequence: row.event_sequence === null ? null : Number(row.event_sequence),
    occurred_at: row.occurred_at.toISOString(),
    status: row.status,
    next_attempt_at: row.status === 'PENDING' ? row.due_at.toISOString() : null,
    attempts: row.attempts,
  };
}
