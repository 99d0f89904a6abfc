import { startLoop } from '../../../platform/loop.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Candidacy } from '../../../platform/postgres/leader-election.ts';
import { ProblemError } from '../../../platform/problem.ts';
import { sandboxPspId } from '../../access/credentials/create-sandbox-psp.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import { availableTo } from '../../books/ledger.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { findLife, insertBeginning, moveEndpoint } from './life.store.ts';
import { weeksBefore } from './past/scenarios.rules.ts';
import { seedWeeks, type LifeContext } from './seed-weeks.ts';
import { shopUrl } from './shop.rules.ts';
import { createCustomers } from './visits/play-customers.ts';

/** Retry interval in milliseconds until the chains have been read for the first time. */
const againMs = 1_000;
const firstVisitMs = 20_000;
const afterFailureMs = 60_000;

/**
 * Stores the first start of a sandbox before its initial balances are booked. Returns their date, which is before the
 * weeks.
 */
export async function beginLife(context: Pick<MerchantContext, 'sql' | 'clock'>): Promise<Date | undefined> {
  await insertBeginning(context.sql, availableTo(sandboxPspId), context.clock.now());
  const life = await findLife(context.sql);
  return life && new Date(weeksBefore(life.began_at.getTime()));
}

type ReviewFunds = (
  tx: Tx,
  context: Pick<MerchantContext, 'clock' | 'log'>,
  subjectId: string,
) => Promise<void>;

/** Dates the wallets' first coins before the weeks too, so that statements are in order of time. */
export const datingEndowment =
  (review: ReviewFunds): ReviewFunds =>
  async (tx, context, subjectId) => {
    const life = await findLife(tx);
    if (life?.made_at !== null) return review(tx, context, subjectId);
    const since = new Date(weeksBefore(life.began_at.getTime()));
    await review(tx, { ...context, clock: { now: () => since, nowMs: () => since.getTime() } }, subjectId);
  };

/**
 * Creates the weeks before the first start of a sandbox, then simulates visits of customers. Runs in the elected
 * process only.
 */
export function openSandboxLife(
  context: LifeContext & Pick<MerchantContext, 'leaderElection'>,
  coins: readonly CoinCode[],
): { start(): void; close(): Promise<void> } {
  let candidacy: Candidacy | undefined;
  return {
    start() {
      if (coins.length === 0) return;
      candidacy ??= context.leaderElection.campaign('merchant.life', (signal) =>
        live(context, coins, signal),
      );
    },
    async close() {
      await candidacy?.resign();
    },
  };
}

async function live(context: LifeContext, coins: readonly CoinCode[], signal: AbortSignal): Promise<void> {
  const visit = createCustomers(context, coins);
  let made = false;
  let failing = false;
  const turn = async (): Promise<number> => {
    try {
      if (!made) {
        made = await seedWeeks(context, coins);
        if (!made) return againMs;
        const life = await findLife(context.sql);
        if (life?.endpoint_id) await moveEndpoint(context.sql, life.endpoint_id, shopUrl(context));
        return firstVisitMs;
      }
      // Without blocks no payment would ever be confirmed.
      const pauseMs = context.settings.SIMULATED_BLOCK_SECONDS > 0 ? await visit() : afterFailureMs;
      failing = false;
      return pauseMs;
    } catch (error) {
      // Expected while a chain, a price or the database is not available yet.
      const isExpected = error instanceof ProblemError && error.status === 503;
      if (!failing && !isExpected) {
        context.log.warn({ err: error }, 'a visit of a made-up customer failed; trying again');
        failing = true;
      }
      return made ? afterFailureMs : againMs;
    }
  };
  await startLoop(signal, turn).ended;
}
