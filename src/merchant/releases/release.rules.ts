import type { CoinCode } from '../assets/asset.rules.ts';
import { availableTo, heldFor, payoutAccount, transfer, type Movement } from '../ledger/ledger.rules.ts';

export const releaseStatuses = ['PROCESSING', 'COMPLETED', 'FAILED'] as const;
export type ReleaseStatus = (typeof releaseStatuses)[number];

/** Coins that were held for a payment and that staff have let go. */
export interface Release {
  id: string;
  payment_id: string;
  coin: CoinCode;
  /** Null where the merchant got them. */
  payout_id: string | null;
  status: ReleaseStatus;
  address: string | null;
  destination_tag: string | null;
  /** All that was held, the network's share included. */
  amount: bigint;
  fee_coin_amount: bigint;
  /** What the provider put in because the chain took the coins back afterwards. */
  lost_amount: bigint;
  released_by: string;
  created_at: Date;
  updated_at: Date;
}

export type ReleaseShare = Pick<Release, 'id' | 'coin' | 'status' | 'amount' | 'lost_amount'>;

export interface ReleaseLoss {
  readonly releaseId: string;
  readonly coin: CoinCode;
  /** Below zero: what the provider gets again. */
  readonly lossMinor: bigint;
}

/** What is on its way or has arrived. */
export const releasedOf = (releases: readonly ReleaseShare[], coin: CoinCode): bigint =>
  releases
    .filter((release) => release.coin === coin && release.status !== 'FAILED')
    .reduce((sum, release) => sum + release.amount, 0n);

export const madeGoodOf = (releases: readonly ReleaseShare[], coin: CoinCode): bigint =>
  releases.filter((release) => release.coin === coin).reduce((sum, release) => sum + release.lost_amount, 0n);

export function releaseMovement(pspId: number, release: Release): Movement {
  const to = release.payout_id === null ? availableTo(pspId) : payoutAccount;
  return {
    kind: 'release',
    reference: release.id,
    entries: transfer(heldFor(pspId), to, release.coin, release.amount),
  };
}

/** The coins are held as before. */
export function takeBackMovement(pspId: number, release: Release): Movement {
  return {
    kind: 'release_failed',
    reference: release.id,
    entries: transfer(payoutAccount, heldFor(pspId), release.coin, release.amount),
  };
}
