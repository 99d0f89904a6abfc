import type { ActRow } from '../../../../platform/console/audit/act.store.ts';
import { listActsOn } from '../../../../platform/console/audit/list-acts.ts';
import type { MerchantContext } from '../../../merchant.context.ts';
import { getPaymentOf } from '../../../payments/facts/lock-payment.ts';
import type { Payment } from '../../../payments/facts/payment.rules.ts';
import { getPayment, type PaymentLookup } from '../../../payments/views/get-payment.ts';
import { findRefunds } from '../../../payments/refunds/listing/list-refunds.ts';
import {
  listOrderIds,
  listRefundRequests,
  listSentWebhooks,
  listStatusMoments,
  type RefundRequest,
  type SentWebhook,
  type StatusMoment,
} from './payment-story.store.ts';

type Refund = Awaited<ReturnType<typeof findRefunds>>['items'][number];

export interface Story {
  readonly payment: Payment;
  readonly lookup: PaymentLookup;
  readonly moments: readonly StatusMoment[];
  /** Newest first. */
  readonly refunds: readonly (Refund & Partial<RefundRequest>)[];
  readonly webhooks: readonly SentWebhook[];
  /** Acts of members on the payment, newest first. */
  readonly acts: readonly ActRow[];
}

/** Loads a payment with its history. Another PSP's payment gets the same `not_found` as a missing one. */
export async function readStory(context: MerchantContext, pspId: number, paymentId: string): Promise<Story> {
  const { sql } = context;
  const payment = await getPaymentOf(sql, pspId, paymentId);
  const place = { kind: 'psp', organisation: String(pspId) };
  const [lookup, moments, refunds, told, acts] = await Promise.all([
    getPayment(context, pspId, paymentId),
    listStatusMoments(sql, pspId, paymentId),
    findRefunds(context, { pspId, paymentId, status: undefined, cursor: undefined, limit: 100 }),
    listOrderIds(sql, pspId, paymentId),
    listActsOn(context, place, payment.id, 50),
  ]);
  const refundOrders = refunds.items.map((refund) => refund.order_id);
  const orders = new Set([
    ...told,
    ...refundOrders,
    ...(payment.order_id === null ? [] : [payment.order_id]),
  ]);
  const [webhooks, requests] = await Promise.all([
    listSentWebhooks(sql, pspId, paymentId, [...orders]),
    refundOrders.length === 0 ? [] : listRefundRequests(sql, refundOrders),
  ]);
  return {
    payment,
    lookup,
    moments,
    refunds: refunds.items.map((refund) => ({
      ...refund,
      ...requests.find((request) => request.order_id === refund.order_id),
    })),
    webhooks,
    acts,
  };
}
