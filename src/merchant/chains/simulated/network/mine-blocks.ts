import type { Clock } from '../../../../platform/clock.ts';
import type { Tx } from '../../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../../assets/asset.rules.ts';
import { newHash } from '../hashes.ts';
import { simulatedCoins } from '../simulated-coin.rules.ts';
import { chooseForBlock } from './block-choice.rules.ts';
import { appendBlocks, lockTip, setMinimumFeeRate, type Block, type Tip } from './simulated-chain.store.ts';
import { deleteTransactions, listWithDependents } from './simulated-spend.store.ts';
import { listExpired, listMinable, putIntoBlock } from './simulated-transaction.store.ts';

/** Half a day of blocks at the usual pace. A reader that was stopped for less still finds its block. */
export const keptBlocks = 10_000;

interface MiningContext {
  readonly clock: Clock;
}

/** Mines blocks. The first one takes all unconfirmed transactions, except those below the minimum fee rate. */
export async function mineBlocks(
  tx: Tx,
  context: MiningContext,
  coin: CoinCode,
  count: number,
): Promise<Tip & { mined: string[] }> {
  return mineOn(tx, context, await lockTip(tx, coin), count);
}

/** Mines on a tip that the caller has locked. */
export async function mineOn(
  tx: Tx,
  context: MiningContext,
  tip: Tip,
  count: number,
): Promise<Tip & { mined: string[] }> {
  await dropExpired(tx, tip.coin, tip.height + 1);
  const chosen = tip.minimumFeeRate > 0n ? await chooseMined(tx, tip) : null;
  const mined = await putIntoBlock(tx, tip.coin, tip.height + 1, chosen);
  return { ...(await extend(tx, context, tip, count)), mined };
}

export async function extend(tx: Tx, context: MiningContext, tip: Tip, count: number): Promise<Tip> {
  const blocks: Block[] = [];
  let parentHash = tip.hash;
  for (let height = tip.height + 1; height <= tip.height + count; height++) {
    const hash = newHash(tip.coin);
    blocks.push({ height, hash, parentHash });
    parentHash = hash;
  }
  await appendBlocks(tx, tip.coin, blocks, context.clock.now(), keptBlocks);
  return { ...tip, height: tip.height + count, hash: parentHash };
}

/** Sets the minimum fee rate from the next block on. 0 admits all transactions. */
export async function demandFeeRate(tx: Tx, coin: CoinCode, minimumFeeRate: bigint): Promise<void> {
  await lockTip(tx, coin);
  await setMinimumFeeRate(tx, coin, minimumFeeRate);
}

async function chooseMined(tx: Tx, { coin, minimumFeeRate }: Tip): Promise<string[]> {
  const waiting = await listMinable(tx, coin);
  return chooseForBlock(
    waiting.map(({ id, fee, size, account, number, parents }) => ({
      id,
      feeMinor: fee,
      size,
      sequence: account === null || number === null ? null : { account, number },
      parents,
    })),
    minimumFeeRate,
    simulatedCoins[coin].size.unit,
  );
}

async function dropExpired(tx: Tx, coin: CoinCode, height: number): Promise<void> {
  const expired = await listExpired(tx, coin, height);
  if (expired.length === 0) return;
  const leaving = await listWithDependents(tx, coin, expired, true);
  await deleteTransactions(
    tx,
    coin,
    leaving.map((one) => one.id),
  );
}
