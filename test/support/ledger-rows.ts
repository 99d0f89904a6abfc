import type { Sql } from '../../src/platform/postgres/client/database.ts';
import { transaction } from '../../src/platform/postgres/client/transaction.ts';
import { insertOrder, insertRefund } from './merchant-rows.ts';

/**
 * Empties the ledger and the tables that it is compared with, although triggers forbid it. Restarts the account
 * numbers.
 */
export const emptyBooks = (sql: Sql): Promise<void> =>
  transaction(sql, async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      truncate merchant.ledger_accounts, merchant.ledger_movements, merchant.ledger_entries, merchant.orders,
        merchant.payments, merchant.payouts, merchant.payout_batches, merchant.screenings, merchant.metadata_entries,
        merchant.chain_states, merchant.chain_addresses, merchant.chain_outputs, merchant.chain_sent,
        merchant.chain_claims, merchant.chain_reviews
      restart identity cascade`;
  });

/** Inserts a pending withdrawal of the first PSP. */
export const insertWithdrawal = (sql: Sql, id: string, at: Date, fields: object = {}): Promise<void> =>
  insertOrder(sql, id, at, {
    kind: 'withdrawal',
    order_type: 'WITHDRAW',
    status: 'PROCESSING',
    metadata: {},
    ...fields,
  });

/** Inserts a pending refund of the first PSP, with a payout and an order of the same id. */
export const insertOpenRefund = (
  sql: Sql,
  id: string,
  paymentId: string,
  at: Date,
  fields: object = {},
): Promise<void> =>
  insertRefund(sql, id, paymentId, at, {
    choice_id: paymentId,
    status: 'PROCESSING',
    total_euro_amount: 1n,
    held_coin_amount: 700n,
    bought_coin_amount: 400n,
    euro_amount: 1n,
    fee_coin_amount: 100n,
    lost_fee_coin_amount: 0n,
    ...fields,
  });

/** Additional fields of a signed payout. */
export const signedIn = (
  batchId: string,
): { status: string; batch_id: string; transaction_id: string; fee: bigint } => ({
  status: 'SIGNED',
  batch_id: batchId,
  transaction_id: 't',
  fee: 10n,
});
