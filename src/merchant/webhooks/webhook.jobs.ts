import { firstIdAt } from '../../platform/ids.ts';
import type { CronDefinition } from '../../platform/jobs/jobs.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { inBatches } from '../../platform/postgres/in-batches.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { deleteOldEvents, listEventOwners } from './events/event.store.ts';
import { cancelStrays, deleteOldDeliveries, deleteOldSequences } from './queue/delivery.store.ts';
import { deleteForgottenEndpoints } from './queue/endpoint.store.ts';
import { eventRetentionMs, retentionMs, sequenceRetentionMs } from './queue/webhook.rules.ts';

export function sweepWebhooksCron(context: Pick<MerchantContext, 'sql' | 'clock'>): CronDefinition {
  return { name: 'merchant_sweep_webhooks', schedule: '17 * * * *', run: () => sweepWebhooks(context) };
}

/** Deletes a bounded number at a time, so that no lock is held for long. */
export async function sweepWebhooks(context: Pick<MerchantContext, 'sql' | 'clock'>): Promise<void> {
  const nowMs = context.clock.nowMs();
  await transaction(context.sql, cancelStrays);
  await inBatches((limit) => deleteOldDeliveries(context.sql, firstIdAt(nowMs - retentionMs), limit));
  // A day after their last delivery was deleted, because deliveries are found through their endpoints.
  await transaction(context.sql, (tx) =>
    deleteForgottenEndpoints(tx, new Date(nowMs - retentionMs - 86_400_000)),
  );
  for (const pspId of await listEventOwners(context.sql)) {
    const before = new Date(nowMs - eventRetentionMs);
    await inBatches((limit) => deleteOldEvents(context.sql, pspId, before, limit));
  }
  await inBatches((limit) => deleteOldSequences(context.sql, new Date(nowMs - sequenceRetentionMs), limit));
}
