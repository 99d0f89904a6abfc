import type { BlockReference, Chain, ChainBlock, ChainNode, Unconfirmed } from '../chain.ts';
import { ChainFault } from './chain-fault.ts';
import { findFork } from './find-fork.ts';

/** A reorganisation of up to so many new blocks is one step, so that nobody sees the gap between the branches. */
const branchLimit = 100;
/** An ordinary step is short, so that a long way to catch up is made in many small transactions. */
const blockLimit = 10;
const transactionLimit = 20_000;

/** What the node has and is not stored yet, up to a limit of one step. */
export interface ChainUpdate {
  /** The stored tip that all of this follows; undefined for the first reading ever. */
  readonly base: BlockReference | undefined;
  /** Stored blocks above this height are no longer the node's. */
  readonly fork: number;
  /** Whether there are such blocks: a reorganisation. */
  readonly unwinding: boolean;
  readonly blocks: readonly ChainBlock[];
  /** What waits after the last of these blocks; undefined where the node has further blocks. */
  readonly unconfirmed: Unconfirmed | undefined;
  readonly nodeHeight: number;
}

interface StoredChain {
  readonly tip: BlockReference | undefined;
  /** The hashes of the newest stored blocks without a gap; asked only where the node disagrees. */
  listHashes(): Promise<ReadonlyMap<number, string>>;
}

/** Asks the node, outside of any transaction. `known` are the waiting transactions that were looked at already. */
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
  const tip = await chain.node.tip();
  const base = stored.tip;
  const fork = base ? await locateFork(fetch, tip, base, stored) : await forkBeforeFirst(chain, tip);
  const unwinding = base !== undefined && fork.height < base.height;
  const blocks = await fetchBranch(fetch, fork.height, tip.height, unwinding);
  checkLinks(blocks, fork.hash);
  const last = blocks.at(-1) ?? base ?? tip;
  const unconfirmed =
    last.height >= tip.height
      ? // What was unwound may wait again although it was known before.
        await fetchUnconfirmed(chain.node, last, unwinding ? new Set() : known)
      : undefined;
  if (unwinding && unconfirmed === undefined && blocks.length < branchLimit) {
    throw new ChainFault('node_moved', 'the chain grew while a reorganisation was read');
  }
  return { base, fork: fork.height, unwinding, blocks, unconfirmed, nodeHeight: tip.height };
}

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
  unwinding: boolean,
): Promise<ChainBlock[]> {
  const blocks: ChainBlock[] = [];
  const limit = unwinding ? branchLimit : blockLimit;
  let transactions = 0;
  for (let height = fork + 1; height <= tipHeight && blocks.length < limit; height++) {
    if (!unwinding && transactions >= transactionLimit) break;
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

/**
 * A transaction that leaves the mempool because it was mined meanwhile would look as if it were gone. So the list counts
 * only where the newest block is the same before and after.
 */
async function fetchUnconfirmed(
  node: ChainNode,
  last: BlockReference,
  known: ReadonlySet<string>,
): Promise<Unconfirmed | undefined> {
  const unconfirmed = await node.listUnconfirmed(known);
  const { hash } = await node.tip();
  return hash === last.hash ? unconfirmed : undefined;
}
