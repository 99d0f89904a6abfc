import { createHash } from 'node:crypto';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { BlockReference, Chain } from '../chain.ts';
import { listHoldings, listInTurn, listNewest } from './balance.store.ts';

/** A payment accepts coins for at most two hours, so addresses of open payments are newer than this. */
const newestMs = 3 * 60 * 60_000;
const newestLimit = 2000;
/**
 * Number of other addresses compared each time, so that the cost per block does not grow with the number of addresses.
 */
const inTurnLimit = 500;

export interface Balances {
  /** The block for which the balances were requested. */
  readonly block: BlockReference & { readonly minedAtMs: number };
  readonly amounts: ReadonlyMap<string, bigint>;
  /** Last address of this part of the walk. Empty if the walk is complete. */
  readonly after: string;
}

/**
 * Requests the balances of the addresses that are most likely to be paid now, and of the next part of all others.
 * Returns undefined for nodes whose blocks show every transfer.
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
  /** Identifies the address together with the block, because these coins have no transaction id. */
  readonly outputIndex: number;
  readonly amountMinor: bigint;
}

/**
 * Returns by how much the stored outputs fall short of the balances. The caller holds the lock on the chain's state and
 * has stored its blocks.
 */
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
