import type { AssetCode } from '../../assets/asset.rules.ts';

/** A proposal expires after this time, which gives the second person a working day. */
export const proposalLifetimeMs = 24 * 3_600_000;

export const longestReference = 200;

/** A proposed manual booking, in minor units. */
export interface AdjustmentProposal {
  id: string;
  psp_id: number;
  asset: AssetCode;
  /** Positive for money that the PSP paid in, negative for money paid out to it. */
  amount: bigint;
  reference: string;
  proposed_by: string;
  created_at: Date;
  expires_at: Date;
  status: 'proposed' | 'confirmed' | 'rejected';
  decided_by: string | null;
  decided_at: Date | null;
}

/** Returns the present stage: an undecided proposal past its deadline counts as expired. */
export const stageOf = (
  { status, expires_at: expiresAt }: Pick<AdjustmentProposal, 'status' | 'expires_at'>,
  nowMs: number,
): AdjustmentProposal['status'] | 'expired' =>
  status === 'proposed' && nowMs >= expiresAt.getTime() ? 'expired' : status;
