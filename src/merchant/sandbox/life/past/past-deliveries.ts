import { judgeAttempt, type Attempt, type Verdict } from '../../../webhooks/queue/webhook.rules.ts';
import type { Random } from '../random.rules.ts';
import { pastId } from './past-id.ts';
import type { PastEvent } from './past.rules.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** More failures than the sender retries. */
const always = 100;

/**
 * Lists the deliveries to the made-up shop. Nearly all succeed at once. The shop was down for five hours of one
 * evening, and a few old events were never delivered.
 */
export function listPastDeliveries(
  events: readonly PastEvent[],
  endpointId: string,
  endMs: number,
  random: Random,
): object[] {
  return events.map((event) => {
    const occurredMs = event.occurred_at.getTime();
    const agoMs = endMs - occurredMs;
    const isAway = agoMs > 12 * dayMs - 5 * hourMs && agoMs < 12 * dayMs;
    const chance = random.next();
    const failures = chance < 0.004 && agoMs > 5 * dayMs ? always : isAway ? 4 : chance < 0.025 ? 1 : 0;
    const attempts: Attempt[] = [];
    let atMs = occurredMs + random.between(20, 160);
    let verdict: Verdict;
    do {
      const attempt = attemptAt(atMs, attempts.length < failures, random);
      verdict = judgeAttempt(attempts.length, attempt, undefined, 0);
      attempts.push(attempt);
      atMs += verdict.delayMs ?? 0;
    } while (verdict.status === 'PENDING');
    const { status } = verdict;
    const failed = status === 'FAILED' ? attempts.length : 0;
    const due = { due_at: new Date(atMs), failed_attempts: failed };
    return { ...event, id: pastId(occurredMs), endpoint_id: endpointId, status, attempts, ...due };
  });
}

function attemptAt(atMs: number, fails: boolean, random: Random): Attempt {
  const timesOut = fails && random.next() < 0.3;
  return {
    attempted_at: new Date(atMs).toISOString(),
    duration_ms: timesOut ? 15_000 : random.between(18, 300),
    response_status: timesOut ? null : fails ? 503 : 204,
    error: timesOut ? 'timed_out' : fails ? 'unexpected_status' : null,
    response_excerpt: fails && !timesOut ? 'The shop is closed for maintenance.' : null,
  };
}
