import { IdempotencyHeaders } from '../../../platform/http/idempotency.schemas.ts';
import { idempotent } from '../../../platform/http/idempotency.ts';
import type { App } from '../../../platform/http/server.ts';
import { invalidField } from '../../../platform/problem.ts';
import { withUnusedAddress } from '../../chains/receipts/assign-address.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import { assignDepositAddress } from './assign-deposit-address.ts';
import {
  DepositAddressParameters,
  DepositAddressRequest,
  DepositAddressResponse,
} from './deposit.schemas.ts';
import { merchantWords } from '../../details/merchant-words.rules.ts';

export function depositRoutes(app: App, context: MerchantContext): void {
  app.post(
    '/deposit/address/:cryptocurrencyCode',
    {
      config: { scope: 'write', problems: problem.pick('node_unavailable') },
      schema: {
        summary: 'Get a deposit address',
        description:
          'Each customer (by customer_reference_id) has one permanent address per coin; a repeated request returns it. Each confirmed output of a transaction to it becomes a DEPOSIT order, sold at the best rate of that moment or held as coins.',
        tags: ['Deposits'],
        security: [{ bearer: [] }],
        headers: IdempotencyHeaders,
        params: DepositAddressParameters,
        body: DepositAddressRequest,
        response: { 200: DepositAddressResponse },
      },
    },
    async (request, reply) => {
      const { pspId } = request.psp;
      const { coin } = context.chains.get(request.params.cryptocurrencyCode);
      const { cryptocurrency_code: code = coin, customer_details: customer } = request.body;
      if (code !== coin) {
        throw invalidField('cryptocurrency_code', 'not_allowed', merchantWords.coinOfPath, { coin });
      }
      return withUnusedAddress(context, (unused) =>
        idempotent(context, request, reply, `psp:${pspId}`, async (tx) => {
          const found = await assignDepositAddress(tx, context, { pspId, coin, customer }, unused);
          return {
            customer_deposit_wallet_address_id: found.id,
            customer_deposit_wallet_address: found.address,
            ...(found.destinationTag === null ? {} : { destination_tag: found.destinationTag }),
            cryptocurrency_code: coin,
          };
        }),
      );
    },
  );
}
