import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { Address, Branch, Chain, Source, SpendableOutput } from '../chain.ts';
import {
  listOutputsAt,
  listSources,
  selectInputs,
  selectSpendable,
  selectWaitingChange,
  type SourceRow,
  type SpendableRow,
} from './outgoing-transaction.store.ts';

/** More inputs than this would not fit into one transaction anyway. */
const spendableLimit = 1000;

/**
 * Credited, as deep in a block as the network asks for, and used by nobody; the largest first. The caller holds the lock
 * of the coin's wallet.
 */
export async function listSpendable(tx: Tx, coin: CoinCode): Promise<SpendableOutput[]> {
  return (await selectSpendable(tx, coin, spendableLimit)).map(toSpendable);
}

/** What a transaction of ours uses up, so that another can use it as well and exclude it. */
export async function listInputs(tx: Tx, coin: CoinCode, transactionId: string): Promise<SpendableOutput[]> {
  return (await selectInputs(tx, coin, transactionId)).map(toSpendable);
}

/** What comes back to us from a transaction of ours that the node has and no block. */
export async function findWaitingChange(
  tx: Tx,
  coin: CoinCode,
  transactionId: string,
): Promise<SpendableOutput | undefined> {
  const [row] = await selectWaitingChange(tx, coin, transactionId);
  return row && toSpendable(row);
}

/** Where coins of customers lie that are worth collecting. */
export async function listCollectable(
  sql: Tag,
  coin: CoinCode,
  leastMinor: bigint,
  limit: number,
): Promise<(Address & { readonly amountMinor: bigint })[]> {
  const rows = await listSources(sql, coin, leastMinor, limit);
  return rows.map((row: SourceRow) => ({
    address: row.address,
    destinationTag: null,
    destination: row.destination,
    amountMinor: row.amount,
  }));
}

/** The account of an address, with all that can be moved from it; or with what a transaction of ours moves. */
export async function findSource(
  tx: Tx,
  { coin, addresses }: Pick<Chain, 'coin' | 'addresses'>,
  destination: string,
  movedBy?: string,
): Promise<Source | undefined> {
  const outputs =
    movedBy === undefined
      ? (await listOutputsAt(tx, coin, destination)).map(toSpendable)
      : await listInputs(tx, coin, movedBy);
  const [first] = outputs;
  if (!first) return undefined;
  const { branch, addressIndex: index } = first;
  return { ...addresses.derive(branch, index), branch, index, outputs };
}

function toSpendable(row: SpendableRow): SpendableOutput {
  return {
    transactionId: row.transaction_id,
    index: row.output_index,
    destination: row.destination,
    amountMinor: row.amount,
    branch: row.branch as Branch,
    addressIndex: Number(row.address_index),
  };
}
