import { setTimeout as sleep } from 'node:timers/promises';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { recordOutcomes, type ClaimedDelivery, type Outcome } from './claim.store.ts';
import { cancelDeliveries } from '../queue/delivery.store.ts';
import { markDisabled } from '../queue/endpoint.store.ts';
import type { WebhookMetrics } from './measure-webhooks.ts';
import type { Attempt, Verdict } from '../queue/webhook.rules.ts';

interface Waiting {
  outcome: Outcome;
  gone: boolean;
  settled: PromiseWithResolvers<void>;
}

export interface Outcomes {
  /** Resolves when the outcome is stored. */
  record(delivery: ClaimedDelivery, attempt: Attempt, verdict: Verdict): Promise<void>;
}

/** Longer than a database restart. After that the claim has expired, and another attempt follows. */
const retryForMs = 30_000;

/** Stores the outcomes of attempts, all waiting ones in one transaction, because a commit costs more than a row. */
export function openOutcomes(
  context: Pick<MerchantContext, 'sql' | 'clock' | 'log'>,
  senderId: string,
  metrics: WebhookMetrics,
): Outcomes {
  let waiting: Waiting[] = [];
  let writing = false;

  const write = async (batch: readonly Waiting[]): Promise<void> => {
    const gone = batch.filter((entry) => entry.gone).map(({ outcome }) => outcome);
    const outcomes = batch.map(({ outcome }) => outcome);
    await transaction(context.sql, async (tx) => {
      await recordOutcomes(tx, senderId, outcomes);
      if (gone.length === 0) return;
      await cancelDeliveries(tx, await markDisabled(tx, gone, context.clock.now()));
    });
  };

  const writeAll = async (): Promise<void> => {
    writing = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await writePatiently(() => write(batch)).then(
        () => batch.forEach(({ settled }) => settled.resolve()),
        (error: unknown) => batch.forEach(({ settled }) => settled.reject(error)),
      );
    }
    writing = false;
  };

  return {
    record(delivery, attempt, verdict) {
      metrics.count(verdict, attempt);
      const settled = Promise.withResolvers<void>();
      waiting.push({
        settled,
        gone: verdict.gone,
        outcome: {
          psp_id: delivery.psp_id,
          id: delivery.id,
          endpoint_id: delivery.endpoint_id,
          revision: delivery.revision,
          status: verdict.status,
          failed_attempts: verdict.failedAttempts,
          due_at: new Date(context.clock.nowMs() + (verdict.delayMs ?? 0)).toISOString(),
          attempt,
        },
      });
      if (!writing) void writeAll();
      return settled.promise;
    },
  };
}

async function writePatiently(write: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + retryForMs;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(500);
    }
  }
}
