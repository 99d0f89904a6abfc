import { sandboxPspId } from '../../credentials/create-sandbox-psp.ts';
import type { Attempt } from '../../webhooks/queue/webhook.rules.ts';
import type { PastEvent, Row } from './past.rules.ts';
import type { Random } from '../people/random.rules.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** When a delivery is tried again, as the sender would have, without its jitter. */
const retriesMs = [
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  dayMs,
];

const failedAttempt = (atMs: number, random: Random): Attempt => {
  const timedOut = random.next() < 0.3;
  return {
    attempted_at: new Date(atMs).toISOString(),
    duration_ms: timedOut ? 15_000 : random.between(30, 400),
    response_status: timedOut ? null : 503,
    error: timedOut ? 'timed_out' : 'unexpected_status',
    response_excerpt: timedOut ? null : 'The shop is closed for maintenance.',
  };
};

/**
 * What the made-up shop was told, and how it answered: nearly always at once, sometimes at the second try. On one evening
 * it was away for a while; a few events, of long ago enough, it never took.
 */
export function listPastDeliveries(
  events: readonly PastEvent[],
  endpointId: string,
  endMs: number,
  random: Random,
): Row[] {
  const awayFromMs = endMs - 12 * dayMs;
  const awayToMs = awayFromMs + 5 * hourMs;
  return events.map((event) => {
    const occurredMs = event.occurredAt.getTime();
    const firstMs = occurredMs + random.between(20, 160);
    const isAway = firstMs > awayFromMs && firstMs < awayToMs;
    const chance = random.next();
    const isLost = chance < 0.003 && occurredMs < endMs - 5 * dayMs;
    const failures = isLost ? retriesMs.length + 1 : isAway ? 4 : chance < 0.025 ? 1 : 0;
    const attempts: Attempt[] = [];
    let atMs = firstMs;
    for (let number = 0; number < failures; number++) {
      attempts.push(failedAttempt(atMs, random));
      atMs += retriesMs[number] ?? 0;
    }
    if (!isLost) {
      attempts.push({
        attempted_at: new Date(atMs).toISOString(),
        duration_ms: random.between(18, 240),
        response_status: 204,
        error: null,
        response_excerpt: null,
      });
    }
    return {
      psp_id: sandboxPspId,
      id: random.id(occurredMs),
      endpoint_id: endpointId,
      order_id: event.orderId,
      payment_id: event.paymentId,
      event_type: event.eventType,
      event_sequence: event.sequence,
      occurred_at: event.occurredAt,
      event: event.event,
      status: isLost ? 'FAILED' : 'DELIVERED',
      due_at: new Date(atMs),
      failed_attempts: isLost ? failures : 0,
      attempts,
      erased: false,
    };
  });
}
