import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { applyNews, keptBlocks } from './apply-chain-update.ts';
import { listBlockHashes } from './block.store.ts';
import type { BlockReference, Chain } from '../chain.ts';
import { ChainFault } from './chain-fault.ts';
import { fetchNews, type News } from './fetch-chain-update.ts';
import { insertState, lockTip, saveState, selectState } from '../state/chain-state.store.ts';

/** Whoever shows something of a chain hears on this channel, as JSON of coin and height, that it has moved. */
export const chainChannel = 'chain';

const feeEveryMs = 30_000;

/** What the reader keeps between its steps only to ask less; all of it may be lost. */
export class ReaderMemory {
  /** The transactions that waited at the last reading, each looked at already. */
  known: ReadonlySet<string> = new Set();
  /** Whether `known` is of a reading of this memory's own. */
  hasRead = false;
  feeAskedAtMs = -Infinity;
}

export type ReadContext = Pick<MerchantContext, 'sql' | 'clock' | 'signals' | 'log'>;

export interface StepResult {
  readonly height: number;
  /** Up to the node's newest block and all that waits. */
  readonly complete: boolean;
}

/**
 * One step: asks the node, then writes what it said in one transaction that stands only on the tip it was asked for. Any
 * number of readers may try: whoever comes second finds that the tip has moved, and writes nothing.
 */
export async function readChain(
  context: ReadContext,
  chain: Chain,
  memory: ReaderMemory,
  signal?: AbortSignal,
): Promise<StepResult> {
  const { coin } = chain;
  // Before the node is asked: what happens while it answers may be missing.
  const askedAt = context.clock.now();
  const state = await selectState(context.sql, coin);
  const tip = state && { height: Number(state.height), hash: state.hash };
  const news = await ask(() =>
    fetchNews(chain, { tip, listHashes: () => listHashes(context, chain) }, memory.known),
  );
  const feeRate = await askFeeRate(context, chain, memory, news, state?.fee_rate ?? null);
  signal?.throwIfAborted();
  const newTip: BlockReference | undefined = news.blocks.at(-1) ?? tip;
  if (!newTip) throw new ChainFault('node_moved', 'the node has no block yet');
  const complete = news.unconfirmed !== undefined;
  const unchanged =
    news.blocks.length === 0 && memory.hasRead && news.unconfirmed !== undefined && isSame(news, memory);
  try {
    await transaction(context.sql, async (tx) => {
      await stand(tx, chain, tip, newTip, news);
      if (!unchanged)
        await applyNews(tx, { coin, addresses: chain.addresses, nowMs: askedAt.getTime() }, news);
      saveState(tx, coin, {
        ...newTip,
        caughtUpAt: complete ? askedAt : null,
        feeRate,
        nodeHeight: news.nodeHeight,
        fault: !complete && tip && news.fork < tip.height ? 'reorganising' : null,
        // A long reorganisation is over when its end is reached, not with its next step.
        keepFault: !complete,
      });
    });
  } catch (error) {
    throw error instanceof ChainFault
      ? error
      : new ChainFault('not_stored', 'what was read could not be written', { cause: error });
  }
  remember(memory, news);
  if (news.blocks.length > 0) {
    context.signals.publish(chainChannel, JSON.stringify({ coin, height: newTip.height }));
  }
  return { height: newTip.height, complete };
}

async function stand(
  tx: Parameters<typeof lockTip>[0],
  chain: Chain,
  tip: BlockReference | undefined,
  newTip: BlockReference,
  news: News,
): Promise<void> {
  if (tip) {
    const now = await lockTip(tx, chain.coin);
    if (now && Number(now.height) === tip.height && now.hash === tip.hash) return;
  } else if (
    await insertState(tx, {
      coin: chain.coin,
      network: chain.network,
      account: chain.addresses.account,
      ...newTip,
      nodeHeight: news.nodeHeight,
    })
  ) {
    return;
  }
  throw new ChainFault('node_moved', 'another process has read on');
}

async function listHashes(context: ReadContext, chain: Chain): Promise<ReadonlyMap<number, string>> {
  const hashes = new Map<number, string>();
  for (const { height, hash } of await listBlockHashes(context.sql, chain.coin, keptBlocks)) {
    const number = Number(height);
    if (hashes.size > 0 && !hashes.has(number + 1)) break;
    hashes.set(number, hash);
  }
  return hashes;
}

async function ask<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    if (error instanceof ChainFault) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ChainFault('node_away', `the node does not answer: ${reason}`, { cause: error });
  }
}

/** Null: as it was. Reading goes on without it. */
async function askFeeRate(
  context: ReadContext,
  chain: Chain,
  memory: ReaderMemory,
  news: News,
  before: bigint | null,
): Promise<bigint | null> {
  const nowMs = performance.now();
  const fresh = before !== null && news.blocks.length === 0 && nowMs - memory.feeAskedAtMs < feeEveryMs;
  if (fresh) return null;
  try {
    const feeRate = await chain.node.estimateFeeRate();
    memory.feeAskedAtMs = nowMs;
    return feeRate;
  } catch (error) {
    context.log.warn({ err: error, coin: chain.coin }, 'the node gives no fee rate');
    return null;
  }
}

const isSame = (news: News, memory: ReaderMemory): boolean =>
  news.unconfirmed?.found.length === 0 && news.unconfirmed.ids.length === memory.known.size;

function remember(memory: ReaderMemory, news: News): void {
  if (!news.unconfirmed) {
    // What the unwound blocks held may wait again, and has to be looked at then although it was known before.
    if (news.base && news.fork < news.base.height) memory.known = new Set();
    return;
  }
  memory.known = new Set(news.unconfirmed.ids);
  memory.hasRead = true;
}
