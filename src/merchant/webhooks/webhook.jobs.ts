import { firstIdAt } from '../../platform/ids.ts';
import type { CronDefinition } from '../../platform/jobs/jobs.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { cancelStrays, deleteOldDeliveries, deleteOldSequences, sweepBatch } from './delivery.store.ts';
import { deleteForgottenEndpoints } from './endpoint.store.ts';
import { retentionMs, sequenceRetentionMs } from './webhook.rules.ts';

export function sweepWebhooksCron(context: Pick<MerchantContext, 'sql' | 'clock'>): CronDefinition {
  return { name: 'merchant_sweep_webhooks', schedule: '17 * * * *', run: () => sweepWebhooks(context) };
}

/** A bounded number at a time, so that no lock is held for long. */
export async function sweepWebhooks(context: Pick<MerchantContext, 'sql' | 'clock'>): Promise<void> {
  const nowMs = context.clock.nowMs();
  await transaction(context.sql, cancelStrays);
  let deleted = sweepBatch;
  while (deleted === sweepBatch) {
    deleted = await transaction(context.sql, (tx) => deleteOldDeliveries(tx, firstIdAt(nowMs - retentionMs)));
  }
  await transaction(context.sql, async (tx) => {
    // A day later than its last delivery, which is found by way of it.
    await deleteForgottenEndpoints(tx, new Date(nowMs - retentionMs - 86_400_000));
    await deleteOldSequences(tx, new Date(nowMs - sequenceRetentionMs));
  });
}
