import { Type } from 'typebox';
import { IdempotencyHeaders } from '../../platform/http/idempotency.schemas.ts';
import { idempotent } from '../../platform/http/idempotency.ts';
import { linkNextPage } from '../../platform/http/next-page.ts';
import type { App } from '../../platform/http/server.ts';
import { formatAsset } from '../assets/asset.rules.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { merchantProblems as problem } from '../merchant.problems.ts';
import { createOrder } from './create-order.ts';
import { customerOf, formatOrderAmounts, type Order } from './order.rules.ts';
import {
  OrderListQuery,
  OrderLookup,
  OrderParameters,
  OrderRequest,
  OrderResponse,
} from './order.schemas.ts';
import { getOrder, getOrders } from './read-orders.ts';

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
          'insufficient_funds',
        ),
      },
      schema: {
        summary: 'Create an order',
        description:
          'Trades against the merchant’s balances at once, at the price of the quote: WITHDRAW takes euros and credits coins, DEPOSIT takes coins and credits euros.',
        tags: ['Trading'],
        security: [{ bearer: [] }],
        headers: IdempotencyHeaders,
        body: OrderRequest,
        response: { 200: OrderResponse },
      },
    },
    (request, reply) => {
      const { pspId } = request.psp;
      const { conversion_token: conversionToken, customer_details: customer } = request.body.orderData;
      return idempotent(context, request, reply, `psp:${pspId}`, async (tx) => {
        const order = await createOrder(tx, context, { pspId, conversionToken, customer });
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
    async (request) => toLookup(await getOrder(context, request.psp.pspId, request.params.orderId)),
  );
  app.get(
    '/orders',
    {
      config: { scope: 'read' },
      schema: {
        summary: 'List orders',
        description: 'Newest first; the next page is in the Link header.',
        tags: ['Trading'],
        security: [{ bearer: [] }],
        querystring: OrderListQuery,
        response: { 200: Type.Array(OrderLookup) },
      },
    },
    async (request, reply) => {
      const { status, customer_reference_id: customerReferenceId, limit = 50, cursor } = request.query;
      const { orders, next } = await getOrders(context, {
        pspId: request.psp.pspId,
        status,
        customerReferenceId,
        before: cursor,
        limit,
      });
      linkNextPage(request, reply, context.publicUrl, next);
      return orders.map(toLookup);
    },
  );
}

function toLookup(order: Order) {
  const { coins, euros } = formatOrderAmounts(order);
  return {
    order_id: order.id,
    order_status: order.status,
    order_type: order.order_type,
    currency_pair: order.currency_pair,
    order_amount: coins,
    order_total: euros,
    customer_details: customerOf(order),
    customer_wallet_address: order.customer_wallet_address,
    blockchain_transaction_id: order.blockchain_transaction_id,
    payment_reference_id: order.payment_reference_id,
    network_fee: order.network_fee === null ? null : formatAsset('EUR', order.network_fee),
    created_at: order.created_at.toISOString(),
    updated_at: order.updated_at.toISOString(),
  };
}
