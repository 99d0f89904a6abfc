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

/** More inputs than this would not fit into one transaction anyway. */
const spendableLimit = 1000;

const noAccounts: ReadonlySet<number> = new Set();

/**
 * Credited, as deep in a block as the network asks for, used by nobody, and not of an account whose key is missing; the
 * largest first. The caller holds the lock of the coin's wallet.
 */
export async function listSpendable(
  tx: Tx,
  coin: CoinCode,
  { lacks = noAccounts }: Pick<Payer, 'lacks'> = {},
): Promise<SpendableOutput[]> {
  return (await selectSpendable(tx, coin, spendableLimit, [...lacks])).map(toSpendable);
}

/** What there is in all, and what of it one transaction can bring; each output less what its own way in costs. */
export async function sumWithinReach(
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

/** Where coins of customers lie that are worth collecting, and that can be moved. */
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

/** The account of an address, with all that can be moved from it; or with what a transaction of ours moves. */
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
