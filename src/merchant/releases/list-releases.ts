import type { Tx } from '../../platform/postgres/client/database.ts';
import type { Tag } from '../../platform/postgres/client/sql.ts';
import type { ReleaseLoss, ReleaseShare } from './release.rules.ts';
import { addLoss, selectReleases } from './release.store.ts';

/** The oldest first, also those that failed. Nearly no payment has any, and its row says so. */
export async function listReleases(
  sql: Tag,
  payment: { readonly id: string; readonly released_choice_id: string | null },
): Promise<ReleaseShare[]> {
  return payment.released_choice_id === null ? [] : selectReleases(sql, payment.id);
}

/** Writes down what the provider puts in, or gets again; the answer is the releases with it. */
export async function noteReleaseLosses(
  tx: Tx,
  releases: readonly ReleaseShare[],
  losses: readonly ReleaseLoss[],
): Promise<readonly ReleaseShare[]> {
  if (losses.length === 0) return releases;
  for (const loss of losses) await addLoss(tx, loss);
  return releases.map((release) => {
    const loss = losses.find(({ releaseId }) => releaseId === release.id);
    return loss ? { ...release, lost_amount: release.lost_amount + loss.lossMinor } : release;
  });
}
