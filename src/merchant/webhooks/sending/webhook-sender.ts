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

/** How soon new events are found: whoever queues them sends no signal. */
const pollMs = 150;
/** Wake-ups within this time are answered by one claim. */
const gatherMs = 4;
/** An attempt takes 15 s at most, and its result a moment to be written: then whoever claimed it must be dead. */
const leaseSeconds = 20;
/** From here on an attempt does not take a place from those that answer. */
const lingersAfterMs = 300;
/** From here on its endpoint is sent nothing else in the lane of those that answer. */
const slowAfterMs = 1000;
const steadyPlaces = 64;
const troubledPlaces = 128;
const steadyLimit = 10;
const troubledLimit = 2;
/** What is not answered by then is broken off and sent again by another process. */
const closeTimeoutMs = 3000;

export interface WebhookSender {
  start(): void;
  /** Something was committed: look now. */
  wake(): void;
  close(): Promise<void>;
}

interface UnderWay {
  delivery: ClaimedDelivery;
  startedMs: number;
  done: Promise<void>;
}

/** Sends what is due, in every process; PostgreSQL hands each delivery to one of them. */
export function openWebhookSender(context: MerchantContext): WebhookSender {
  const senderId = newId();
  const metrics = measureWebhooks(context);
  const outcomes = openOutcomes(context, senderId, metrics);
  const underWay = new Map<string, UnderWay>();
  /** No more is claimed; what is under way goes on. */
  const closing = new AbortController();
  /** What is under way is broken off. */
  const breakingOff = new AbortController();
  let loop: Loop | undefined;
  let dispatcher: Promise<Dispatcher> | undefined;

  const wake = (): void => loop?.wake();

  const deliver = async (delivery: ClaimedDelivery): Promise<void> => {
    // Loaded and opened with the first delivery: a process that sends none does without.
    dispatcher ??= createSafeDispatcher({
      allowPrivate: context.settings.WEBHOOK_PRIVATE_ADDRESSES,
      connectTimeoutMs: 10_000,
      // Endpoints of different merchants may share a host.
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

/** By endpoint, and how many have been waiting for a while. */
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
