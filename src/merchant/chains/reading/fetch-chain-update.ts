import type { BlockReference, Chain, ChainBlock, ChainTip, Unconfirmed } from '../chain.ts';
import { ChainFault } from './chain-fault.ts';
import { findFork } from './find-fork.ts';

/**
 * A reorganisation of up to this many new blocks is one step, so that no other transaction sees the state between the
 * branches. The same limit applies to reaching the newest block after the whole mempool was listed, because the next
 * list would find new blocks again.
 */
const branchLimit = 100;
/** Blocks of an ordinary step. Small steps keep the transactions short while the reader catches up. */
const blockLimit = 10;
const transactionLimit = 20_000;
/** All blocks of a step are held in memory at once: 25 full blocks of Bitcoin. */
const branchTransactionLimit = 100_000;
/**
 * Each unconfirmed transaction takes its own request. The results of one step are stored before the next are requested.
 */
const unconfirmedLimit = 2000;

/** New data of the node, up to the limit of one step. */
export interface ChainUpdate {
  /** The stored tip before this update; undefined for the first reading. */
  readonly base: BlockReference | undefined;
  /** Stored blocks above this height are no longer on the node's chain. */
  readonly fork: number;
  /** True if there are such blocks, that is, a reorganisation. */
  readonly unwinding: boolean;
  readonly blocks: readonly ChainBlock[];
  /**
   * Unconfirmed transactions, listed before the newest block was requested. Undefined if the newest block is far away.
   */
  readonly unconfirmed: Unconfirmed | undefined;
  /**
   * True if the blocks reach the node's newest one: a transaction that is neither in them nor in `unconfirmed` is then
   * gone. Otherwise nothing follows from a missing transaction.
   */
  readonly complete: boolean;
  readonly nodeHeight: number;
  /** Height up to which blocks are final, if the node says so and they have been read. */
  readonly finalHeight: number | null;
}

interface StoredChain {
  readonly tip: BlockReference | undefined;
  /**
   * Returns the hashes of the newest stored blocks, without a gap. Called only if the node disagrees with the stored
   * tip.
   */
  listHashes(): Promise<ReadonlyMap<number, string>>;
}

/**
 * Requests an update from the node, outside of any transaction. `known` are the unconfirmed transactions that were
 * already fetched.
 *
 * The order of the requests makes the result independent of how fast blocks arrive. Unconfirmed transactions are listed
 * before the newest block is requested. A transaction that is mined in between is therefore in the list or in a block
 * up to that one, and no work is lost when a block arrives. Only after a change of branches in between, a transaction
 * that is missing from the list may still exist.
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
  // Comes first, to avoid a useless list if the node is behind or on another network.
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
    // Without a complete list, unwound transactions would look gone for several steps. The stored branch stays until
    // the list is complete.
    return { ...unread, fork: base.height, unwinding: false, blocks: [], complete: false };
  }
  const blocks = await fetchBranch(fetch, fork.height, tip.height, { unwinding, isListed });
  checkLinks(blocks, fork.hash);
  const last = blocks.at(-1) ?? base ?? tip;
  const complete = isListed && last.hash === tip.hash && isPassed(before, fork, blocks);
  if (unwinding && !complete && last.height >= tip.height) {
    throw new ChainFault('node_moved', 'the node changed branches while a reorganisation was read');
  }
  const finalHeight = complete ? finalHeightOf(tip) : null;
  return { ...unread, fork: fork.height, unwinding, blocks, complete, finalHeight };
}

/**
 * Ignores finality if the newest block is always final: only a network with a single validator does that, and its
 * finality proves nothing.
 */
const finalHeightOf = ({ height, finalHeight }: ChainTip): number | null =>
  finalHeight !== undefined && finalHeight < height ? finalHeight : null;

/** The newest block that both branches share. Its hash is absent before the first reading. */
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
  // The node is most likely still synchronising: unwinding to its tip would undo payments for no reason.
  if (fork === tip.height) throw new ChainFault('node_behind', 'the node is behind the stored chain');
  return { height: fork, hash: hashes.get(fork) };
}

/** Returns the block before the first one to read, if nothing is stored yet. */
async function forkBeforeFirst(chain: Chain, tip: BlockReference): Promise<Fork> {
  const first = chain.firstHeight ?? tip.height;
  // A pruning node may no longer have it.
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
    if (!block) throw new ChainFault('node_moved', `the node no longer has block ${height}`);
    blocks.push(block);
    transactions += block.transactions.length;
  }
  return blocks;
}

/**
 * Checks that each block names the previous one as its parent: blocks that were requested one by one may belong to
 * different branches.
 */
function checkLinks(blocks: readonly ChainBlock[], before: string | undefined): void {
  let parentHash = before;
  for (const block of blocks) {
    if (parentHash !== undefined && block.parentHash !== parentHash) {
      throw new ChainFault('node_moved', `block ${block.height} does not follow the previous one`);
    }
    parentHash = block.hash;
  }
}

/** Returns whether the earlier tip of the node is among the blocks, which proves that no branch was abandoned since. */
function isPassed(before: BlockReference, fork: Fork, blocks: readonly ChainBlock[]): boolean {
  if (before.height === fork.height) return before.hash === fork.hash;
  return blocks[before.height - fork.height - 1]?.hash === before.hash;
}
