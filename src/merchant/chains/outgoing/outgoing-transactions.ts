import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { Branch, SpendableOutput } from '../chain.ts';
import {
  deleteClaims,
  insertSent,
  selectSent,
  selectSpendable,
  type NewSent,
} from './outgoing-transaction.store.ts';

/** More inputs than this would not fit into one transaction anyway. */
const spendableLimit = 1000;

/** A transaction of ours as the chain has it now. */
export interface Sent {
  readonly coin: CoinCode;
  readonly transactionId: string;
  /** 0 while it is in no block. */
  readonly confirmations: number;
  /** In a block, or waiting for one. */
  readonly visible: boolean;
  /** How deep another transaction lies that excludes it; 0 where there is none. */
  readonly excludedConfirmations: number;
}

/** Before the first broadcast. A spend that another transaction of ours has claimed fails. */
export function recordSent(tx: Tx, sent: NewSent): Promise<void> {
  return insertSent(tx, sent);
}

export async function findSent(tx: Tag, subjectId: string): Promise<Sent | undefined> {
  const row = await selectSent(tx, subjectId);
  if (!row) return undefined;
  const depth = (height: bigint | null): number => (height === null ? 0 : Number(row.height - height) + 1);
  return {
    coin: row.coin,
    transactionId: row.transaction_id,
    confirmations: depth(row.block_height),
    visible: row.block_height !== null || row.unconfirmed,
    excludedConfirmations: depth(row.excluded_height),
  };
}

/** Credited, as deep in a block as the network asks for, and used by nobody; the largest first. The caller holds the lock of the coin's wallet. */
export async function listSpendable(tx: Tx, coin: CoinCode): Promise<SpendableOutput[]> {
  const rows = await selectSpendable(tx, coin, spendableLimit);
  return rows.map((row) => ({
    transactionId: row.transaction_id,
    index: row.output_index,
    destination: row.destination,
    amountMinor: row.amount,
    branch: row.branch as Branch,
    addressIndex: Number(row.address_index),
  }));
}

/** Only for a transaction that can never be mined any more: what it would have used is free for another. */
export function releaseSent(tx: Tx, coin: CoinCode, transactionId: string): Promise<void> {
  return deleteClaims(tx, coin, transactionId);
}
