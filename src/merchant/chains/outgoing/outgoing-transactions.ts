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

/** A transaction of ours as the chain has it now. */
export interface OutgoingTransaction {
  readonly coin: CoinCode;
  readonly transactionId: string;
  /** 0 while it is in no block. */
  readonly confirmations: number;
  /** In a block that it is in without effect: its fee is gone, and nobody was paid. */
  readonly failed: boolean;
  /** What it really cost, where its block tells. */
  readonly paidMinor: bigint | null;
  /** The network itself calls its block final. */
  readonly final: boolean;
  /** In a block, or waiting for one. */
  readonly visible: boolean;
  /** How deep another transaction lies that excludes it; 0 where there is none. */
  readonly excludedConfirmations: number;
  /** That other one, where it is known. */
  readonly excludedBy: string | null;
}

/**
 * To be called before the first broadcast: claims what the transaction uses up, and fails where a transaction of another
 * subject has claimed it.
 */
export async function recordOutgoingTransaction(tx: Tx, outgoing: NewOutgoingTransaction): Promise<void> {
  assert(outgoing.spends.length > 0, 'without a claim nothing keeps a payout from being paid twice');
  await insertOutgoing(tx, outgoing);
}

/** All that were ever signed for the subject. */
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

/** Only where none of its transactions can be mined any more: what they would have used is free for others. */
export async function releaseClaims(tx: Tx, coin: CoinCode, subjectId: string): Promise<void> {
  await deleteClaims(tx, coin, subjectId);
}

/**
 * What only those of its transactions would have used that can never be mined, since one of them lies so deep: others
 * would wait for these coins for ever. What that one has used stays claimed.
 */
export async function releaseExcludedClaims(
  tx: Tx,
  coin: CoinCode,
  subjectId: string,
  depth: number,
): Promise<void> {
  await deleteExcludedClaims(tx, coin, subjectId, depth);
}
