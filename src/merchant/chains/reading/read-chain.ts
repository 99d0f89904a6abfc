import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { isScreened } from '../screeners/screener.rules.ts';
import type { BlockReference, Chain } from '../chain.ts';
import { insertState, lockState, saveState, selectState } from '../state/chain-state.store.ts';
import { applyChainUpdate, keptBlocks } from './apply-chain-update.ts';
import { listBlockHashes } from './block.store.ts';
import { ChainFault } from './chain-fault.ts';
import { askBalances, type Balances } from './compare-balances.ts';
import { fetchChainUpdate, type ChainUpdate } from './fetch-chain-update.ts';

/** Signal that a chain has new blocks, as JSON with coin and height, for pages that show the chain. */
export const chainChannel = 'chain';

const feeEveryMs = 30_000;

/** Cache that the reader keeps between steps to send fewer requests. It may be lost at any time. */
export class ReaderMemory {
  /** Unconfirmed transactions of the last list. Each was fetched, and stored if it concerns us. */
  known: ReadonlySet<string> = new Set();
  /** True if the stored transactions were compared with a complete list of unconfirmed ones since the last change. */
  hasCompared = false;
  /**
   * Version of the state that this memory belongs to. If the stored version differs, another process has read the
   * chain.
   */
  version: string | undefined;
  feeAskedAtMs = -Infinity;
  /** Newest block at the last comparison of balances. One comparison per block is enough. */
  comparedAt: string | undefined;

  forget(): void {
    this.known = new Set();
    this.hasCompared = false;
    this.version = undefined;
  }
}

export type ReadContext = Pick<MerchantContext, 'sql' | 'clock' | 'signals' | 'log'> & {
  readonly settings: Pick<MerchantContext['settings'], 'SCREENING_URL' | 'SCREENING_MARKS'>;
};

interface StepResult {
  readonly height: number;
  /** True if the node's newest block and all unconfirmed transactions were read. */
  readonly complete: boolean;
}

/**
 * Runs one step: requests an update from the node, then stores it in one transaction, but only if the stored state has
 * not changed since before the request. Any number of readers may run it: the second one finds the state changed and
 * writes nothing.
 */
export async function readChain(
  context: ReadContext,
  chain: Chain,
  memory: ReaderMemory,
  signal?: AbortSignal,
): Promise<StepResult> {
  const { coin } = chain;
  // Taken before the node is asked, because its answers may lack everything later.
  const askedAt = context.clock.now();
  const state = await selectState(context.sql, coin);
  const tip = state && { height: Number(state.height), hash: state.hash };
  if (memory.version !== state?.version) memory.forget();
  const update = await ask(() =>
    fetchChainUpdate(chain, { tip, listHashes: () => listHashes(context, chain) }, memory.known),
  );
  const feeRate = await askFeeRate(context, chain, memory, update, state?.fee_rate ?? null);
  signal?.throwIfAborted();
  const newTip: BlockReference | undefined = update.blocks.at(-1) ?? tip;
  if (!newTip) throw new ChainFault('node_moved', 'the node has no block yet');
  const after = state?.balances_after ?? '';
  const walksDue = Math.max(state?.balance_walks_due ?? 1, hidesCoins(update) ? (after === '' ? 1 : 2) : 0);
  const balances =
    walksDue > 0 && update.complete && memory.comparedAt !== newTip.hash
      ? await ask(() => askBalances(context, chain, after, newTip, askedAt))
      : undefined;
  const changed =
    !memory.hasCompared ||
    update.blocks.length > 0 ||
    !hasSameWaiting(update, memory) ||
    balances !== undefined;
  const version = await storeUpdate(context, chain, {
    update,
    newTip,
    feeRate,
    askedAt,
    caughtUpMs: state?.caught_up_at?.getTime() ?? -Infinity,
    changed,
    balances,
    balanceWalksDue: balances?.after === '' ? walksDue - 1 : walksDue,
    balancesAfter: balances?.after ?? after,
    version: state?.version,
  });
  remember(memory, update, version);
  if (balances) memory.comparedAt = newTip.hash;
  if (update.blocks.length > 0) {
    context.signals.publish(chainChannel, JSON.stringify({ coin, height: newTip.height }));
  }
  return { height: newTip.height, complete: update.complete };
}

/**
 * Returns whether addresses may hold coins that no stored block shows. This happens with blocks of a node without
 * traces, and after a reorganisation, which deletes coins that only balances had shown. A walk in progress may have
 * passed their addresses already, so a second walk follows.
 */
const hidesCoins = (update: ChainUpdate): boolean =>
  update.unwinding || update.blocks.some((block) => block.incomplete === true);

interface Answer {
  readonly update: ChainUpdate;
  readonly newTip: BlockReference;
  readonly feeRate: bigint | null;
  readonly askedAt: Date;
  readonly caughtUpMs: number;
  /** False if only the time of the reading is new. */
  readonly changed: boolean;
  readonly balances: Balances | undefined;
  readonly balanceWalksDue: number;
  readonly balancesAfter: string;
  /** Version of the state before the node was asked. */
  readonly version: string | undefined;
}

/** Stores the update and returns the new version of the state. */
async function storeUpdate(context: ReadContext, chain: Chain, answer: Answer): Promise<string> {
  const { update, newTip, feeRate, askedAt, caughtUpMs, changed } = answer;
  const { coin, addresses } = chain;
  const { complete } = update;
  try {
    return await transaction(context.sql, async (tx) => {
      const version = await lockBase(tx, chain, answer);
      const screens = (amountMinor: bigint): boolean => isScreened(context.settings, coin, amountMinor);
      const target = { coin, addresses, nowMs: askedAt.getTime(), caughtUpMs, isScreened: screens };
      if (changed) await applyChainUpdate(tx, target, update, answer.balances);
      saveState(tx, coin, {
        ...newTip,
        caughtUpAt: complete ? askedAt : null,
        feeRate,
        nodeHeight: update.nodeHeight,
        finalHeight: update.finalHeight,
        balanceWalksDue: answer.balanceWalksDue,
        balancesAfter: answer.balancesAfter,
        fault: !complete && update.unwinding ? 'reorganising' : null,
        // A long reorganisation ends when the node's newest block is reached, not with its next step.
        keepFault: !complete,
      });
      return version;
    });
  } catch (error) {
    throw error instanceof ChainFault
      ? error
      : new ChainFault('not_stored', 'the update could not be stored', { cause: error });
  }
}

/**
 * Locks the state if it is the one for which the node was asked, or creates it before the first reading. Comparing only
 * the tip would not be enough: if another process has read since, its newly found unconfirmed transactions are missing
 * from this list and would look gone. Returns the next version.
 */
async function lockBase(tx: Tx, chain: Chain, { update, newTip, version }: Answer): Promise<string> {
  const { base, nodeHeight } = update;
  if (base) {
    const now = await lockState(tx, chain.coin);
    if (now && now.version === version) return now.next_version;
  } else {
    const { coin, network, addresses } = chain;
    const made = await insertState(tx, { coin, network, account: addresses.account, ...newTip, nodeHeight });
    if (made !== undefined) return made;
  }
  throw new ChainFault('node_moved', 'another process has read the chain meanwhile');
}

async function listHashes(context: ReadContext, chain: Chain): Promise<ReadonlyMap<number, string>> {
  const hashes = new Map<number, string>();
  for (const { height, hash } of await listBlockHashes(context.sql, chain.coin, keptBlocks)) {
    const number = Number(height);
    // Below a gap only blocks with receipts or transactions of ours are kept.
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

/** Returns null if the stored rate is fresh or the node gives none. Reading continues without it. */
async function askFeeRate(
  context: ReadContext,
  chain: Chain,
  memory: ReaderMemory,
  update: ChainUpdate,
  before: bigint | null,
): Promise<bigint | null> {
  const nowMs = performance.now();
  const fresh = before !== null && update.blocks.length === 0 && nowMs - memory.feeAskedAtMs < feeEveryMs;
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

const hasSameWaiting = ({ unconfirmed }: ChainUpdate, memory: ReaderMemory): boolean =>
  unconfirmed?.found.length === 0 && unconfirmed.ids.length === memory.known.size;

function remember(memory: ReaderMemory, update: ChainUpdate, version: string): void {
  const { unconfirmed } = update;
  if (unconfirmed) {
    const found = new Set(unconfirmed.found.map(({ id }) => id));
    memory.known = new Set(unconfirmed.ids.filter((id) => memory.known.has(id) || found.has(id)));
  } else if (update.unwinding) {
    // Transactions of the unwound blocks may be unconfirmed again and have to be fetched again.
    memory.known = new Set();
  }
  memory.hasCompared = update.complete;
  memory.version = version;
}
