import { sendList } from '../../platform/http/lists/csv.ts';
import { IdempotencyHeaders } from '../../platform/http/idempotency.schemas.ts';
import { idempotent } from '../../platform/http/idempotency.ts';
import { pageOf } from '../../platform/http/lists/list.schemas.ts';
import { linkNextPage } from '../../platform/http/lists/next-page.ts';
import type { App } from '../../platform/http/server.ts';
import { readPeriod } from '../../platform/http/lists/read-period.ts';
import { readMetadataFilter } from '../customers/metadata/read-metadata-filter.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { merchantProblems as problem } from '../merchant.problems.ts';
import { createOrder } from './create-order.ts';
import { describeOrder, orderColumns, toOrderRow } from './listed-order.ts';
import {
  OrderListQuery,
  OrderLookup,
  OrderParameters,
  OrderRequest,
  OrderResponse,
} from './order.schemas.ts';
import { getOrder, getOrders } from './read-orders.ts';
import { Type } from '../../platform/http/type.ts';

export function orderRoutes(app: App, context: MerchantContext): void {
  app.post(
    '/orders',
    {
      config: {
        scope: 'write',
        problems: problem.pick(
          'conversion_token_not_found',
          'conversion_token_expired',
          'conversion_token_used',
          'claim_open',
          'insufficient_funds',
        ),
      },
      schema: {
        summary: 'Create an order',
        description:
          'Trades against the merchant’s balances at once, at the price of the quote: WITHDRAW takes euros and credits coins, DEPOSIT takes coins and credits euros. While the PSP has a debt for coins that a reorganisation removed, only orders that credit the owed currency are accepted; others get 409 claim_open.',
        tags: ['Trading'],
        security: [{ bearer: [] }],
        headers: IdempotencyHeaders,
        body: OrderRequest,
        response: { 200: OrderResponse },
      },
    },
    (request, reply) => {
      const { pspId } = request.psp;
      const {
        conversion_token: conversionToken,
        customer_details: customer,
        metadata,
      } = request.body.orderData;
      return idempotent(context, request, reply, `psp:${pspId}`, async (tx) => {
        const order = await createOrder(tx, context, { pspId, conversionToken, customer, metadata });
        return { order_id: order.id, order_type: order.order_type, order_status: order.status };
      });
    },
  );
  app.get(
    '/orders/:orderId',
    {
      config: { scope: 'read' },
      schema: {
        summary: 'Read an order',
        tags: ['Trading'],
        security: [{ bearer: [] }],
        params: OrderParameters,
        response: { 200: OrderLookup },
      },
    },
    async (request) => describeOrder(await getOrder(context, request.psp.pspId, request.params.orderId)),
  );
  app.get(
    '/orders',
    {
      config: { scope: 'read' },
      schema: {
        summary: 'List orders',
        description:
          'Newest first; the next page is in the Link header. Metadata is searched by metadata[key]=value. As CSV with Accept: text/csv or format=csv.',
        tags: ['Trading'],
        security: [{ bearer: [] }],
        querystring: OrderListQuery,
        response: { 200: pageOf(Type.Array(OrderLookup)) },
      },
    },
    async (request, reply) => {
      const { query } = request;
      const { items, next } = await getOrders(context, {
        pspId: request.psp.pspId,
        status: query.status,
        customerReferenceId: query.customer_reference_id,
        metadata: readMetadataFilter(query),
        ...readPeriod(query),
        cursor: query.cursor,
        limit: query.limit ?? 50,
      });
      linkNextPage(request, reply, context.publicUrl, next);
      return sendList(request, reply, items.map(describeOrder), orderColumns, toOrderRow);
    },
  );
}
