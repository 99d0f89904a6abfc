import { IdempotencyHeaders } from '../../../platform/http/idempotency.schemas.ts';
import { idempotent } from '../../../platform/http/idempotency.ts';
import type { App } from '../../../platform/http/server.ts';
import { formatAsset } from '../../assets/asset.rules.ts';
import { clientActor } from '../../access/audit/audit.rules.ts';
import { askRecipient } from '../../chains/recipients/ask-recipient.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import { payoutsChannel } from '../request-payout.ts';
import { createWithdrawal } from './create-withdrawal.ts';
import { WithdrawalRequest, WithdrawalResponse } from './withdrawal.schemas.ts';

export function withdrawalRoutes(app: App, context: MerchantContext): void {
  app.post(
    '/withdrawals',
    {
      config: {
        scope: 'write',
        problems: problem.pick(
          'not_found',
          'conversion_token_not_found',
          'conversion_token_expired',
          'conversion_token_used',
          'claim_open',
          'insufficient_funds',
          'payout_too_small',
          'payout_limit_exceeded',
          'rate_unavailable',
          'node_unavailable',
        ),
      },
      schema: {
        summary: 'Create a withdrawal',
        description:
          'Takes the euros of a WITHDRAW quote and sends its coins to the customer’s wallet. The merchant pays the network fee, which is reserved at its estimate and settled at the real cost. The order is PROCESSING until the transaction has its confirmations, then COMPLETED. FAILED gives the euros back. Above the PSP’s limits the request is refused. Above its approval amount the order is CREATED with order_hold approval, until a second person of the provider’s staff approves it or rejects it; a rejection gives the euros back. While the PSP owes something for coins that a chain took back, a withdrawal is refused with 409 claim_open.',
        tags: ['Trading'],
        security: [{ bearer: [] }],
        headers: IdempotencyHeaders,
        body: WithdrawalRequest,
        response: { 200: WithdrawalResponse },
      },
    },
    async (request, reply) => {
      const { pspId, clientId } = request.psp;
      const { withdrawalData: data } = request.body;
      const asked = await askRecipient(context, data.customer_wallet_address, data.destination_tag);
      const answer = await idempotent(context, request, reply, `psp:${pspId}`, async (tx) => {
        const order = await createWithdrawal(tx, context, {
          pspId,
          requestedBy: clientActor(clientId),
          conversionToken: data.conversion_token,
          address: data.customer_wallet_address,
          destinationTag: data.destination_tag ?? null,
          customer: data.customer_details,
          metadata: data.metadata,
          asked,
        });
        return {
          order_id: order.id,
          order_type: order.order_type,
          order_status: order.status,
          order_hold: order.hold,
          network_fee: order.network_fee === null ? null : formatAsset('EUR', order.network_fee),
        };
      });
      context.signals.publish(payoutsChannel);
      return answer;
    },
  );
}
