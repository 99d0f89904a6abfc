import type { Clock } from '../../../../platform/clock.ts';
import type { Tx } from '../../../../platform/postgres/client/database.ts';
import { invalidField } from '../../../../platform/problem.ts';
import type { CoinCode } from '../../../assets/asset.rules.ts';
import { firstHeight } from './create-genesis.ts';
import { extend } from './mine-blocks.ts';
import { deleteBlocksAbove, findBlockHash, lockTip, type Tip } from './simulated-chain.store.ts';
import { deleteTransactions, listWithDependents } from './simulated-spend.store.ts';
import { takeFromBlocksAbove } from './simulated-transaction.store.ts';
import { merchantWords } from '../../../details/merchant-words.rules.ts';

interface Reorganisation extends Tip {
  /** Transactions that are unconfirmed again. */
  readonly returned: readonly string[];
  readonly dropped: readonly string[];
}

/**
 * Replaces the newest blocks with empty ones, one more than before. Their transactions become unconfirmed again, except
 * the dropped ones and those that depend on them. They cannot conflict with unconfirmed ones, because inputs of mined
 * transactions stay spent.
 */
export async function reorganiseChain(
  tx: Tx,
  context: { readonly clock: Clock },
  coin: CoinCode,
  input: { readonly depth: number; readonly drop: readonly string[] },
): Promise<Reorganisation> {
  const tip = await lockTip(tx, coin);
  const forkHeight = tip.height - input.depth;
  // The wallet's endowment cannot be unwound.
  if (forkHeight <= firstHeight) {
    throw invalidField('depth', 'too_large', merchantWords.lessThanHeight, { height: tip.height });
  }
  const hash = await findBlockHash(tx, coin, forkHeight);
  if (hash === undefined) throw invalidField('depth', 'too_large', merchantWords.belowKeptBlocks);
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
    throw invalidField(`drop.${unknown}`, 'unknown', merchantWords.notInReplacedBlocks);
  }
  const leaving = (await listWithDependents(tx, coin, ids, true)).map((one) => one.id);
  await deleteTransactions(tx, coin, leaving);
  return leaving;
}
