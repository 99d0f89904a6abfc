import type { BlockReference, Chain, ChainBlock, ChainTip, Unconfirmed } from '../chain.ts';
import { ChainFault } from './chain-fault.ts';
import { findFork } from './find-fork.ts';

/**
 * A reorganisation of up to so many new blocks is one step, so that nobody sees the gap between the branches. So is the
 * way to the node's newest block where all that waits was listed already: the next list would find new blocks again.
 */
const branchLimit = 100;
/** An ordinary step is short, so that a long way to catch up is made in many small transactions. */
const blockLimit = 10;
const transactionLimit = 20_000;
/** All blocks of a step are held in memory at once: 25 full blocks of Bitcoin. */
const branchTransactionLimit = 100_000;
/** Each waiting transaction is asked for by itself, and what was answered is written before the next are asked for. */
const unconfirmedLimit = 2000;

/** What the node has and is not stored yet, up to a limit of one step. */
export interface ChainUpdate {
  /** The stored tip that all of this follows; undefined for the first reading ever. */
  readonly base: BlockReference | undefined;
  /** Stored blocks above this height are no longer the node's. */
  readonly fork: number;
  /** Whether there are such blocks: a reorganisation. */
  readonly unwinding: boolean;
  readonly blocks: readonly ChainBlock[];
  /** What waited before the newest block was asked for; undefined where that is far. */
  readonly unconfirmed: Unconfirmed | undefined;
  /**
   * Whether the blocks reach the node's newest one, and what is neither in them nor in `unconfirmed` is nowhere. Otherwise
   * nothing follows from what is missing.
   */
  readonly complete: boolean;
  readonly nodeHeight: number;
  /** Up to here the blocks are final, where the node says so; not before they were read. */
  readonly finalHeight: number | null;
}

interface StoredChain {
  readonly tip: BlockReference | undefined;
  /** The hashes of the newest stored blocks without a gap; asked only where the node disagrees. */
  listHashes(): Promise<ReadonlyMap<number, string>>;
}

/**
 * Asks the node, outside of any transaction. `known` are the waiting transactions that were looked at already.
 *
 * The order makes it independent of how fast blocks come. What waits is listed first, and the newest block asked for
 * afterwards: a transaction that is mined meanwhile is in the list or in a block up to there, and nothing has to be thrown
 * away because a block came. Only where the chain took another branch meanwhile the list tells nothing of what is missing.
 */
export async function fetchChainUpdate(
  chain: Chain,
  stored: StoredChain,
  known: ReadonlySet<string>,
): Promise<ChainUpdate> {
  const fetched = new Map<number, ChainBlock | undefined>();
  const fetch = async (height: number): Promise<ChainBlock | undefined> => {
    if (!fetched.has(height)) fetched.set(height, await chain.node.findBlock(height));
    return fetched.get(height);
  };
  const before = await chain.node.tip();
  const base = stored.tip;
  // First of all, so that nothing is listed in vain where the node is behind, or of another network.
  if (base) await locateFork(fetch, before, base, stored);
  const distance = before.height - (base?.height ?? chain.firstHeight ?? before.height);
  const unconfirmed =
    distance > branchLimit ? undefined : await chain.node.listUnconfirmed(known, unconfirmedLimit);
  const tip = unconfirmed ? await chain.node.tip() : before;
  const isListed = unconfirmed !== undefined && unconfirmed.more !== true;

  const fork = base ? await locateFork(fetch, tip, base, stored) : await forkBeforeFirst(chain, before);
  const unwinding = base !== undefined && fork.height < base.height;
  const unread = { base, unconfirmed, nodeHeight: tip.height, finalHeight: null };
  if (unwinding && unconfirmed?.more === true) {
    // Without the rest of the list what is unwound would look gone for several steps. Until then the stored branch stands.
    return { ...unread, fork: base.height, unwinding: false, blocks: [], complete: false };
  }
  const blocks = await fetchBranch(fetch, fork.height, tip.height, { unwinding, isListed });
  checkLinks(blocks, fork.hash);
  const last = blocks.at(-1) ?? base ?? tip;
  const complete = isListed && last.hash === tip.hash && isPassed(before, fork, blocks);
  if (unwinding && !complete && last.height >= tip.height) {
    throw new ChainFault('node_moved', 'the chain took another branch while a reorganisation was read');
  }
  const finalHeight = complete ? finalHeightOf(tip) : null;
  return { ...unread, fork: fork.height, unwinding, blocks, complete, finalHeight };
}

/** A chain whose newest block is always final is no network of many, and its word is worth nothing. */
const finalHeightOf = ({ height, finalHeight }: ChainTip): number | null =>
  finalHeight !== undefined && finalHeight < height ? finalHeight : null;

/** The newest block that stays. Without a hash where nothing is known of it: nothing was read yet. */
type Fork = { readonly height: number; readonly hash?: string | undefined };

type Fetch = (height: number) => Promise<ChainBlock | undefined>;

async function locateFork(
  fetch: Fetch,
  tip: BlockReference,
  base: BlockReference,
  stored: StoredChain,
): Promise<Fork> {
  if (tip.height === base.height && tip.hash === base.hash) return base;
  if (tip.height > base.height) {
    const next = await fetch(base.height + 1);
    if (next?.parentHash === base.hash) return base;
  }
  const hashes = await stored.listHashes();
  const fork = await findFork(async (height) => (await fetch(height))?.hash, tip.height, hashes);
  if (fork === undefined) {
    throw new ChainFault(
      'deep_reorganisation',
      `the node has none of the ${hashes.size} newest blocks that are stored`,
    );
  }
  // It is most likely catching up: unwinding to where it is would undo payments for nothing.
  if (fork === tip.height) throw new ChainFault('node_behind', 'the node is behind what was read before');
  return { height: fork, hash: hashes.get(fork) };
}

/** Where nothing is stored: the block before the first that is to be read. */
async function forkBeforeFirst(chain: Chain, tip: BlockReference): Promise<Fork> {
  const first = chain.firstHeight ?? tip.height;
  // A node that prunes old blocks may have it no more.
  const usable = first <= tip.height && (await chain.node.findBlock(first)) !== undefined;
  return { height: (usable ? first : tip.height) - 1 };
}

async function fetchBranch(
  fetch: Fetch,
  fork: number,
  tipHeight: number,
  { unwinding, isListed }: { unwinding: boolean; isListed: boolean },
): Promise<ChainBlock[]> {
  const blocks: ChainBlock[] = [];
  const most = unwinding || isListed ? branchLimit : blockLimit;
  const mostTransactions = unwinding ? branchTransactionLimit : transactionLimit;
  let transactions = 0;
  for (let height = fork + 1; height <= tipHeight && blocks.length < most; height++) {
    if (transactions >= mostTransactions) break;
    const block = await fetch(height);
    if (!block) throw new ChainFault('node_moved', `the node has no block ${height} any more`);
    blocks.push(block);
    transactions += block.transactions.length;
  }
  return blocks;
}

/** Blocks that were asked for one by one are of one branch only if each names the one before as its parent. */
function checkLinks(blocks: readonly ChainBlock[], before: string | undefined): void {
  let parentHash = before;
  for (const block of blocks) {
    if (parentHash !== undefined && block.parentHash !== parentHash) {
      throw new ChainFault('node_moved', `block ${block.height} does not follow the one before`);
    }
    parentHash = block.hash;
  }
}

/** Whether the node's newest block of a moment ago is on the way: no branch was left since. */
function isPassed(before: BlockReference, fork: Fork, blocks: readonly ChainBlock[]): boolean {
  if (before.height === fork.height) return before.hash === fork.hash;
  return blocks[before.height - fork.height - 1]?.hash === before.hash;
}
