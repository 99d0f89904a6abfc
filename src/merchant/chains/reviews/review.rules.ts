import type { CoinCode } from '../../assets/asset.rules.ts';
import type { AddressPurpose } from '../receipts/receipt.rules.ts';

/** Who is looked at again when something on a chain changes. */
export type ReviewPurpose = AddressPurpose | 'payout';

export interface Review {
  readonly coin: CoinCode;
  readonly purpose: ReviewPurpose;
  readonly subjectId: string;
}

/** Whom an output was for; both null where nobody waited for it. */
export interface OutputOwner {
  purpose: AddressPurpose | null;
  subject_id: string | null;
}

/** What changed with the chain: outputs that came to us, and transactions that carry out a payout. */
export interface Changed {
  readonly outputs?: readonly OutputOwner[];
  readonly payoutIds?: readonly string[];
}

/** Whoever is concerned, as often as something of theirs changed. */
export function reviewsOf(coin: CoinCode, { outputs = [], payoutIds = [] }: Changed): Review[] {
  return [
    ...outputs.flatMap(({ purpose, subject_id: subjectId }) =>
      purpose === null || subjectId === null ? [] : [{ coin, purpose, subjectId }],
    ),
    ...payoutIds.map((subjectId) => ({ coin, purpose: 'payout' as const, subjectId })),
  ];
}
