import type { Sql } from '../../src/platform/postgres/client/database.ts';
import { transaction } from '../../src/platform/postgres/client/transaction.ts';
import { insertRow } from './table-rows.ts';

/** Disables the triggers that forbid it. */
export const emptyPayouts = (sql: Sql): Promise<void> =>
  transaction(sql, async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`truncate merchant.payouts, merchant.payout_batches, merchant.chain_states cascade`;
  });

export const insertBatch = (sql: Sql, id: string, at: Date, fields: object = {}): Promise<void> =>
  insertRow(sql, 'merchant', 'payout_batches', {
    id,
    coin: 'BTC',
    generation: 0,
    attempts: 0,
    created_at: at,
    ...fields,
  });

/** Inserts a payout that waits for its signature. */
export const insertPayout = (sql: Sql, id: string, at: Date, fields: object = {}): Promise<void> =>
  insertRow(sql, 'merchant', 'payouts', {
    id,
    coin: 'BTC',
    kind: 'withdrawal',
    order_id: id,
    psp_id: 1,
    address: 'a',
    destination: 'd',
    amount: 1000n,
    fee_allowance: 10n,
    fee_payer: 'merchant',
    fee_reserve: 0n,
    fee_charge: 0n,
    fee_covered: 0n,
    fee_borne: 0n,
    lost_fee: 0n,
    euro_value: 1n,
    status: 'RESERVED',
    attempts: 0,
    fee_corrections: 0,
    created_at: at,
    updated_at: at,
    ...fields,
  });
