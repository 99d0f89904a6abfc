import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { Branch, SpendableOutput } from '../chain.ts';
import { selectSpendable } from './outgoing-transaction.store.ts';

/** More inputs than this would not fit into one transaction anyway. */
const spendableLimit = 1000;

/**
 * Credited, as deep in a block as the network asks for, and used by nobody; the largest first. The caller holds the lock
 * of the coin's wallet.
 */
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
