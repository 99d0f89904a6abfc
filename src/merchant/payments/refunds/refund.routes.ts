import { IdempotencyHeaders } from '../../../platform/http/idempotency.schemas.ts';
import { idempotent } from '../../../platform/http/idempotency.ts';
import type { App } from '../../../platform/http/server.ts';
import { clientActor } from '../../access/audit/audit.rules.ts';
import { askRecipient } from '../../chains/recipients/ask-recipient.ts';
import { subjectChannel } from '../../chains/reviews/run-reviews.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import { payoutsChannel } from '../../payouts/request-payout.ts';
import { refundPayment, type RequestedRefund } from './refund-payment.ts';
import { describeRefund } from './refund.rules.ts';
import { RefundParameters, RefundRequest, RefundResponse } from './refund.schemas.ts';

export function refundRoutes(app: App, context: MerchantContext): void {
  app.post(
    '/payments/:paymentReferenceId/refund',
    {
      config: {
        scope: 'write',
        problems: problem.pick(
          'payment_not_refundable',
          'payment_confirming',
          'payout_too_small',
          'payout_limit_exceeded',
          'claim_open',
          'insufficient_funds',
          'rate_unavailable',
          'node_unavailable',
        ),
      },
      schema: {
        summary: 'Refund a payment',
        description:
          'An UNRESOLVED payment sends back all its coins, minus the network’s fee. A PAID one sends back refund_amount (by default the whole refundable amount): first the excess, then coins bought at the present rate with the merchant’s euros. Buying is refused with 409 claim_open while the PSP has a debt for coins that a reorganisation removed. The merchant pays the network’s fee; if no coins are bought and its euros do not cover the fee, the fee is deducted from the coins.',
        tags: ['Payments'],
        security: [{ bearer: [] }],
        headers: IdempotencyHeaders,
        params: RefundParameters,
        body: RefundRequest,
        response: { 200: RefundResponse },
      },
    },
    async (request, reply) => {
      const { pspId, clientId } = request.psp;
      const { paymentReferenceId: id } = request.params;
      const { refund_address: address, destination_tag: tag } = request.body;
      const askedAt = new Date(context.clock.nowMs() - Math.ceil(reply.elapsedTime));
      const asked = await askRecipient(context, address, tag);
      const input = { ...request.body, requestedBy: clientActor(clientId), asked, askedAt };
      const answer = await idempotent(context, request, reply, `psp:${pspId}`, async (tx) =>
        toResponse(await refundPayment(tx, context, pspId, id, input)),
      );
      context.signals.publish(payoutsChannel);
      context.signals.publish(subjectChannel, id);
      return answer;
    },
  );
}

const toResponse = ({ refund, networkFeeCents }: RequestedRefund) =>
  describeRefund(refund, networkFeeCents ?? null);
