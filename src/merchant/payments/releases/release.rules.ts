import { availableTo, heldFor, payoutAccount, transfer, type Movement } from '../../books/ledger.rules.ts';
import type { Release } from '../facts/payment-facts.rules.ts';

export function releaseMovement(pspId: number, release: Release): Movement {
  const to = release.payout_id === null ? availableTo(pspId) : payoutAccount;
  return {
    kind: 'release',
    reference: release.id,
    entries: transfer(heldFor(pspId), to, release.coin, release.amount),
  };
}

/** Returns the coins of a failed release to the held account. */
export function takeBackMovement(pspId: number, release: Release): Movement {
  return {
    kind: 'release_failed',
    reference: release.id,
    entries: transfer(payoutAccount, heldFor(pspId), release.coin, release.amount),
  };
}
