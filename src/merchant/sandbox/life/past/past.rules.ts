import type { Movement } from '../../../books/ledger.rules.ts';
import type { EventFields } from '../../../webhooks/queue/webhook.rules.ts';

/** The tables of the past, ordered so that every row is inserted after the rows it references. */
export const pastTables = [
  'chain_addresses',
  'simulated_transactions',
  'simulated_outputs',
  'simulated_spends',
  'orders',
  'payments',
  'payment_choices',
  'screenings',
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
  'rate_history',
] as const;
export type PastTable = (typeof pastTables)[number];

export interface PastEvent {
  readonly psp_id: number;
  readonly order_id: string | null;
  readonly payment_id: string | null;
  readonly event_type: string;
  readonly event_sequence: number;
  readonly occurred_at: Date;
  readonly event: EventFields;
}

export interface PastMovement extends Movement {
  readonly id: string;
  readonly createdAt: Date;
}
