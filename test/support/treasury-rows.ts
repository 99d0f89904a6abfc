import type { Sql } from '../../src/platform/postgres/client/database.ts';
import { transaction } from '../../src/platform/postgres/client/transaction.ts';
import { insertRow } from './table-rows.ts';

export interface LedgerEntry {
  readonly accountId: number;
  readonly sequence: number;
  /** Balance after the entry. */
  readonly balance: bigint;
  readonly createdAt: Date;
  readonly movementId: string;
}

export interface LedgerAccount {
  readonly id: number;
  readonly owner: string;
  readonly asset: string;
  readonly stripe?: number;
  readonly balance: bigint;
  readonly entryCount: number;
  /** Undefined if the account has no entries. */
  readonly lastEntryAt?: Date;
}

/** Replaces the ledger with these rows. Triggers are off, so impossible ledgers can be tested. */
export const replaceBooks = (
  sql: Sql,
  accounts: readonly LedgerAccount[],
  entries: readonly LedgerEntry[],
): Promise<void> =>
  transaction(sql, async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`truncate merchant.ledger_accounts, merchant.ledger_movements, merchant.ledger_entries`;
    for (const account of accounts) {
      await tx`
        insert into merchant.ledger_accounts (id, owner, asset, stripe, balance, entry_count, last_entry_at)
        overriding system value
        values (${account.id}, ${account.owner}, ${account.asset}, ${account.stripe ?? 0}, ${account.balance},
          ${account.entryCount}, coalesce(${account.lastEntryAt ?? null}::timestamptz, '-infinity'))`;
    }
    for (const entry of entries) {
      await tx`
        insert into merchant.ledger_entries
          (account_id, sequence, movement_id, asset, amount, balance_after, created_at)
        select id, ${entry.sequence}, ${entry.movementId}, asset, 1, ${entry.balance}, ${entry.createdAt}
        from merchant.ledger_accounts where id = ${entry.accountId}`;
    }
  });

/** Inserts a signed transaction of a batch. Triggers are off, so conflicts with earlier ones are not checked. */
export const insertSignedTransaction = (
  sql: Sql,
  batchId: string,
  transactionId: string,
  at: Date,
  { coin = 'BTC', generation = 0, kind = 'payment' } = {},
): Promise<void> =>
  transaction(sql, async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into merchant.payout_transactions
        (coin, transaction_id, batch_id, generation, kind, bytes, fee, weight, signed_at)
      values (${coin}, ${transactionId}, ${batchId}, ${generation}, ${kind}, '', 1, 1, ${at})`;
  });

/** Inserts a bitcoin address of a customer of the first PSP. */
export const insertDepositAddress = (sql: Sql, id: string, at: Date, fields: object = {}): Promise<void> =>
  insertRow(sql, 'merchant', 'deposit_addresses', {
    id,
    psp_id: 1,
    coin: 'BTC',
    customer_reference_id: id,
    address: id,
    created_at: at,
    ...fields,
  });
