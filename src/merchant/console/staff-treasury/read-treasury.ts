import { ProblemError } from '../../../platform/problem.ts';
import { assetCodes, coinCodes, type AssetCode, type CoinCode } from '../../assets/asset.rules.ts';
import { readCeilings } from '../../payouts/cold-storage/list-ceilings.ts';
import { valueOf } from '../../market/conversions/conversion.rules.ts';
import { readFreezes } from '../../chains/freezes/list-freezes.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import {
  listWalletPoints,
  selectBooks,
  sumWaitingPayouts,
  type WaitingPayouts,
  type WalletPoint,
} from './staff-treasury.store.ts';
import { exposureOf, noBooks, type Exposure } from './treasury.rules.ts';

export type { WalletPoint };

type Ceiling = Awaited<ReturnType<typeof readCeilings>>[number];
type Freeze = Awaited<ReturnType<typeof readFreezes>>[number];

/** Hot wallet of a coin, according to the ledger. */
export interface Wallet {
  readonly coin: CoinCode;
  readonly isOn: boolean;
  /** Without the amounts of signed payouts. */
  readonly balanceMinor: bigint;
  readonly heldMinor: bigint;
  readonly waiting: WaitingPayouts;
  readonly ceiling: Ceiling | undefined;
  readonly freeze: Freeze | undefined;
}

export interface Treasury {
  readonly wallets: readonly Wallet[];
  readonly exposures: readonly Exposure[];
  /** Proposed ceilings that need a second person. */
  readonly proposals: readonly Ceiling[];
  /** Returns euro cents, rounded down, or undefined if there is no price. */
  readonly inEuros: (asset: AssetCode, minor: bigint) => bigint | undefined;
}

type TreasuryContext = Pick<MerchantContext, 'sql' | 'rates' | 'chains'>;

export async function readTreasury(context: TreasuryContext): Promise<Treasury> {
  const [books, waiting, freezes, ceilings] = await Promise.all([
    selectBooks(context.sql),
    sumWaitingPayouts(context.sql),
    readFreezes(context.sql),
    readCeilings(context),
  ]);
  const booksOf = (asset: AssetCode) => books.find((row) => row.asset === asset) ?? noBooks(asset);
  return {
    wallets: coinCodes.map((coin) => {
      const own = waiting.find((row) => row.coin === coin) ?? nothingWaits(coin);
      return {
        coin,
        isOn: context.chains.find(coin) !== undefined,
        balanceMinor: -booksOf(coin).chain - own.signed_amount,
        heldMinor: booksOf(coin).held,
        waiting: own,
        ceiling: ceilings.find((row) => row.coin === coin && row.status === 'active'),
        freeze: freezes.find((row) => row.coin === coin),
      };
    }),
    exposures: assetCodes.map((asset) => exposureOf(booksOf(asset))),
    proposals: ceilings.filter(({ status }) => status === 'proposed'),
    inEuros: (asset, minor) => valueInEuros(context, asset, minor),
  };
}

const nothingWaits = (coin: CoinCode): WaitingPayouts => ({
  coin,
  reserved: 0,
  reserved_amount: 0n,
  signed: 0,
  signed_amount: 0n,
});

/** Uses the middle of bids and asks, which is the value of a coin and not the proceeds of a sale. */
function valueInEuros(
  { rates }: Pick<MerchantContext, 'rates'>,
  asset: AssetCode,
  minor: bigint,
): bigint | undefined {
  if (asset === 'EUR') return minor;
  try {
    const { mid } = rates.get(`${asset}EUR`);
    return minor < 0n ? -valueOf(asset, -minor, mid) : valueOf(asset, minor, mid);
  } catch (error) {
    if (error instanceof ProblemError) return undefined;
    throw error;
  }
}

const shownDays = 30;

/** Returns one point per day for every coin that was ever in a wallet. */
export const readWalletHistory = ({
  sql,
  clock,
}: Pick<MerchantContext, 'sql' | 'clock'>): Promise<WalletPoint[]> =>
  listWalletPoints(sql, clock.now(), shownDays);
