import { newId } from '../../../platform/ids.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import type { AddressBook, Chain, ChainBlock } from '../chain.ts';
import { applyBlocksAgain } from '../reading/apply-chain-update.ts';
import { selectState } from '../state/chain-state.store.ts';
import {
  insertLostAddresses,
  listFormerBranches,
  listLostCoins,
  listPresentBranches,
  lockReadBlocks,
  type LostAddress,
  type LostCoinsRow,
} from './lost-address.store.ts';

export interface Search {
  /** Earliest start of the branches, and earliest time of the coins, to look for. */
  readonly from: Date;
  /** Latest start of the branches. */
  readonly to: Date;
  /** Branches that are known to be lost. The log names them. */
  readonly branches: readonly number[];
  /** Number of addresses tried in each second's branch before it counts as never used. */
  readonly first: number;
}

export interface Found {
  /** Branches with coins, or named by the operator. From now on they are watched. */
  readonly branches: readonly number[];
  readonly coins: readonly LostCoinsRow[];
}

type SearchContext = Pick<MerchantContext, 'sql' | 'clock' | 'log'>;

/** Longest run of addresses without coins: every unpaid payment leaves one. */
const gap = 1000;
/** Number of branches of former servers that are searched. The newest was in use when the copy was made. */
const formerBranches = 10;
/** Maximum clock error of miners. */
const clockToleranceMs = 2 * 3_600_000;
/** Blocks written per transaction. */
const blocksAtOnce = 10;

/** The chain changed during the search. The operator can try again. */
export class SearchFault extends Error {}

/**
 * Finds addresses that another database with the same account assigned, from the account's extended public key, the
 * node and a time range. Their coins are stored as unassigned and shown to staff.
 */
export async function findLostAddresses(
  context: SearchContext,
  chain: Chain,
  search: Search,
): Promise<Found> {
  const { coin } = chain;
  const state = await selectState(context.sql, coin);
  if (!state) throw new SearchFault(`No ${coin} was read yet: start Praça with its node first.`);
  const paid = new Set<string>();
  let lowest = Number(state.height) + 1;
  for await (const block of readBack(chain, Number(state.height), search.from)) {
    for (const { outputs } of block.transactions)
      for (const { destination } of outputs) paid.add(destination);
    lowest = block.height;
  }
  const found = await scanBranches(context, chain, search, paid);
  const subjectId = newId(context.clock.nowMs());
  for (const addresses of found.values()) {
    await insertLostAddresses(context.sql, {
      coin,
      account: chain.accountNumber,
      subjectId,
      at: context.clock.now(),
      addresses,
    });
  }
  // The chain's reader knows these addresses by now and finds them in later blocks.
  if (found.size > 0) await readAgain(context, chain, lowest);
  return { branches: [...found.keys()], coins: await listLostCoins(context.sql, coin) };
}

/** Yields blocks from the newest stored one back to this time. A chain's first block contains no payment. */
async function* readBack({ node }: Chain, height: number, from: Date): AsyncGenerator<ChainBlock> {
  for (let next = height; next > 0; next--) {
    const block = await node.findBlock(next);
    if (!block) throw new SearchFault(`The node has no block ${next}: it has pruned it, or is behind.`);
    if (block.minedAtMs < from.getTime() - clockToleranceMs) return;
    yield block;
  }
}

async function scanBranches(
  { sql }: SearchContext,
  { coin, addresses }: Chain,
  { from, to, branches, first }: Search,
  paid: ReadonlySet<string>,
): Promise<Map<number, LostAddress[]>> {
  const found = new Map<number, LostAddress[]>();
  // The other addresses of these branches are not lost: they are not assigned yet.
  const looked = new Set(await listPresentBranches(sql, coin));
  for (const { branch, last } of await listFormerBranches(sql, coin, to, formerBranches)) {
    looked.add(branch);
    // Lower indexes may have been committed after the copy was made.
    const scan = scanBranch(addresses, branch, paid, {
      start: Math.max(0, Number(last) - gap),
      atLeast: 2 * gap,
    });
    if (scan.hits > 0 || branches.includes(branch)) found.set(branch, scan.addresses);
  }
  for (const branch of branches) {
    if (looked.has(branch)) continue;
    looked.add(branch);
    found.set(branch, scanBranch(addresses, branch, paid, { start: 0, atLeast: gap }).addresses);
  }
  const end = Math.floor(to.getTime() / 1000);
  for (let branch = Math.floor(from.getTime() / 1000); branch <= end; branch++) {
    if (looked.has(branch)) continue;
    const scan = scanBranch(addresses, branch, paid, { start: 0, atLeast: first });
    if (scan.hits > 0) found.set(branch, scan.addresses);
  }
  return found;
}

function scanBranch(
  book: AddressBook,
  branch: number,
  paid: ReadonlySet<string>,
  { start, atLeast }: { start: number; atLeast: number },
): { readonly hits: number; readonly addresses: LostAddress[] } {
  const addresses: LostAddress[] = [];
  let hits = 0;
  let end = start + atLeast;
  for (let index = start; index < end; index++) {
    const { address, destination } = book.derive(branch, index);
    addresses.push({ address, destination, branch, index });
    if (!paid.has(destination)) continue;
    hits += 1;
    end = Math.max(end, index + gap + 1);
  }
  return { hits, addresses };
}

/** Processes stored blocks again, which were read before the addresses were watched. */
async function readAgain(context: SearchContext, chain: Chain, lowest: number): Promise<void> {
  const { coin, addresses, node } = chain;
  for (let next = lowest; ; next += blocksAtOnce) {
    const blocks: ChainBlock[] = [];
    for (let height = next; height < next + blocksAtOnce; height++) {
      const block = await node.findBlock(height);
      if (!block) break;
      blocks.push(block);
    }
    const isLast = await transaction(context.sql, async (tx) => {
      const read = await lockReadBlocks(tx, coin, next, blocksAtOnce);
      const again = blocks.filter(({ height }) => height <= read.height);
      for (const { height, hash } of again) {
        if ((read.hashes.get(height) ?? hash) !== hash)
          throw new SearchFault('The chain changed branches during the search: search again.');
      }
      const target = {
        coin,
        addresses,
        nowMs: context.clock.nowMs(),
        caughtUpMs: -Infinity,
        isScreened: () => false,
      };
      if (again.length > 0) await applyBlocksAgain(tx, target, again);
      return again.length < blocksAtOnce;
    });
    if (isLast) return;
  }
}
