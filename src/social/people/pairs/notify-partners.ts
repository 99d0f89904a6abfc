import { addJob, type JobDefinition } from '../../../platform/jobs/jobs.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { SocialContext } from '../../social.context.ts';
import { announceUpdates, recordUpdates } from '../../delivery/updates/record-update.ts';
import { findPartners } from './pair.store.ts';

const notifyPartnersJobName = 'social_tell_partners';

export interface NotifyPartnersJob {
  userId: string;
}

/** Number of partners per transaction. The transaction locks the update counter of each until it ends. */
const batch = 500;
/** Allowance in milliseconds for clock skew: a process whose clock is behind would still show the user as suspended. */
const clocksDifferMs = 5000;

/**
 * Notifies the user’s partners when the user is deleted or suspended, in the same transaction. Their clients cannot see
 * the change in stored updates.
 */
export function notifyOfLeaving(tx: Tx, context: Pick<SocialContext, 'clock'>, userId: string): void {
  addJob(tx, context.clock, notifyPartnersJobName, { userId } satisfies NotifyPartnersJob);
}

/**
 * Notifies the user’s partners of the user’s return, now or at `returnsAt`, in the same transaction. The partners’
 * update numbers have passed the user’s hidden updates, so their clients would never request them. A later call
 * replaces an earlier one.
 */
export function notifyOfReturn(
  tx: Tx,
  context: Pick<SocialContext, 'clock'>,
  userId: string,
  returnsAt?: Date,
): void {
  addJob(tx, context.clock, notifyPartnersJobName, { userId } satisfies NotifyPartnersJob, {
    key: `${notifyPartnersJobName}:${userId}`,
    ...(returnsAt && { runAt: new Date(returnsAt.getTime() + clocksDifferMs) }),
  });
}

/** A retry after a crash may notify a partner twice, which costs one extra read. */
async function notifyPartners(context: SocialContext, { userId }: NotifyPartnersJob): Promise<void> {
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

export function pairJobs(context: SocialContext): JobDefinition[] {
  return [
    { name: notifyPartnersJobName, run: (payload) => notifyPartners(context, payload as NotifyPartnersJob) },
  ];
}
