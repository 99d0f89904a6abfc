import { startLoop } from '../../../platform/loop.ts';
import type { Candidacy } from '../../../platform/postgres/leader-election.ts';
import { formatAsset } from '../../assets/asset.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import type { PayoutOwners } from '../payout-owner.ts';
import { payoutsChannel } from '../request-payout.ts';
import type { Screener } from '../../chains/screeners/open-screener.ts';
import type { ScreeningQuestion } from '../../chains/screeners/screener.rules.ts';
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
/** Requests sent at the same time, because a slow service delays each of them. */
const atOnce = 32;

/** Sends all due screenings and stores the answers. Returns true if more may be due. */
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
  // Requests run outside of transactions. After a crash before the answer is stored, the request is repeated.
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
  purpose: purposeOf(screening),
  psp_id: screening.psp_id,
  cryptocurrency_code: screening.coin,
  cryptocurrency_amount: formatAsset(screening.coin, screening.amount),
  address: screening.address,
  destination_tag: screening.destination_tag,
  blockchain_transaction_id: screening.transaction_id,
  customer_details: screening.customer,
});

/** The service's interface is older than returns and calls them releases: both are sent by staff. */
function purposeOf({ purpose, payout_kind: kind }: DueScreening): ScreeningQuestion['purpose'] {
  if (purpose !== 'payout') return purpose;
  return kind === 'return' ? 'release' : (kind ?? 'withdrawal');
}

export interface ScreeningSender {
  start(): void;
  close(): Promise<void>;
}

/** Runs in one process. Two simultaneous leaders ask twice, and the first stored answer wins. */
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
    'Incoming and outgoing coins held by screening, without an answer or for staff review',
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
