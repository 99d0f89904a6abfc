import type { MerchantContext } from '../../merchant.context.ts';
import { measureQueue } from '../queue/delivery.store.ts';
import type { Attempt, Verdict } from '../queue/webhook.rules.ts';

export interface WebhookMetrics {
  count(verdict: Verdict, attempt: Attempt): void;
}

const outcomes = { DELIVERED: 'delivered', PENDING: 'to_be_retried', FAILED: 'failed', CANCELLED: 'failed' };

export function measureWebhooks(context: Pick<MerchantContext, 'metrics' | 'sql' | 'clock'>): WebhookMetrics {
  const attempts = context.metrics.counter('webhook_attempts_total', 'Webhook attempts by outcome', [
    'outcome',
  ]);
  const duration = context.metrics.histogram(
    'webhook_attempt_duration_seconds',
    'Time from connecting to a webhook receiver to its answer',
    [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
  );
  const queue = (): ReturnType<typeof measureQueue> => measureQueue(context.sql, context.clock.now());
  context.metrics.gauge(
    'webhook_queue',
    'Webhooks that wait, by whether they are due',
    async (gauge) => {
      const { due, later } = await queue();
      gauge.set({ state: 'due' }, due);
      gauge.set({ state: 'later' }, later);
    },
    ['state'],
  );
  context.metrics.gauge(
    'webhook_oldest_due_seconds',
    'How long the webhook that has been due longest has been so',
    async (gauge) => {
      const { oldest_due_at: oldest } = await queue();
      gauge.set(oldest === null ? 0 : (context.clock.nowMs() - oldest.getTime()) / 1000);
    },
  );
  return {
    count(verdict, attempt) {
      attempts.inc({ outcome: outcomes[verdict.status] });
      duration.observe(attempt.duration_ms / 1000);
    },
  };
}
