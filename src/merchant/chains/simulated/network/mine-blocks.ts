import type { Clock } from '../../../../platform/clock.ts';
import type { Tx } from '../../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../../assets/asset.rules.ts';
import { newHash } from '../hashes.ts';
import { simulatedCoins } from '../simulated-coin.rules.ts';
import { chooseForBlock } from './block-choice.rules.ts';
import { appendBlocks, lockTip, type Block, type Tip } from './simulated-chain.store.ts';
import { deleteTransactions, listWithDependents } from './simulated-spend.store.ts';
import { listExpired, listMinable, putIntoBlock } from './simulated-transaction.store.ts';

/** At the usual pace half a day of blocks: a reader that was stopped for less still finds where it was. */
export const keptBlocks = 10_000;

interface MiningContext {
  readonly clock: Clock;
}

/** Everything that waits goes into the first of the new blocks, but for what pays less than the chain was told to take. */
export async function mineBlocks(
  tx: Tx,
  context: MiningContext,
  coin: CoinCode,
  count: number,
): Promise<Tip & { mined: string[] }> {
  return mineOn(tx, context, await lockTip(tx, coin), count);
}

/** On a tip that is locked already. */
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
