import {
  listOutgoingTransactions,
  type OutgoingTransaction,
} from '../../chains/outgoing/outgoing-transactions.ts';
import { requiredConfirmations } from '../../chains/confirmation.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import type { Order } from '../../orders/order.rules.ts';
import { getOrder } from '../../orders/read-orders.ts';
import { getDeliveries } from '../../webhooks/manage-deliveries.ts';
import {
  findArrival,
  findOrderDeposit,
  findOrderPayout,
  listDecisions,
  listSigned,
  type ArrivalRow,
  type DecisionRow,
  type OrderDeposit,
  type OrderPayout,
} from './order-story.store.ts';

type Delivery = Awaited<ReturnType<typeof getDeliveries>>['deliveries'][number];

export interface SentTransaction extends Pick<OutgoingTransaction, 'confirmations' | 'visible' | 'failed'> {
  readonly transactionId: string;
  readonly signedAt: Date;
}

export interface OrderStory {
  readonly order: Order;
  readonly payout: OrderPayout | undefined;
  readonly decisions: readonly DecisionRow[];
  readonly transactions: readonly SentTransaction[];
  readonly requiredConfirmations: number;
  readonly deposit: OrderDeposit | undefined;
  /** Incoming output of a deposit. */
  readonly arrival: ArrivalRow | undefined;
  readonly deliveries: readonly Delivery[];
}

/** Loads an order with its payout or deposit and its webhook deliveries. */
export async function readOrderStory(
  context: Pick<MerchantContext, 'sql' | 'settings'>,
  pspId: number,
  orderId: string,
): Promise<OrderStory> {
  const { sql } = context;
  const order = await getOrder(context, pspId, orderId);
  const [payout, deposit, { deliveries }] = await Promise.all([
    findOrderPayout(sql, pspId, order.id),
    order.kind === 'deposit' ? findOrderDeposit(sql, pspId, order.id) : undefined,
    getDeliveries(context, pspId, { orderId: order.id, status: undefined, after: undefined, limit: 20 }),
  ]);
  const [decisions, signed, outgoing, arrival] = await Promise.all([
    payout ? listDecisions(sql, payout.id) : [],
    payout?.batch_id ? listSigned(sql, payout.batch_id) : [],
    payout?.batch_id ? listOutgoingTransactions(sql, payout.batch_id) : [],
    deposit && findArrival(sql, toOutput(deposit)),
  ]);
  return {
    order,
    payout,
    decisions,
    transactions: signed.map((one) => {
      const seen = outgoing.find(({ transactionId }) => transactionId === one.transaction_id);
      return {
        transactionId: one.transaction_id,
        signedAt: one.signed_at,
        confirmations: seen?.confirmations ?? 0,
        visible: seen?.visible ?? false,
        failed: seen?.failed ?? false,
      };
    }),
    requiredConfirmations: payout
      ? requiredConfirmations(context.settings, payout.coin, payout.euro_value)
      : 0,
    deposit,
    arrival,
    deliveries,
  };
}

const toOutput = (deposit: OrderDeposit) => ({
  coin: deposit.coin,
  transactionId: deposit.transaction_id,
  outputIndex: deposit.output_index,
});
