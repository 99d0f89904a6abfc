import type { CoinCode } from '../../assets/asset.rules.ts';
import type { Address } from '../../chains/chain.ts';
import type { CustomerDetails } from '../../customers/customer.rules.ts';
import type { Movement } from '../../ledger/ledger.rules.ts';
import { orderEventOf, untouchedOrder, type Order } from '../../orders/order.rules.ts';
import { eventTypeOf, fieldsOf, paymentFieldsOf } from '../../webhooks/queue/webhook.rules.ts';
import { sandboxPspId } from '../../credentials/create-sandbox-psp.ts';
import { madeUpTables, type MadeUpTable, type PastEvent, type PastMovement, type Row } from './past.rules.ts';
import type { PastRates } from './past-rates.ts';
import type { Random } from '../people/random.rules.ts';

/** What the rows of the past need of the present. */
export interface Stage {
  readonly random: Random;
  readonly rates: PastRates;
  readonly endMs: number;
  /** The block that holds all of it. */
  readonly blockHeight: number;
  /** An address of ours that nobody was given before. */
  takeAddress(coin: CoinCode): Address & { readonly index: number };
  /** One of somebody else. */
  takeForeignAddress(coin: CoinCode): Address;
}

export type NewPastOrder = Pick<
  Order,
  'kind' | 'order_type' | 'status' | 'currency_pair' | 'coin_amount' | 'euro_amount'
> &
  Partial<Omit<Order, 'id' | 'psp_id'>> & { customer: CustomerDetails };

/** Gathers all rows of the made-up weeks: what the operations would have written, step by step. */
export class History {
  readonly stage: Stage;
  readonly rows = new Map<MadeUpTable, Row[]>(madeUpTables.map((table) => [table, []]));
  readonly movements: PastMovement[] = [];
  readonly events: PastEvent[] = [];
  readonly #orders = new Map<string, { order: Order; sequence: number }>();

  constructor(stage: Stage) {
    this.stage = stage;
  }

  add(table: MadeUpTable, row: Row): void {
    this.rows.get(table)?.push(row);
  }

  book(createdAt: Date, movements: readonly Movement[]): void {
    for (const movement of movements) this.movements.push({ ...movement, createdAt });
  }

  openOrder(at: Date, { customer, ...given }: NewPastOrder, paymentStatus?: string): Order {
    const order: Order = {
      id: this.stage.random.id(at.getTime()),
      psp_id: sandboxPspId,
      ...untouchedOrder,
      metadata: {},
      ...given,
      ...customer,
      created_at: at,
      updated_at: at,
    };
    this.#orders.set(order.id, { order, sequence: 0 });
    this.#announce(at, order.id, paymentStatus);
    return order;
  }

  changeOrder(at: Date, id: string, change: Partial<Order>, paymentStatus?: string): void {
    const known = this.#orders.get(id);
    if (!known) throw new Error(`there is no order ${id}`);
    known.order = { ...known.order, ...change, updated_at: at };
    this.#announce(at, id, paymentStatus);
  }

  #announce(occurredAt: Date, id: string, paymentStatus: string | undefined): void {
    const known = this.#orders.get(id);
    if (!known) return;
    known.sequence += 1;
    const { order } = known;
    this.events.push({
      orderId: id,
      paymentId: order.payment_reference_id,
      eventType: eventTypeOf(order.status),
      sequence: known.sequence,
      occurredAt,
      event: fieldsOf(orderEventOf(order, paymentStatus)),
    });
  }

  /** Of a payment that ended before it had an order. */
  announcePayment(
    occurredAt: Date,
    eventType: 'payment.expired' | 'payment.cancelled',
    payment: { readonly id: string; readonly customer: CustomerDetails },
  ): void {
    this.events.push({
      orderId: null,
      paymentId: payment.id,
      eventType,
      sequence: 1,
      occurredAt,
      event: paymentFieldsOf({
        pspId: sandboxPspId,
        paymentId: payment.id,
        eventType,
        paymentStatus: 'EXPIRED',
        customerDetails: payment.customer,
      }),
    });
  }

  /** Once nothing changes any more. */
  closeOrders(): void {
    for (const { order, sequence } of this.#orders.values()) {
      this.add('orders', order);
      this.add('webhook_order_sequences', {
        order_id: order.id,
        last_sequence: sequence,
        updated_at: order.updated_at,
      });
    }
  }
}
