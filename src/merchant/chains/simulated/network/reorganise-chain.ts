import type { Clock } from '../../../../platform/clock.ts';
import type { Tx } from '../../../../platform/postgres/client/database.ts';
import { invalidField } from '../../../../platform/problem.ts';
import type { CoinCode } from '../../../assets/asset.rules.ts';
import { firstHeight } from './create-genesis.ts';
import { extend } from './mine-blocks.ts';
import { deleteBlocksAbove, findBlockHash, lockTip, type Tip } from './simulated-chain.store.ts';
import { deleteTransactions, listWithDependents } from './simulated-spend.store.ts';
import { takeFromBlocksAbove } from './simulated-transaction.store.ts';

interface Reorganisation extends Tip {
  /** They wait again. */
  readonly returned: readonly string[];
  readonly dropped: readonly string[];
}

/**
 * Replaces the newest blocks by empty ones, one more than there were. What was in them waits again, but for what is to
 * be dropped and what depends on that. Nothing that waits already can conflict with it: what a block's transactions
 * spend stays spent while they are in the block.
 */
export async function reorganiseChain(
  tx: Tx,
  context: { readonly clock: Clock },
  coin: CoinCode,
  input: { readonly depth: number; readonly drop: readonly string[] },
): Promise<Reorganisation> {
  const tip = await lockTip(tx, coin);
  const forkHeight = tip.height - input.depth;
  // The wallet's endowment stays.
  if (forkHeight <= firstHeight) {
    throw invalidField('depth', 'too_large', `must be less than the height ${tip.height}`);
  }
  const hash = await findBlockHash(tx, coin, forkHeight);
  if (hash === undefined) throw invalidField('depth', 'too_large', 'reaches below the blocks that are kept');
  const returned = await takeFromBlocksAbove(tx, coin, forkHeight);
  const dropped = await drop(tx, coin, input.drop, returned);
  await deleteBlocksAbove(tx, coin, forkHeight);
  const newTip = await extend(tx, context, { ...tip, height: forkHeight, hash }, input.depth + 1);
  return { ...newTip, returned: returned.filter((id) => !dropped.includes(id)), dropped };
}

async function drop(
  tx: Tx,
  coin: CoinCode,
  ids: readonly string[],
  returned: readonly string[],
): Promise<string[]> {
  const unknown = ids.findIndex((id) => !returned.includes(id));
  if (unknown >= 0) {
    throw invalidField(`drop.${unknown}`, 'unknown', 'is not a transaction of the blocks that are replaced');
  }
  const leaving = (await listWithDependents(tx, coin, ids, true)).map((one) => one.id);
  await deleteTransactions(tx, coin, leaving);
  return leaving;
}
