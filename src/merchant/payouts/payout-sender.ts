import { setTimeout as sleep } from 'node:timers/promises';
import type { Chain } from '../chains/chain.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { measurePayouts } from './measure-payouts.ts';
import type { PayoutOwners } from './payout-owner.ts';
import { hasWork } from './payout.store.ts';
import { payoutsChannel } from './request-payout.ts';
import { sendPayouts } from './send-payouts.ts';
import { signPayouts } from './sign-payouts.ts';

/** New payouts and due ones are found this soon without anybody telling. */
const pollMs = 1000;
/** The pause grows up to this while the node or the database is away. */
const longestPauseMs = 30_000;

export interface PayoutSender {
  start(): void;
  close(): Promise<void>;
}

/**
 * Pays out what was requested, in a process that holds keys; of those one pays each coin. Losing the lead is no danger:
 * funds are chosen under a lock in PostgreSQL, and bytes that two send are the same.
 */
export function openPayoutSender(context: MerchantContext, owners: PayoutOwners): PayoutSender {
  measurePayouts(context);
  const wakes = new Set<() => void>();
  const wakeAll = (): void => wakes.forEach((wake) => wake());
  const ends: (() => void)[] = [];
  let following: { stop(): Promise<void> }[] = [];

  const pay = async (chain: Chain, stopping: AbortSignal): Promise<void> => {
    context.log.info({ coin: chain.coin }, 'paying out');
    let failures = 0;
    let alarm = Promise.withResolvers<void>();
    // A node that is away is not asked again because somebody wants something.
    const wake = (): void => {
      if (failures === 0 || stopping.aborted) alarm.resolve();
    };
    wakes.add(wake);
    stopping.addEventListener('abort', wake, { once: true });
    while (!stopping.aborted) {
      alarm = Promise.withResolvers<void>();
      try {
        if (await hasWork(context.sql, chain.coin, context.clock.now())) {
          await signPayouts(context, chain, stopping);
          await sendPayouts(context, chain, owners, stopping);
        }
        if (failures > 0) context.log.info({ coin: chain.coin }, 'paying out again');
        failures = 0;
      } catch (error) {
        if (failures === 0 && !stopping.aborted) {
          context.log.warn({ err: error, coin: chain.coin }, 'payouts wait; trying again');
        }
        failures += 1;
      }
      await Promise.race([alarm.promise, sleep(pauseAfter(failures), undefined, { ref: false })]);
    }
    wakes.delete(wake);
  };

  return {
    start() {
      if (following.length > 0) return;
      ends.push(context.signals.subscribe(payoutsChannel, wakeAll));
      following = context.chains.all
        .filter((chain) => chain.payer !== undefined)
        .map((chain) => context.leads.follow(`payouts:${chain.coin}`, (signal) => pay(chain, signal)));
    },
    async close() {
      ends.forEach((end) => end());
      await Promise.all(following.map((one) => one.stop()));
    },
  };
}

const pauseAfter = (failures: number): number =>
  failures === 0 ? pollMs : Math.min(longestPauseMs, 500 * 2 ** Math.min(failures, 10));
