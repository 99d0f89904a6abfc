import { createHash } from 'node:crypto';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { BlockReference, Chain } from '../chain.ts';
import { listHoldings, listInTurn, listNewest } from './balance.store.ts';

/** Addresses of open payments are no older: a payment lives at most two hours from its creation. */
const newestMs = 3 * 60 * 60_000;
const newestLimit = 2000;
/** Of all others, with each comparison. The cost of a block is the same however many there are. */
const inTurnLimit = 500;

export interface Balances {
  /** As of which they were asked for. */
  readonly block: BlockReference & { readonly minedAtMs: number };
  readonly amounts: ReadonlyMap<string, bigint>;
  /** The last of those that are asked for in turn; empty where the turn begins anew. */
  readonly after: string;
}

/**
 * What lies at the addresses that are most likely to be paid to now, and at some of all others in turn. Nothing where the
 * node shows everything in its blocks.
 */
export async function askBalances(
  context: Pick<MerchantContext, 'sql'>,
  { coin, node }: Chain,
  balancesAfter: string,
  block: BlockReference,
  askedAt: Date,
): Promise<Balances | undefined> {
  if (!node.balancesAt) return undefined;
  const since = new Date(askedAt.getTime() - newestMs);
  const inTurn = await listInTurn(context.sql, coin, balancesAfter, inTurnLimit);
  const newest = await listNewest(context.sql, coin, since, newestLimit);
  const destinations = [...new Set([...newest, ...inTurn])];
  const found = destinations.length === 0 ? [] : await node.balancesAt(block, destinations);
  return {
    block: { ...block, minedAtMs: askedAt.getTime() },
    amounts: new Map(destinations.map((destination, index) => [destination, found[index] ?? 0n])),
    after: inTurn.length < inTurnLimit ? '' : (inTurn.at(-1) ?? ''),
  };
}

interface Shortfall {
  readonly destination: string;
  /** Stands for the address beside the block: an address has no transaction of its own here. */
  readonly outputIndex: number;
  readonly amountMinor: bigint;
}

/** By how much the tables lack what lies there. Under the lock of the chain's state, after its blocks were written. */
export async function findShortfalls(
  tx: Tx,
  coin: CoinCode,
  { amounts }: Balances,
): Promise<readonly Shortfall[]> {
  const holdings = await listHoldings(tx, coin, [...amounts.keys()]);
  return holdings.flatMap(({ destination, known }) => {
    const amountMinor = (amounts.get(destination) ?? 0n) - known;
    return amountMinor > 0n ? [{ destination, outputIndex: outputIndexOf(destination), amountMinor }] : [];
  });
}

/**
 * Returns 31 bits of a hash, since addresses of different branches have the same index. If two addresses of one block
 * have the same bits, the next block shows the coins of the second.
 */
const outputIndexOf = (destination: string): number =>
  createHash('sha256').update(destination).digest().readUInt32BE() >>> 1;
