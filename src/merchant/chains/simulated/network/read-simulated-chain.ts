import type { Sql } from '../../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../../assets/asset.rules.ts';
import { findTip, type Tip } from './simulated-chain.store.ts';
import { countWaiting, listWaiting, type TransactionRow } from './simulated-transaction.store.ts';

/** Limits the page of a busy mempool. */
const shownTransactions = 200;

interface SimulatedChainView extends Tip {
  readonly waitingCount: number;
  /** The oldest first. */
  readonly waiting: readonly TransactionRow[];
}

export async function readSimulatedChain(sql: Sql, coin: CoinCode): Promise<SimulatedChainView> {
  const [tip, waitingCount, waiting] = await Promise.all([
    findTip(sql, coin),
    countWaiting(sql, coin),
    listWaiting(sql, coin, shownTransactions),
  ]);
  if (!tip) throw new Error(`there is no simulated chain of ${coin}`);
  return { ...tip, waitingCount, waiting };
}
