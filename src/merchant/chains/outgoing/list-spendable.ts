import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { Address, Chain, Payer, Source, SpendableOutput } from '../chain.ts';
import {
  listOutputsAt,
  listSources,
  selectInputs,
  selectSpendable,
  selectWaitingChange,
  sumSpendable,
  type SourceRow,
  type SpendableRow,
} from './outgoing-transaction.store.ts';

/** Number of listed outputs, more than any transaction spends. */
const spendableLimit = 1000;

const noAccounts: ReadonlySet<number> = new Set();

/**
 * Lists outputs that are credited, have the confirmations that the network requires, are unclaimed and belong to an
 * account whose key is present. The largest come first. The caller holds the lock of the coin's wallet.
 */
export async function listSpendable(
  tx: Tx,
  coin: CoinCode,
  { lacks = noAccounts }: Pick<Payer, 'lacks'> = {},
): Promise<SpendableOutput[]> {
  return (await selectSpendable(tx, coin, spendableLimit, [...lacks])).map(toSpendable);
}

/** Returns the spendable sum and the part that one transaction can move, each output less its own input fee. */
export async function sumSpendablePerTransaction(
  tx: Tx,
  { coin, spendingFee }: Pick<Chain, 'coin' | 'spendingFee'>,
  payer: Payer,
  feeRate: bigint,
): Promise<{ readonly totalMinor: bigint; readonly reachMinor: bigint }> {
  const costMinor = spendingFee?.(feeRate) ?? 0n;
  const worth = (await listSpendable(tx, coin, payer)).map(({ amountMinor }) => amountMinor - costMinor);
  const within = worth.slice(0, payer.mostInputs).filter((minor) => minor > 0n);
  return {
    totalMinor: await sumSpendable(tx, coin, costMinor, [...(payer.lacks ?? noAccounts)]),
    reachMinor: within.reduce((sum, minor) => sum + minor, 0n),
  };
}

/** Lists the inputs of an outgoing transaction, so that a replacement can spend them too. */
export async function listInputs(tx: Tx, coin: CoinCode, transactionId: string): Promise<SpendableOutput[]> {
  return (await selectInputs(tx, coin, transactionId)).map(toSpendable);
}

/** Finds the change of an outgoing transaction that is unconfirmed at the node. */
export async function findWaitingChange(
  tx: Tx,
  coin: CoinCode,
  transactionId: string,
): Promise<SpendableOutput | undefined> {
  const [row] = await selectWaitingChange(tx, coin, transactionId);
  return row && toSpendable(row);
}

/** Lists addresses with customers' coins that are worth collecting and can be moved. */
export async function listCollectable(
  sql: Tag,
  { coin, payer }: Chain,
  leastMinor: bigint,
  limit: number,
): Promise<(Address & { readonly amountMinor: bigint })[]> {
  const rows = await listSources(sql, coin, leastMinor, limit, [...(payer?.lacks ?? noAccounts)]);
  return rows.map((row: SourceRow) => ({
    address: row.address,
    destinationTag: null,
    destination: row.destination,
    amountMinor: row.amount,
  }));
}

/**
 * Returns the account of an address, with the outputs that can be moved from it, or with those that a given outgoing
 * transaction moves.
 */
export async function findSource(
  tx: Tx,
  { coin, formerPayingAddresses = [] }: Pick<Chain, 'coin' | 'formerPayingAddresses'>,
  destination: string,
  movedBy?: string,
): Promise<Source | undefined> {
  const former = formerPayingAddresses.find((one) => one.destination === destination);
  if (former) return { ...former, outputs: [] };
  const rows =
    movedBy === undefined
      ? await listOutputsAt(tx, coin, destination)
      : await selectInputs(tx, coin, movedBy);
  const [first] = rows;
  if (!first) return undefined;
  const { address, account } = first;
  const { branch } = first;
  const index = Number(first.address_index);
  const outputs = rows.map(toSpendable);
  return { address, destinationTag: null, destination, account, branch, index, outputs };
}

function toSpendable(row: SpendableRow): SpendableOutput {
  return {
    transactionId: row.transaction_id,
    index: row.output_index,
    destination: row.destination,
    amountMinor: row.amount,
    account: row.account,
    branch: row.branch,
    addressIndex: Number(row.address_index),
  };
}
