import { assetCodes, type AssetCode } from '../assets/asset.rules.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { availableTo, claimOn, feeReserveOf, heldFor } from './ledger.rules.ts';
import { listBalancesBefore, sumDays, sumKinds, type DaySum, type KindSum } from './ledger.store.ts';
import type { ReportAccount } from './movement-kinds.rules.ts';

export interface AssetSum {
  readonly asset: AssetCode;
  /** Balances before the period and at its end; `closing` is `opening` with all credits and debits. */
  readonly opening: bigint;
  readonly came: bigint;
  /** Negative or zero. */
  readonly went: bigint;
  readonly closing: bigint;
  readonly kinds: readonly KindSum[];
}

/** Sums a statement for every asset with a balance or a movement. */
export async function sumStatement(
  { sql }: Pick<MerchantContext, 'sql'>,
  { pspId, from, to }: { pspId: number; from: Date; to: Date },
): Promise<AssetSum[]> {
  const owner = availableTo(pspId);
  const [sums, before, after] = await Promise.all([
    sumKinds(sql.reading, { owner, from, to }),
    listBalancesBefore(sql.reading, [owner], from),
    listBalancesBefore(sql.reading, [owner], to),
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

type OfAccount<Row> = Omit<Row, 'owner'> & { readonly account: ReportAccount };

export interface DaySums {
  readonly opening: readonly OfAccount<{ asset: AssetCode; balance: bigint }>[];
  readonly sums: readonly OfAccount<DaySum>[];
}

/** Returns the balances of all accounts of a merchant before a period, and the sums of each UTC day. */
export async function readDaySums(
  { sql }: Pick<MerchantContext, 'sql'>,
  { pspId, from, to }: { pspId: number; from: Date; to: Date },
): Promise<DaySums> {
  const accounts = new Map<string, ReportAccount>([
    [availableTo(pspId), 'balance'],
    [heldFor(pspId), 'held'],
    [feeReserveOf(pspId), 'reserved'],
    [claimOn(pspId), 'owed'],
  ]);
  const owners = [...accounts.keys()];
  const nameAccount = <Row extends { owner: string }>({ owner, ...row }: Row): OfAccount<Row> => ({
    ...row,
    account: accounts.get(owner) ?? 'balance',
  });
  const [opening, sums] = await Promise.all([
    listBalancesBefore(sql.reading, owners, from),
    sumDays(sql.reading, { owners, from, to }),
  ]);
  return { opening: opening.map(nameAccount), sums: sums.map(nameAccount) };
}
