import type { Sql } from '../../src/platform/postgres/client/database.ts';
import { insertRow } from './table-rows.ts';

/** Inserts PSPs named by their numbers. */
export async function insertPsps(sql: Sql, ids: readonly number[], at: Date): Promise<void> {
  for (const id of ids) await insertRow(sql, 'merchant', 'psps', { id, name: String(id), created_at: at });
}

/** Inserts a completed trade of the first PSP. */
export const insertOrder = (sql: Sql, id: string, at: Date, fields: object = {}): Promise<void> =>
  insertRow(sql, 'merchant', 'orders', {
    id,
    psp_id: 1,
    kind: 'trade',
    order_type: 'DEPOSIT',
    status: 'COMPLETED',
    currency_pair: 'BTCEUR',
    created_at: at,
    updated_at: at,
    ...fields,
  });

/** Inserts an event of the first PSP without an order or payment. Events at one place keep the order of insertion. */
export const insertOrderEvent = (
  sql: Sql,
  place: { era: number; position: string },
  at: Date,
  fields: object = {},
): Promise<void> =>
  insertRow(sql, 'merchant', 'events', {
    psp_id: 1,
    ...place,
    event_type: 'order.completed',
    event_sequence: 1n,
    occurred_at: at,
    event: {},
    ...fields,
  });

export const insertEndpoint = (sql: Sql, id: string, at: Date, fields: object = {}): Promise<void> =>
  insertRow(sql, 'merchant', 'webhook_endpoints', {
    id,
    psp_id: 1,
    url: id,
    sealed_secret: '',
    created_at: at,
    ...fields,
  });

/** Inserts the coin chosen for a payment, with the address `d`. */
export const insertChoice = (
  sql: Sql,
  id: string,
  paymentId: string,
  at: Date,
  fields: object = {},
): Promise<void> =>
  insertRow(sql, 'merchant', 'payment_choices', {
    id,
    payment_id: paymentId,
    coin: 'BTC',
    address: 'a',
    destination: 'd',
    payment_uri: 'u',
    price: 5n,
    coin_amount: 7n,
    required_confirmations: 2,
    chosen_at: at,
    expires_at: at,
    ...fields,
  });

/** Inserts a refund of the first PSP. Its choice, order and payout have the same id unless given. */
export const insertRefund = (
  sql: Sql,
  id: string,
  paymentId: string,
  at: Date,
  fields: object = {},
): Promise<void> =>
  insertRow(sql, 'merchant', 'refunds', {
    id,
    psp_id: 1,
    payment_id: paymentId,
    choice_id: id,
    order_id: id,
    payout_id: id,
    status: 'COMPLETED',
    coin: 'BTC',
    address: 'a',
    reason: '',
    total_euro_amount: 0n,
    held_coin_amount: 0n,
    bought_coin_amount: 0n,
    euro_amount: 0n,
    fee_coin_amount: 0n,
    created_at: at,
    updated_at: at,
    ...fields,
  });

/** Inserts the state of a chain with twelve blocks read. */
export const insertChainState = (sql: Sql, coin: string, fields: object = {}): Promise<void> =>
  insertRow(sql, 'merchant', 'chain_states', {
    coin,
    network: 'n',
    account: 'a',
    height: 12,
    hash: 'h',
    node_height: 12,
    ...fields,
  });
