import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { newId } from '../../../platform/ids.ts';
import { startLoop, type Loop } from '../../../platform/loop.ts';
import { createSafeDispatcher } from '../../../platform/outbound/safe-dispatcher.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { attemptDelivery } from './attempt-delivery.ts';
import { claimDeliveries, releaseClaims, type ClaimedDelivery } from './claim.store.ts';
import { measureWebhooks } from './measure-webhooks.ts';
import { openOutcomes } from './record-outcomes.ts';
import { judgeAttempt } from '../queue/webhook.rules.ts';

/** Poll interval for new events, because queueing sends no signal. */
const pollMs = 150;
/** Wake-ups within this time share one claim. */
const gatherMs = 4;
/**
 * An attempt takes at most 15 s, and storing its outcome a moment. After this lease the claiming process must be dead.
 */
const leaseSeconds = 20;
/** After this time an attempt no longer counts against the slots for answering endpoints. */
const lingersAfterMs = 300;
/** After this time its endpoint counts as slow and gets no further deliveries in the lane of answering ones. */
const slowAfterMs = 1000;
const steadyPlaces = 64;
const troubledPlaces = 128;
const steadyLimit = 10;
const troubledLimit = 2;
/** Deliveries unanswered after this time are aborted and sent again by another process. */
const closeTimeoutMs = 3000;

export interface WebhookSender {
  start(): void;
  /** Polls at once, after a commit. */
  wake(): void;
  close(): Promise<void>;
}

interface UnderWay {
  delivery: ClaimedDelivery;
  startedMs: number;
  done: Promise<void>;
}

/** Sends due deliveries in every process; PostgreSQL assigns each delivery to one of them. */
export function openWebhookSender(context: MerchantContext): WebhookSender {
  const senderId = newId();
  const metrics = measureWebhooks(context);
  const outcomes = openOutcomes(context, senderId, metrics);
  const underWay = new Map<string, UnderWay>();
  /** Stops further claims; running deliveries continue. */
  const closing = new AbortController();
  /** Aborts running deliveries. */
  const breakingOff = new AbortController();
  let loop: Loop | undefined;
  let dispatcher: Promise<Dispatcher> | undefined;

  const wake = (): void => loop?.wake();

  const deliver = async (delivery: ClaimedDelivery): Promise<void> => {
    // Loaded at the first delivery, to save memory in processes that send none.
    dispatcher ??= createSafeDispatcher({
      allowPrivate: context.settings.WEBHOOK_PRIVATE_ADDRESSES,
      connectTimeoutMs: 10_000,
      // No limit by host, because endpoints of different merchants may share one.
      connections: null,
      keepAliveMs: 20_000,
    });
    const { attempt, retryAfterMs } = await attemptDelivery(
      context,
      await dispatcher,
      delivery,
      breakingOff.signal,
    );
    const verdict = judgeAttempt(delivery.failed_attempts, attempt, retryAfterMs, Math.random());
    await outcomes.record(delivery, attempt, verdict);
  };

  const begin = (delivery: ClaimedDelivery): void => {
    const done = deliver(delivery)
      .catch((error: unknown) => {
        if (!breakingOff.signal.aborted) context.log.warn({ err: error }, 'a webhook could not be sent');
      })
      .finally(() => {
        if (!breakingOff.signal.aborted) underWay.delete(delivery.id);
        wake();
      });
    underWay.set(delivery.id, { delivery, startedMs: performance.now(), done });
  };

  const claim = async (): Promise<void> => {
    const { busy, lingering } = countBusy(underWay.values());
    const steadyRoom = Math.max(0, steadyPlaces - (underWay.size - lingering));
    const troubledRoom = Math.max(0, troubledPlaces - lingering);
    if (steadyRoom === 0 && troubledRoom === 0) return;
    const claimed = await claimDeliveries(context.sql, {
      now: context.clock.now(),
      claimedBy: senderId,
      leaseSeconds,
      busy,
      steadyRoom,
      troubledRoom,
      steadyLimit,
      troubledLimit,
    });
    claimed.forEach(begin);
  };

  const turn = async (): Promise<number> => {
    try {
      await claim();
    } catch (error) {
      context.log.warn({ err: error }, 'webhooks could not be claimed');
      await sleep(1000);
    }
    return pollMs;
  };

  return {
    start() {
      loop ??= startLoop(closing.signal, turn, { gatherMs });
    },
    wake,
    async close() {
      closing.abort();
      await loop?.ended;
      const finished = Promise.all([...underWay.values()].map(({ done }) => done));
      await Promise.race([finished, sleep(closeTimeoutMs, undefined, { ref: false })]);
      breakingOff.abort();
      await finished;
      const unfinished = [...underWay.values()].map(({ delivery }) => delivery);
      if (unfinished.length > 0) {
        await transaction(context.sql, (tx) => releaseClaims(tx, senderId, unfinished)).catch(() => {});
      }
      await (await dispatcher)?.destroy();
    },
  };
}

/** Counts running deliveries by endpoint, and those that have been waiting for a while. */
function countBusy(all: Iterable<UnderWay>): {
  busy: { endpointId: string; count: number; slow: boolean }[];
  lingering: number;
} {
  const nowMs = performance.now();
  const byEndpoint = new Map<string, { endpointId: string; count: number; slow: boolean }>();
  let lingering = 0;
  for (const { delivery, startedMs } of all) {
    const endpointId = delivery.endpoint_id;
    const entry = byEndpoint.get(endpointId) ?? { endpointId, count: 0, slow: false };
    entry.count += 1;
    if (nowMs - startedMs > lingersAfterMs) lingering += 1;
    if (nowMs - startedMs > slowAfterMs) entry.slow = true;
    byEndpoint.set(endpointId, entry);
  }
  return { busy: [...byEndpoint.values()], lingering };
}
