import type { Movement } from '../../ledger/ledger.rules.ts';
import type { Candle } from '../../rates/candle.rules.ts';
import type { EventFields } from '../../webhooks/queue/webhook.rules.ts';

/** A row by the names of its columns. */
export type Row = object;

/** The tables that made-up weeks are written into, in an order in which every row finds what it refers to. */
export const madeUpTables = [
  'chain_addresses',
  'simulated_transactions',
  'simulated_outputs',
  'simulated_spends',
  'chain_outputs',
  'orders',
  'payments',
  'payment_choices',
  'deposit_addresses',
  'deposits',
  'payout_batches',
  'payouts',
  'refunds',
  'chain_sent',
  'chain_claims',
  'chain_sent_spends',
  'payout_transactions',
  'payout_shares',
  'account_numbers',
  'webhook_order_sequences',
] as const;
export type MadeUpTable = (typeof madeUpTables)[number];

/** Of an output of the past: in a block, credited once, and spent by nobody so far. */
export const creditedOutput = {
  unconfirmed: false,
  credited: true,
  credit_count: 1,
  spent_by: null,
  spent_height: null,
  maturity: 0,
} as const;

export interface PastEvent {
  readonly orderId: string | null;
  readonly paymentId: string | null;
  readonly eventType: string;
  readonly sequence: number;
  readonly occurredAt: Date;
  readonly event: EventFields;
}

export interface PastMovement extends Movement {
  readonly createdAt: Date;
}

export interface PastCandle extends Candle {
  readonly seconds: number;
}
