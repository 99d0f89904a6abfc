import type { CoinCode } from '../../assets/asset.rules.ts';
import type { AddressPurpose } from '../receipts/receipt.rules.ts';

/** Kind of subject that is reviewed when its data on a chain changes. */
export type ReviewPurpose = AddressPurpose | 'payout';

export interface Review {
  readonly coin: CoinCode;
  readonly purpose: ReviewPurpose;
  readonly subjectId: string;
}

/** Owner of an output; both null if the address has no owner. */
export interface OutputOwner {
  purpose: AddressPurpose | null;
  subject_id: string | null;
}

/** A change on the chain: outputs to us, and transactions that carry out payouts. */
export interface Changed {
  readonly outputs?: readonly OutputOwner[];
  readonly payoutIds?: readonly string[];
}

/** Returns a review for each change. May contain duplicates. */
export function reviewsOf(coin: CoinCode, { outputs = [], payoutIds = [] }: Changed): Review[] {
  return [
    ...outputs.flatMap(({ purpose, subject_id: subjectId }) =>
      purpose === null || subjectId === null ? [] : [{ coin, purpose, subjectId }],
    ),
    ...payoutIds.map((subjectId) => ({ coin, purpose: 'payout' as const, subjectId })),
  ];
}
