import type { App } from '../../../platform/http/server.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { getPaymentPolicy, setPaymentPolicy } from './payment-policies.ts';
import { PolicyRequest, PolicyResponse } from './payment-policy.schemas.ts';

const tags = ['Payments'];
const security = [{ bearer: [] }];

export function paymentPolicyRoutes(app: App, context: MerchantContext): void {
  app.get(
    '/payment-policy',
    {
      config: { scope: 'read' },
      schema: {
        summary: 'Read the payment policy',
        tags,
        security,
        response: { 200: PolicyResponse },
      },
    },
    (request) => getPaymentPolicy(context.sql, request.psp.pspId),
  );
  app.put(
    '/payment-policy',
    {
      config: { scope: 'write' },
      schema: {
        summary: 'Set the payment policy',
        description:
          'Replaces the whole policy; omitted fields get their defaults. Existing payments keep their deadlines and tolerance.',
        tags,
        security,
        body: PolicyRequest,
        response: { 200: PolicyResponse },
      },
    },
    (request) =>
      transaction(context.sql, (tx) => setPaymentPolicy(tx, context, request.psp.pspId, request.body)),
  );
}
