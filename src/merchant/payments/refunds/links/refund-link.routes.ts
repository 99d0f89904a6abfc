import { IdempotencyHeaders } from '../../../../platform/http/idempotency.schemas.ts';
import { idempotent } from '../../../../platform/http/idempotency.ts';
import { sendList } from '../../../../platform/http/lists/csv.ts';
import { pageOf } from '../../../../platform/http/lists/list.schemas.ts';
import { linkNextPage } from '../../../../platform/http/lists/next-page.ts';
import type { App } from '../../../../platform/http/server.ts';
import { transaction } from '../../../../platform/postgres/client/transaction.ts';
import { clientActor } from '../../../access/audit/audit.rules.ts';
import type { MerchantContext } from '../../../merchant.context.ts';
import { merchantProblems as problem } from '../../../merchant.problems.ts';
import { RefundParameters } from '../refund.schemas.ts';
import { createRefundLink, linkUrlOf } from './create-refund-link.ts';
import { revokeRefundLink } from '../../refund-links/change-refund-links.ts';
import { findRefundLinks, getRefundLink } from '../../refund-links/read-refund-links.ts';
import { describeLink, type RefundLink } from '../../refund-links/refund-link.rules.ts';
import {
  CreatedRefundLink,
  RefundLinkLookup,
  RefundLinkLookups,
  RefundLinkParameters,
  RefundLinkQuery,
  RefundLinkRequest,
} from './refund-link.schemas.ts';

const shared = { tags: ['Payments'], security: [{ bearer: [] }] };

export function refundLinkRoutes(app: App, context: MerchantContext): void {
  const toLookup = (link: RefundLink) => describeLink(link, context.clock.nowMs());
  app.post(
    '/payments/:paymentReferenceId/refund-links',
    {
      config: {
        scope: 'write',
        problems: problem.pick(
          'payment_not_refundable',
          'payment_confirming',
          'claim_open',
          'insufficient_funds',
          'rate_unavailable',
          'node_unavailable',
        ),
      },
      schema: {
        ...shared,
        summary: 'Create a refund link',
        description:
          'For a refund whose address the merchant does not know: the customer states it on the page at url, once, within 30 days. The euros of the refund are reserved now and buy coins at the price of the moment of the claim. The claim is limited, approved and screened like any refund, and the merchant pays the network’s fee then. Open links and refunds together never exceed the refundable amount. The link of an UNRESOLVED payment reserves no euros: it sends back all coins minus the network’s fee, and until it ends the payment can neither be accepted nor refunded otherwise. A payment has at most 100 links, ended ones included.',
        headers: IdempotencyHeaders,
        params: RefundParameters,
        body: RefundLinkRequest,
        response: { 200: CreatedRefundLink },
      },
    },
    (request, reply) => {
      const { pspId, clientId } = request.psp;
      const { paymentReferenceId: id } = request.params;
      const askedAt = new Date(context.clock.nowMs() - Math.ceil(reply.elapsedTime));
      const input = { ...request.body, requestedBy: clientActor(clientId), askedAt };
      return idempotent(context, request, reply, `psp:${pspId}`, async (tx) => {
        const { link, token } = await createRefundLink(tx, context, pspId, id, input);
        return { ...toLookup(link), url: linkUrlOf(context, token) };
      });
    },
  );
  app.get(
    '/payments/:paymentReferenceId/refund-links',
    {
      config: { scope: 'read' },
      schema: {
        ...shared,
        summary: 'List the refund links of a payment',
        description:
          'Newest first, without their urls; the next page is in the Link header. As CSV with Accept: text/csv or format=csv.',
        params: RefundParameters,
        querystring: RefundLinkQuery,
        response: { 200: pageOf(RefundLinkLookups) },
      },
    },
    async (request, reply) => {
      const { cursor, limit = 50 } = request.query;
      const { paymentReferenceId: id } = request.params;
      const { items, next } = await findRefundLinks(context, request.psp.pspId, id, { cursor, limit });
      linkNextPage(request, reply, context.publicUrl, next);
      return sendList(request, reply, items.map(toLookup), csvColumns, (item) => item);
    },
  );
  app.get(
    '/refund-links/:refundLinkId',
    {
      config: { scope: 'read' },
      schema: {
        ...shared,
        summary: 'Read a refund link',
        params: RefundLinkParameters,
        response: { 200: RefundLinkLookup },
      },
    },
    async (request) =>
      toLookup(await getRefundLink(context.sql, request.psp.pspId, request.params.refundLinkId)),
  );
  app.post(
    '/refund-links/:refundLinkId/revoke',
    {
      config: { scope: 'write', problems: problem.pick('refund_link_ended') },
      schema: {
        ...shared,
        summary: 'Revoke a refund link',
        description:
          'The link can no longer be claimed, and its euros are released. Revoking it again returns the same. A claimed or expired link gets 409 refund_link_ended.',
        params: RefundLinkParameters,
        response: { 200: RefundLinkLookup },
      },
    },
    async (request) => {
      const { pspId } = request.psp;
      const { refundLinkId: id } = request.params;
      return toLookup(await transaction(context.sql, (tx) => revokeRefundLink(tx, context, pspId, id)));
    },
  );
}

const csvColumns = [
  'refund_link_id',
  'payment_reference_id',
  'refund_link_status',
  'refund_amount',
  'refund_cryptocurrency',
  'refund_reason',
  'refund_id',
  'expires_at',
  'created_at',
  'updated_at',
] as const;
