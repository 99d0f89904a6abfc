import type { AssetCode } from '../assets/asset.rules.ts';

/** Whoever should confirm it has a working day for it; what lies around longer is asked for anew. */
export const proposalLifetimeMs = 24 * 3_600_000;

export const longestReference = 200;

/** What somebody wants to be booked by hand, in the ledger's unit. */
export interface AdjustmentProposal {
  id: string;
  psp_id: number;
  asset: AssetCode;
  /** Positive where the PSP has paid in, negative where it was paid out. */
  amount: bigint;
  reference: string;
  proposed_by: string;
  created_at: Date;
  expires_at: Date;
  status: 'proposed' | 'confirmed' | 'rejected';
  decided_by: string | null;
  decided_at: Date | null;
}

/** As it stands at a moment: a proposal that nobody has decided about in time cannot be confirmed any more. */
export const standingOf = (
  { status, expires_at: expiresAt }: Pick<AdjustmentProposal, 'status' | 'expires_at'>,
  nowMs: number,
): AdjustmentProposal['status'] | 'expired' =>
  status === 'proposed' && nowMs >= expiresAt.getTime() ? 'expired' : status;
