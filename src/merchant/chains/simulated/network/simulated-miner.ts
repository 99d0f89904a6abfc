import { startLoop, type Loop } from '../../../../platform/loop.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { transaction } from '../../../../platform/postgres/client/transaction.ts';
import type { CoinCode } from '../../../assets/asset.rules.ts';
import { wakeChainReader } from '../../wake-chain-reader.ts';
import { mineOn } from './mine-blocks.ts';
import { lockDueTips } from './simulated-chain.store.ts';

type MinerContext = Pick<Platform, 'sql' | 'clock' | 'signals' | 'log'>;

interface SimulatedMiner {
  start(): void;
  close(): Promise<void>;
}

/**
 * Mines blocks on the simulated chains at an interval. Every process runs a miner. PostgreSQL decides when a block is
 * due, under the chain's lock and by its own clock. So all processes together mine one block, and only one after a
 * pause or a clock change of any length.
 */
export function openSimulatedMiner(
  context: MinerContext,
  coins: readonly CoinCode[],
  blockSeconds: number,
): SimulatedMiner {
  const stopping = new AbortController();
  let loop: Loop | undefined;
  let failing = false;
  const turn = async (): Promise<number> => {
    try {
      for (const coin of await mineDue(context, coins, blockSeconds)) wakeChainReader(context.signals, coin);
      failing = false;
    } catch (error) {
      if (!failing) context.log.warn({ err: error }, 'the simulated chains could not be mined');
      failing = true;
    }
    return Math.min(1000, blockSeconds * 250);
  };
  return {
    start() {
      if (blockSeconds > 0 && coins.length > 0) loop ??= startLoop(stopping.signal, turn);
    },
    async close() {
      stopping.abort();
      await loop?.ended;
    },
  };
}

/** Returns the coins with a new block. */
export async function mineDue(
  context: Pick<MinerContext, 'sql' | 'clock'>,
  coins: readonly CoinCode[],
  blockSeconds: number,
): Promise<CoinCode[]> {
  return transaction(context.sql, async (tx) => {
    const tips = await lockDueTips(tx, coins, blockSeconds);
    for (const tip of tips) await mineOn(tx, context, tip, 1);
    return tips.map((tip) => tip.coin);
  });
}
