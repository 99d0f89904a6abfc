import { IdempotencyHeaders } from '../../platform/http/idempotency.schemas.ts';
import { idempotent } from '../../platform/http/idempotency.ts';
import type { App } from '../../platform/http/server.ts';
import { coins, formatAsset } from '../assets/asset.rules.ts';
import { withUnusedAddress } from '../chains/receipts/assign-address.ts';
import { subjectChannel } from '../chains/reviews/run-reviews.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { merchantProblems as problem } from '../merchant.problems.ts';
import { acceptPayment, confirmAcceptance } from './accept-payment.ts';
import { chooseCryptocurrency } from './choose-cryptocurrency.ts';
import { createPayment } from './create-payment.ts';
import { getPayment, type PaymentLookup as Lookup } from './views/get-payment.ts';
import { lockPaymentOf } from './facts/lock-payment.ts';
import { offeredCoins } from './offered-coins.ts';
import { stateRefundAddress } from './state-refund-address.ts';
import {
  findStatedAddress,
  optionalTextsOf,
  sumOf,
  type Choice,
  type Payment,
} from './facts/payment.rules.ts';
import {
  AcceptanceResponse,
  ChoiceRequest,
  ChoiceResponse,
  HostedPaymentRequest,
  HostedPaymentResponse,
  PaymentLookup,
  PaymentParameters,
  PaymentRequest,
  PaymentResponse,
  RefundAddressRequest,
  RefundAddressResponse,
} from './payment.schemas.ts';

const tags = ['Payments'];
const security = [{ bearer: [] }];

export function paymentRoutes(app: App, context: MerchantContext): void {
  app.post(
    '/payments/hosted',
    {
      config: { scope: 'write', problems: problem.pick('payment_reference_used') },
      schema: {
        summary: 'Create a payment with a hosted page',
        description:
          'The customer is sent to payment_url, chooses a coin there and pays. Of the customer only customer_reference_id is required: leave out what you do not know.',
        tags,
        security,
        headers: IdempotencyHeaders,
        body: HostedPaymentRequest,
        response: { 200: HostedPaymentResponse },
      },
    },
    (request, reply) => {
      const { pspId } = request.psp;
      return idempotent(context, request, reply, `psp:${pspId}`, async (tx) => {
        const payment = await createPayment(tx, context, pspId, request.body);
        return { ...toCreated(payment), payment_url: `${context.publicUrl}/pay/${payment.id}` };
      });
    },
  );
  app.post(
    '/payments',
    {
      config: { scope: 'write', problems: problem.pick('payment_reference_used') },
      schema: {
        summary: 'Create a payment',
        description:
          'For merchants with a page of their own: the coin is chosen with the next operation. A payment without a coin has no order yet. If it expires, the event is payment.expired with order_id null.',
        tags,
        security,
        headers: IdempotencyHeaders,
        body: PaymentRequest,
        response: { 200: PaymentResponse },
      },
    },
    (request, reply) => {
      const { pspId } = request.psp;
      return idempotent(context, request, reply, `psp:${pspId}`, async (tx) => {
        const payment = await createPayment(tx, context, pspId, request.body);
        return {
          ...toCreated(payment),
          supported_payment_methods: offeredCoins(context, payment.euro_amount).map((code) => ({
            cryptocurrency_name: coins[code].name,
            cryptocurrency_code: code,
          })),
        };
      });
    },
  );
  app.post(
    '/payments/:paymentReferenceId/conversion',
    {
      config: {
        scope: 'write',
        problems: problem.pick(
          'payment_expired',
          'payment_in_progress',
          'payment_choice_limit',
          'rate_unavailable',
          'node_unavailable',
          'open_limit_reached',
        ),
      },
      schema: {
        summary: 'Choose the cryptocurrency of a payment',
        description:
          'Locks the best deposit rate for 15 minutes, but at most until two hours after the creation of the payment. Until coins are seen, a coin can be chosen up to ten times in all. Each choice has a new address and a new rate and ends the earlier rate. The old address stays watched, and coins sent to it count as late. Coins that were seen in time but are not in a block an hour later (BTC: two hours) count at the lower of the locked and the present rate; so do all coins of a payment that needs them. A payment counts towards the limits of open quotes and unpaid payments from the choice until it is paid or its price has ended. Beyond these limits the response is 422 open_limit_reached.',
        tags,
        security,
        headers: IdempotencyHeaders,
        params: PaymentParameters,
        body: ChoiceRequest,
        response: { 200: ChoiceResponse },
      },
    },
    async (request, reply) => {
      const { pspId } = request.psp;
      const { paymentReferenceId: id } = request.params;
      const code = request.body.cryptocurrency_code;
      const answer = await withUnusedAddress(context, (unused) =>
        idempotent(context, request, reply, `psp:${pspId}`, async (tx) => {
          const locked = await lockPaymentOf(tx, pspId, id);
          const chosen = await chooseCryptocurrency(tx, context, locked, code, unused);
          return toChoice(chosen.payment, chosen.choice, context.clock.nowMs());
        }),
      );
      context.signals.publish(subjectChannel, id);
      return answer;
    },
  );
  app.get(
    '/payments/:paymentReferenceId',
    {
      config: { scope: 'read' },
      schema: {
        summary: 'Read a payment',
        tags,
        security,
        params: PaymentParameters,
        response: { 200: PaymentLookup },
      },
    },
    async (request) =>
      toLookup(
        await getPayment(context, request.psp.pspId, request.params.paymentReferenceId),
        context.clock.nowMs(),
      ),
  );
  app.post(
    '/payments/:paymentReferenceId/refund-address',
    {
      config: { scope: 'write', problems: problem.pick('payment_not_refundable') },
      schema: {
        summary: 'State the refund address of a payment',
        description:
          'Stores the address without sending anything. It is shown in the payment, and used if the payment policy refunds unresolved coins automatically. Customers can state it on the hosted page if the policy allows that. A later address replaces an earlier one.',
        tags,
        security,
        headers: IdempotencyHeaders,
        params: PaymentParameters,
        body: RefundAddressRequest,
        response: { 200: RefundAddressResponse },
      },
    },
    (request, reply) => {
      const { pspId } = request.psp;
      const { paymentReferenceId: id } = request.params;
      return idempotent(context, request, reply, `psp:${pspId}`, async (tx) => {
        const locked = await lockPaymentOf(tx, pspId, id);
        const address = await stateRefundAddress(tx, context, locked, request.body);
        return {
          payment_reference_id: id,
          refund_address: address.address,
          refund_destination_tag: address.destinationTag,
        };
      });
    },
  );
  app.post(
    '/payments/:paymentReferenceId/accept',
    {
      config: {
        scope: 'write',
        problems: problem.pick('payment_confirming', 'payment_not_acceptable', 'rate_unavailable'),
      },
      schema: {
        summary: 'Accept a payment',
        description:
          'Credits acceptable_amount for an UNRESOLVED payment, which becomes PAID. A payment that is already PAID returns its acceptance again.',
        tags,
        security,
        headers: IdempotencyHeaders,
        params: PaymentParameters,
        response: { 200: AcceptanceResponse },
      },
    },
    async (request, reply) => {
      const { pspId } = request.psp;
      const { paymentReferenceId: id } = request.params;
      const answer = await idempotent(context, request, reply, `psp:${pspId}`, async (tx) => {
        const { choice, cents, coinMinor, transactionId } = await acceptPayment(tx, context, pspId, id);
        return {
          payment_currency_code: 'EUR' as const,
          payment_total: formatAsset('EUR', cents),
          payment_cryptocurrency_amount: formatAsset(choice.coin, coinMinor),
          payment_cryptocurrency: choice.coin,
          payment_address: choice.address,
          blockchain_transaction_id: transactionId,
        };
      });
      await confirmAcceptance(context, id);
      context.signals.publish(subjectChannel, id);
      return answer;
    },
  );
}

const toCreated = (payment: Payment) => ({
  payment_amount: formatAsset('EUR', payment.euro_amount),
  currency_code: 'EUR' as const,
  payment_status: payment.status,
  payment_description: payment.description,
  payment_expiration_timestamp: payment.expires_at.toISOString(),
  payment_reference_id: payment.id,
  metadata: payment.metadata,
});

const toChoice = (
  payment: Pick<Payment, 'id' | 'euro_amount' | 'merchant_name' | 'status' | 'expires_at'>,
  choice: Choice | undefined,
  nowMs: number,
) => ({
  payment_reference_number: payment.id,
  payment_currency: 'EUR' as const,
  payment_amount: formatAsset('EUR', payment.euro_amount),
  cryptocurrency_amount: choice ? formatAsset(choice.coin, choice.coin_amount) : null,
  merchant_name: payment.merchant_name,
  payment_status: payment.status,
  cryptocurrency_code: choice?.coin ?? null,
  payment_cryptocurrency_address: choice?.address ?? null,
  destination_tag: choice?.destination_tag ?? null,
  payment_uri: choice?.payment_uri ?? null,
  payment_expire_duration_seconds: Math.max(0, Math.ceil((payment.expires_at.getTime() - nowMs) / 1000)),
});

function toLookup({ records, choice, transactions, acceptable, refundable }: Lookup, nowMs: number) {
  const { payment } = records;
  const stated = findStatedAddress(payment, choice?.coin);
  return {
    ...toChoice(payment, choice, nowMs),
    ...optionalTextsOf(payment),
    payment_refundable_status: refundable.status,
    refundable_amount: refundable.cents === null ? null : formatAsset('EUR', refundable.cents),
    payment_acceptable_status: acceptable.status,
    acceptable_amount: acceptable.cents === null ? null : formatAsset('EUR', acceptable.cents),
    refund_address: stated?.address ?? null,
    refund_destination_tag: stated?.destinationTag ?? null,
    payment_reference: payment.payment_reference,
    payment_exceptions: payment.exceptions,
    payment_cancelled_at: payment.cancelled_at?.toISOString() ?? null,
    metadata: payment.metadata,
    received_cryptocurrency_amount: choice ? formatAsset(choice.coin, sumOf(transactions)) : null,
    transactions: transactions.map((receipt) => ({
      blockchain_transaction_id: receipt.transactionId,
      cryptocurrency_amount: formatAsset(receipt.coin, receipt.amountMinor),
      confirmations: receipt.confirmations,
      required_confirmations: choice?.required_confirmations ?? 0,
      first_seen_at: receipt.firstSeenAt.toISOString(),
    })),
  };
}
