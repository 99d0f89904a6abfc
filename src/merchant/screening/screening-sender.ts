import { startLoop } from '../../platform/loop.ts';
import type { Candidacy } from '../../platform/postgres/leader-election.ts';
import { formatAsset } from '../assets/asset.rules.ts';
import type { MerchantContext } from '../merchant.context.ts';
import type { PayoutOwners } from '../payouts/payout-owner.ts';
import { payoutsChannel } from '../payouts/request-payout.ts';
import type { Screener } from '../screeners/open-screener.ts';
import type { ScreeningQuestion } from '../screeners/screener.rules.ts';
import { beginScreening, recordReply, type ScreeningContext } from './record-screening.ts';
import {
  countHeld,
  listDue,
  listUnscreenedOutputs,
  listUnscreenedPayouts,
  type DueScreening,
} from './screening.store.ts';

const pollMs = 1000;
const pauseAfterFailureMs = 5000;
/** Questions at the same time; a service that is slow is slow for all of them. */
const atOnce = 32;

/** Asks about everything that is due, and writes down what was said. True where there may be more. */
async function screenDue(
  context: ScreeningContext,
  owners: PayoutOwners,
  screener: Screener,
): Promise<boolean> {
  const found = [
    ...(await listUnscreenedPayouts(context.sql, atOnce)),
    ...(await listUnscreenedOutputs(context.sql, atOnce)),
  ];
  for (const one of found) await beginScreening(context, owners, one);
  const due = await listDue(context.sql, context.clock.now(), atOnce);
  // Each is asked outside of any transaction: whoever dies before the answer is written has asked for nothing.
  await Promise.all(
    due.map(async (screening) => {
      const reply = await screener.ask(questionOf(screening), screening.attempts);
      await recordReply(context, owners, screening.id, reply);
    }),
  );
  return due.length === atOnce || found.length >= atOnce;
}

const questionOf = (screening: DueScreening): ScreeningQuestion => ({
  screening_id: screening.id,
  direction: screening.direction,
  purpose: screening.purpose === 'payout' ? (screening.payout_kind ?? 'withdrawal') : screening.purpose,
  psp_id: screening.psp_id,
  cryptocurrency_code: screening.coin,
  cryptocurrency_amount: formatAsset(screening.coin, screening.amount),
  address: screening.address,
  destination_tag: screening.destination_tag,
  blockchain_transaction_id: screening.transaction_id,
  customer_details: screening.customer,
});

export interface ScreeningSender {
  start(): void;
  close(): Promise<void>;
}

/** In one process of all. Two that both believe to lead ask twice, and the first answer that is written counts. */
export function openScreeningSender(
  context: MerchantContext,
  owners: PayoutOwners,
  screener: Screener | undefined,
): ScreeningSender {
  measureScreenings(context);
  let candidacy: Candidacy | undefined;
  const work = async (signal: AbortSignal, asked: Screener): Promise<void> => {
    let failing = false;
    const loop = startLoop(signal, async () => {
      try {
        const more = await screenDue(context, owners, asked);
        failing = false;
        return more ? 0 : pollMs;
      } catch (error) {
        if (!failing) context.log.warn({ err: error }, 'screening waits; trying again');
        failing = true;
        return pauseAfterFailureMs;
      }
    });
    const unsubscribe = context.signals.subscribe(payoutsChannel, () => loop.wake());
    await loop.ended.finally(unsubscribe);
  };
  return {
    start() {
      if (!screener) return;
      candidacy ??= context.leaderElection.campaign('merchant.screening', (signal) => work(signal, screener));
    },
    async close() {
      await candidacy?.resign();
    },
  };
}

function measureScreenings({ metrics, sql }: Pick<MerchantContext, 'metrics' | 'sql'>): void {
  metrics.gauge(
    'screenings_held',
    'Coins that came or are to go and that screening holds: nobody has answered yet, or staff must look',
    async (gauge) => {
      const rows = await countHeld(sql);
      for (const direction of ['in', 'out'] as const) {
        for (const status of ['pending', 'review'] as const) {
          const row = rows.find((held) => held.direction === direction && held.status === status);
          gauge.set({ direction, status }, row?.count ?? 0);
        }
      }
    },
    ['direction', 'status'],
  );
}
