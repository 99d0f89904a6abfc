import { addJob } from '../../platform/jobs/jobs.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { SocialContext } from '../social.context.ts';
import { announceUpdates, recordUpdates } from '../updates/record-update.ts';
import { findPartners } from './pair.store.ts';

export const tellPartnersJobName = 'social_tell_partners';

export interface TellPartnersJob {
  userId: string;
}

/** How many are told in one transaction, which holds the counter of each until its end. */
const batch = 500;
/** A process whose clock is behind must not show the user as gone to whoever reads again. */
const clocksDifferMs = 5000;

/** In the transaction by which the user is not shown any more: partners do not see that in what they have. */
export function tellOfLeaving(tx: Tx, context: Pick<SocialContext, 'clock'>, userId: string): void {
  addJob(tx, context.clock, tellPartnersJobName, { userId } satisfies TellPartnersJob);
}

/**
 * In the transaction that brings the user back, or says when that will be: partners have been told numbers beyond what
 * the user sent, and would never ask for it. A later word takes the place of an earlier one.
 */
export function tellOfReturn(
  tx: Tx,
  context: Pick<SocialContext, 'clock'>,
  userId: string,
  returnsAt?: Date,
): void {
  addJob(tx, context.clock, tellPartnersJobName, { userId } satisfies TellPartnersJob, {
    key: `${tellPartnersJobName}:${userId}`,
    ...(returnsAt && { runAt: new Date(returnsAt.getTime() + clocksDifferMs) }),
  });
}

/** Whoever is told twice, after a crash, reads once more than need be. */
export async function tellPartners(context: SocialContext, { userId }: TellPartnersJob): Promise<void> {
  const partnerIds = await findPartners(context.sql, userId);
  for (let at = 0; at < partnerIds.length; at += batch) {
    const told = partnerIds.slice(at, at + batch);
    await transaction(context.sql, (tx) =>
      recordUpdates(
        tx,
        context,
        told.map((partnerId) => ({ userId: partnerId, kind: 'reload' as const })),
      ),
    );
    announceUpdates(context, told);
  }
}
