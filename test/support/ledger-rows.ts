import type { Sql } from '../../src/platform/postgres/client/database.ts';
import { transaction } from '../../src/platform/postgres/client/transaction.ts';
import { insertOrder, insertRefund } from './merchant-rows.ts';

/** The books and all that they are held against; the tables refuse to be emptied. Numbers of accounts begin again. */
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

/** Of the first PSP, on its way out. */
export const insertWithdrawal = (sql: Sql, id: string, at: Date, fields: object = {}): Promise<void> =>
  insertOrder(sql, id, at, {
    kind: 'withdrawal',
    order_type: 'WITHDRAW',
    status: 'PROCESSING',
    metadata: {},
    ...fields,
  });

/** One of the first PSP that is on its way, with a payout and an order of the same id. */
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

/** What a payout has besides once it is signed. */
export const signedIn = (
  batchId: string,
): { status: string; batch_id: string; transaction_id: string; fee: bigint } => ({
  status: 'SIGNED',
  batch_id: batchId,
  transaction_id: 't',
  fee: 10n,
});
