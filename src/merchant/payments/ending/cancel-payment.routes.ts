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
          'Ends a payment that nothing was sent to, which is EXPIRED by that, with payment_cancelled_at. One with a coin tells by its order, as an expiry does (order.failed); one without by the event payment.cancelled. Coins that come all the same make it UNRESOLVED with LATE. Cancelling again answers the same again.',
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
