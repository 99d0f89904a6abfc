import { assetCodes, type AssetCode } from '../assets/asset.rules.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { availableTo } from './ledger.rules.ts';
import { listBalancesBefore, sumKinds, type KindSum } from './ledger.store.ts';

export interface AssetSum {
  readonly asset: AssetCode;
  /** Before the time, and at its end: the one with all that came and went is the other. */
  readonly opening: bigint;
  readonly came: bigint;
  /** Below zero. */
  readonly went: bigint;
  readonly closing: bigint;
  readonly kinds: readonly KindSum[];
}

/** A statement in sums, of every asset that had or has something or was touched. */
export async function sumStatement(
  { sql }: Pick<MerchantContext, 'sql'>,
  { pspId, from, to }: { pspId: number; from: Date; to: Date },
): Promise<AssetSum[]> {
  const owner = availableTo(pspId);
  const [sums, before, after] = await Promise.all([
    sumKinds(sql.reading, { owner, from, to }),
    listBalancesBefore(sql.reading, owner, from),
    listBalancesBefore(sql.reading, owner, to),
  ]);
  const balanceOf = (rows: typeof before, asset: AssetCode): bigint =>
    rows.find((row) => row.asset === asset)?.balance ?? 0n;
  return assetCodes
    .map((asset): AssetSum => {
      const kinds = sums.filter((sum) => sum.asset === asset);
      return {
        asset,
        opening: balanceOf(before, asset),
        came: kinds.reduce((sum, { came }) => sum + came, 0n),
        went: kinds.reduce((sum, { went }) => sum + went, 0n),
        closing: balanceOf(after, asset),
        kinds,
      };
    })
    .filter(({ opening, closing, kinds }) => opening !== 0n || closing !== 0n || kinds.length > 0);
}
