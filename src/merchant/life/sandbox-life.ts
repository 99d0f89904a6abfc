import type { Candidacy } from '../../platform/postgres/leader-election.ts';
import { startLoop } from '../../platform/loop.ts';
import { ProblemError } from '../../platform/problem.ts';
import type { CoinCode } from '../assets/asset.rules.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { findLife, moveEndpoint } from './life.store.ts';
import { makeWeeks, type LifeContext } from './make-weeks.ts';
import { createCustomers } from './visits/play-customers.ts';
import { shopUrl } from './visits/shop-url.ts';

interface SandboxLife {
  start(): void;
  close(): Promise<void>;
}

/** Until the chains have been read for the first time, or the database is there again. */
const againMs = 1_000;
const firstVisitMs = 20_000;
const afterFailureMs = 60_000;

/**
 * What makes a sandbox look lived in: the weeks before its first start, and customers who come now and then. One process
 * of all does it, after it began to serve.
 */
export function openSandboxLife(
  context: LifeContext & Pick<MerchantContext, 'leaderElection'>,
  coins: readonly CoinCode[],
): SandboxLife {
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
  const customers = createCustomers(context, coins);
  // Without blocks nobody's coins would ever be confirmed.
  const visits = context.settings.SIMULATED_BLOCK_SECONDS > 0;
  let made = false;
  let failing = false;
  const turn = async (): Promise<number> => {
    try {
      if (!made) {
        made = await makeWeeks(context, coins);
        if (!made) return againMs;
        await keepShop(context);
        return firstVisitMs;
      }
      const pauseMs = visits ? await customers() : afterFailureMs;
      failing = false;
      return pauseMs;
    } catch (error) {
      // A chain that was not read yet, no price, no database: all of them pass.
      if (!failing && !isUnavailable(error)) {
        context.log.warn({ err: error }, 'no made-up customers for the moment');
        failing = true;
      }
      return made ? afterFailureMs : againMs;
    }
  };
  await startLoop(signal, turn).ended;
}

const isUnavailable = (error: unknown): boolean => error instanceof ProblemError && error.status === 503;

async function keepShop(context: LifeContext): Promise<void> {
  const life = await findLife(context.sql);
  if (life?.endpoint_id) await moveEndpoint(context.sql, life.endpoint_id, shopUrl(context));
}
