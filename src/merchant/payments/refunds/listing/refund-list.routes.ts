import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { sendList } from '../../../../platform/http/lists/csv.ts';
import { pageOf } from '../../../../platform/http/lists/list.schemas.ts';
import { linkNextPage } from '../../../../platform/http/lists/next-page.ts';
import type { App } from '../../../../platform/http/server.ts';
import { readPeriod } from '../../../../platform/http/lists/read-period.ts';
import { formatAsset } from '../../../assets/asset.rules.ts';
import type { MerchantContext } from '../../../merchant.context.ts';
import { describeRefund } from '../refund.rules.ts';
import { RefundParameters } from '../refund.schemas.ts';
import { findRefunds, getRefund } from './list-refunds.ts';
import { RefundIdParameters, RefundListQuery, RefundLookup, RefundLookups } from './refund-list.schemas.ts';

const shared = { tags: ['Payments'], security: [{ bearer: [] }] };
const paged =
  'Newest first, including failed refunds; the next page is in the Link header. As CSV with Accept: text/csv or format=csv.';

export function refundListRoutes(app: App, context: MerchantContext): void {
  const sendPage = async (
    request: FastifyRequest,
    reply: FastifyReply,
    query: Static<typeof RefundListQuery>,
    paymentId?: string,
  ) => {
    const { items, next } = await findRefunds(context, {
      pspId: request.psp.pspId,
      ...(paymentId === undefined ? {} : { paymentId }),
      status: query.refund_status,
      ...readPeriod(query),
      cursor: query.cursor,
      limit: query.limit ?? 50,
    });
    linkNextPage(request, reply, context.publicUrl, next);
    return sendList(request, reply, items.map(toLookup), csvColumns, (item) => item);
  };
  app.get(
    '/refunds',
    {
      config: { scope: 'read' },
      schema: {
        ...shared,
        summary: 'List refunds',
        description: paged,
        querystring: RefundListQuery,
        response: { 200: pageOf(RefundLookups) },
      },
    },
    (request, reply) => sendPage(request, reply, request.query),
  );
  app.get(
    '/payments/:paymentReferenceId/refunds',
    {
      config: { scope: 'read' },
      schema: {
        ...shared,
        summary: 'List the refunds of a payment',
        description: paged,
        params: RefundParameters,
        querystring: RefundListQuery,
        response: { 200: pageOf(RefundLookups) },
      },
    },
    (request, reply) => sendPage(request, reply, request.query, request.params.paymentReferenceId),
  );
  app.get(
    '/refunds/:refundId',
    {
      config: { scope: 'read' },
      schema: {
        ...shared,
        summary: 'Read a refund',
        params: RefundIdParameters,
        response: { 200: RefundLookup },
      },
    },
    async (request) => toLookup(await getRefund(context, request.psp.pspId, request.params.refundId)),
  );
}

const toLookup = (refund: Awaited<ReturnType<typeof getRefund>>) => ({
  ...describeRefund(refund, refund.network_fee),
  refund_reason: refund.reason,
  refund_cryptocurrency_fee_amount: formatAsset(refund.coin, refund.fee_coin_amount),
  blockchain_transaction_id: refund.blockchain_transaction_id,
  created_at: refund.created_at.toISOString(),
  updated_at: refund.updated_at.toISOString(),
});

const csvColumns = [
  'refund_id',
  'payment_reference_id',
  'order_id',
  'refund_status',
  'total_refund_amount',
  'refund_cryptocurrency',
  'refund_cryptocurrency_amount',
  'refund_cryptocurrency_fee_amount',
  'network_fee',
  'refund_address',
  'destination_tag',
  'refund_reason',
  'blockchain_transaction_id',
  'created_at',
  'updated_at',
] as const;
