import { IdempotencyHeaders } from '../../../platform/http/idempotency.schemas.ts';
import { idempotent } from '../../../platform/http/idempotency.ts';
import type { App } from '../../../platform/http/server.ts';
import { subjectChannel } from '../../chains/reviews/run-reviews.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import { CancellationResponse, PaymentParameters } from '../payment.schemas.ts';
import { cancelPayment } from './cancel-payment.ts';

export function cancelPaymentRoutes(app: App, context: MerchantContext): void {
  app.post(
    '/payments/:paymentReferenceId/cancel',
    {
      config: { scope: 'write', problems: problem.pick('payment_expired', 'payment_in_progress') },
      schema: {
        summary: 'Cancel a payment',
        description:
          'Cancels a payment that received no coins. It becomes EXPIRED and gets payment_cancelled_at. If a coin was chosen, the event is order.failed, as for an expiry; otherwise it is payment.cancelled. Coins that arrive later make the payment UNRESOLVED with LATE. A repeated cancellation returns the same response.',
        tags: ['Payments'],
        security: [{ bearer: [] }],
        headers: IdempotencyHeaders,
        params: PaymentParameters,
        response: { 200: CancellationResponse },
      },
    },
    async (request, reply) => {
      const { pspId } = request.psp;
      const { paymentReferenceId: id } = request.params;
      const answer = await idempotent(context, request, reply, `psp:${pspId}`, async (tx) => {
        const payment = await cancelPayment(tx, context, pspId, id);
        return {
          payment_reference_id: payment.id,
          payment_reference: payment.payment_reference,
          payment_status: payment.status,
          payment_cancelled_at: payment.cancelled_at?.toISOString() ?? null,
        };
      });
      context.signals.publish(subjectChannel, id);
      return answer;
    },
  );
}
