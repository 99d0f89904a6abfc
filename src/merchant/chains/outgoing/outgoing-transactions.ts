import assert from 'node:assert/strict';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import {
  deleteClaims,
  deleteExcludedClaims,
  insertOutgoing,
  selectOutgoing,
  type NewOutgoingTransaction,
} from './outgoing-transaction.store.ts';

/** An outgoing transaction as the chain has it now. */
export interface OutgoingTransaction {
  readonly coin: CoinCode;
  readonly transactionId: string;
  /** 0 while it is unconfirmed or absent. */
  readonly confirmations: number;
  /** True if it is in a block without effect: its fee is spent, and no recipient was paid. */
  readonly failed: boolean;
  /** The fee actually paid, if its block contains it. */
  readonly paidMinor: bigint | null;
  /** The network itself declares its block final. */
  readonly final: boolean;
  /** True if it is in a block or unconfirmed at the node. */
  readonly visible: boolean;
  /** Confirmations of another transaction that excludes it; 0 if there is none. */
  readonly excludedConfirmations: number;
  /** Id of that other transaction, if it is known. */
  readonly excludedBy: string | null;
}

/**
 * Claims the transaction's inputs. Call it before the first broadcast. Fails if a transaction of another subject has
 * claimed one of them.
 */
export async function recordOutgoingTransaction(tx: Tx, outgoing: NewOutgoingTransaction): Promise<void> {
  assert(outgoing.spends.length > 0, 'without a claim nothing keeps a payout from being paid twice');
  await insertOutgoing(tx, outgoing);
}

export async function listOutgoingTransactions(sql: Tag, subjectId: string): Promise<OutgoingTransaction[]> {
  const rows = await selectOutgoing(sql, subjectId);
  return rows.map((row) => {
    const depth = (height: bigint | null): number => (height === null ? 0 : Number(row.height - height) + 1);
    return {
      coin: row.coin,
      transactionId: row.transaction_id,
      confirmations: depth(row.block_height),
      failed: row.failed && row.block_height !== null,
      paidMinor: row.block_height === null ? null : row.fee,
      final: row.final,
      visible: row.block_height !== null || row.unconfirmed,
      excludedConfirmations: depth(row.excluded_height),
      excludedBy: row.excluded_by,
    };
  });
}

/**
 * Releases the subject's claims for other transactions. Call it only if none of the subject's transactions can be
 * mined.
 */
export async function releaseClaims(tx: Tx, coin: CoinCode, subjectId: string): Promise<void> {
  await deleteClaims(tx, coin, subjectId);
}

/**
 * Releases claims of those of the subject's transactions that can never be mined because another of them has this many
 * confirmations. Otherwise these coins would stay blocked forever. The inputs of the mined one stay claimed.
 */
export async function releaseExcludedClaims(
  tx: Tx,
  coin: CoinCode,
  subjectId: string,
  depth: number,
): Promise<void> {
  await deleteExcludedClaims(tx, coin, subjectId, depth);
}
