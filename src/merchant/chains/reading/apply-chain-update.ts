import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import type { AddressBook, ChainBlock, ChainTransaction } from '../chain.ts';
import type { AddressPurpose } from '../receipts/receipt.rules.ts';
import { queueReviews } from '../reviews/queue-reviews.ts';
import { takeFinal, takeReached } from '../reviews/review-height.store.ts';
import { reviewsOf, type Changed } from '../reviews/review.rules.ts';
import { deleteOldBlocks, forceIndexPlans, insertBlocks, unwindBlocks } from './block.store.ts';
import { findShortfalls, type Balances } from './compare-balances.ts';
import type { ChainUpdate } from './fetch-chain-update.ts';
import { saveCollected } from './collected.store.ts';
import {
  findWatched,
  listUnconfirmedIds,
  markGone,
  markSpent,
  saveOutputs,
  type OutputRow,
} from './output.store.ts';
import {
  deleteWaitingSpends,
  findSpends,
  insertPaidElsewhere,
  insertWaitingSpends,
  listWaitingOutgoing,
  markExcluded,
  placeOutgoing,
  type OutgoingPlace,
} from './spend.store.ts';

/** Number of newest blocks that are always kept. Deeper reorganisations are not followed. */
export const keptBlocks = 1000;
/** Old blocks are deleted once per this many new blocks. */
const pruneEvery = 100;

interface UpdateTarget {
  readonly coin: CoinCode;
  readonly addresses: AddressBook;
  /** Time at which the node was asked. */
  readonly nowMs: number;
  /** Everything before this time had been read already; -Infinity before the first complete reading. */
  readonly caughtUpMs: number;
  /** Returns whether this amount has to be screened before it is credited to a customer's payment or deposit. */
  isScreened(amountMinor: bigint): boolean;
}

interface Step extends UpdateTarget {
  readonly tx: Tx;
  readonly changes: Changed[];
}

/**
 * Stores a step's update and queues reviews of all affected subjects, in the caller's transaction. The caller holds the
 * lock on the chain's state.
 */
export async function applyChainUpdate(
  tx: Tx,
  target: UpdateTarget,
  update: ChainUpdate,
  balances?: Balances,
): Promise<void> {
  const { coin } = target;
  const step: Step = { tx, ...target, changes: [] };
  await forceIndexPlans(tx);
  if (update.unwinding)
    step.changes.push(await unwindBlocks(tx, coin, update.fork, update.unconfirmed?.ids ?? []));
  // Unconfirmed transactions come before blocks: they keep the time at which they were first seen, even if the miner of
  // their block states another.
  if (update.unconfirmed) {
    await recordTransactions(step, [{ transactions: update.unconfirmed.found }]);
    await recordWaitingSpends(step, update.unconfirmed.found);
  }
  const height = update.blocks.at(-1)?.height;
  if (height !== undefined) {
    await appendBlocks(step, update.blocks);
    step.changes.push(await takeReached(tx, coin, height));
    if (Math.floor(height / pruneEvery) > Math.floor((height - update.blocks.length) / pruneEvery)) {
      await deleteOldBlocks(tx, coin, height - keptBlocks);
    }
  }
  if (balances) await recordShortfalls(step, balances);
  if (update.finalHeight !== null) step.changes.push(await takeFinal(tx, coin, update.finalHeight));
  if (update.complete && update.unconfirmed) {
    await compareUnconfirmed(step, new Set(update.unconfirmed.ids));
  }
  await queueReviews(
    tx,
    step.changes.flatMap((changed) => reviewsOf(coin, changed)),
  );
}

/** Processes stored blocks again for addresses that are watched only since then. */
export async function applyBlocksAgain(
  tx: Tx,
  target: UpdateTarget,
  blocks: readonly ChainBlock[],
): Promise<void> {
  const step: Step = { tx, ...target, changes: [] };
  await forceIndexPlans(tx);
  await recordTransactions(step, blocks);
  await recordSpends(step, blocks);
  await queueReviews(
    tx,
    step.changes.flatMap((changed) => reviewsOf(target.coin, changed)),
  );
}

async function appendBlocks(step: Step, blocks: readonly ChainBlock[]): Promise<void> {
  const { tx, coin } = step;
  await insertBlocks(tx, coin, blocks);
  await recordTransactions(step, blocks);
  await recordSpends(step, blocks);
  await recordPaidElsewhere(step, blocks);
  const waiting = await listWaitingOutgoing(tx, coin);
  if (waiting.length === 0) return;
  const ids = new Set(waiting.map((outgoing) => outgoing.transaction_id));
  const mined = blocks.flatMap((block) =>
    block.transactions
      .filter((transaction) => ids.has(transaction.id))
      .map(({ id, failed = false, feeMinor = null }): OutgoingPlace => ({
        transactionId: id,
        height: block.height,
        unconfirmed: false,
        failed,
        feeMinor,
      })),
  );
  step.changes.push({ payoutIds: await placeOutgoing(tx, coin, mined) });
  await recordCollections(step, blocks, ids);
}

/** Stores the amounts that our collections took from customer accounts and the rest that they left there. */
async function recordCollections(
  { tx, coin, nowMs, changes }: Step,
  blocks: readonly ChainBlock[],
  ids: ReadonlySet<string>,
): Promise<void> {
  const collected = blocks.flatMap(({ height, transactions }) =>
    transactions.flatMap(({ id, outputs, feeMinor }) => {
      if (feeMinor === undefined || !ids.has(id)) return [];
      const takenMinor = outputs.reduce((sum, { amountMinor }) => sum + amountMinor, feeMinor);
      return [{ transactionId: id, height, takenMinor }];
    }),
  );
  for (const one of collected) changes.push({ outputs: await saveCollected(tx, coin, one, new Date(nowMs)) });
}

interface Place {
  readonly transactions: readonly ChainTransaction[];
  /** Both undefined for unconfirmed transactions. */
  readonly height?: number;
  readonly minedAtMs?: number;
}

/** Uses one query for all destinations, no matter how many blocks and outputs there are. */
async function recordTransactions(step: Step, places: readonly Place[]): Promise<void> {
  const { tx, coin, addresses, nowMs, caughtUpMs } = step;
  const destinations = new Set<string>();
  for (const { transactions } of places) {
    for (const { outputs } of transactions)
      for (const output of outputs) destinations.add(output.destination);
  }
  if (destinations.size === 0) return;
  const found = await findWatched(tx, coin, [...destinations]);
  const watched = new Map(found.map((row) => [row.destination, row]));
  // Keyed by transaction and index, because a node may name an output twice.
  const ours = new Map<string, OutputRow>();
  for (const { transactions, height = null, minedAtMs: statedMs = Infinity } of places) {
    // A miner may state a time up to two hours ago, which would make a late payment punctual.
    const minedAtMs = Math.max(statedMs, caughtUpMs);
    for (const { id, outputs, failed, seenAtMs = Infinity, maturity = 0 } of transactions) {
      if (failed) continue;
      for (const output of outputs) {
        const owner = watched.get(output.destination);
        if (!owner && !addresses.owns(output.destination)) continue;
        // A miner may include an output of 0. The ledger rejects movements of 0, so every review of it would fail.
        if (output.amountMinor === 0n) continue;
        const seenMs = Math.min(nowMs, seenAtMs, minedAtMs);
        ours.set(`${id}:${output.index}`, {
          transactionId: id,
          ...output,
          purpose: owner?.purpose ?? null,
          subjectId: owner?.subject_id ?? null,
          firstSeenAt: new Date(Math.max(seenMs, owner?.created_at?.getTime() ?? seenMs)),
          height,
          minedAt: height === null ? null : new Date(Math.min(nowMs, minedAtMs)),
          maturity,
          screened: isCustomers(owner?.purpose) && step.isScreened(output.amountMinor),
        });
      }
    }
  }
  step.changes.push({ outputs: await saveOutputs(tx, coin, [...ours.values()]) });
}

/**
 * Stores coins at an address beyond its known receipts. They arrived with the block of the balance request, or shortly
 * before. They have no transaction id: the block hash and the address replace it.
 */
async function recordShortfalls(step: Step, balances: Balances): Promise<void> {
  const found = await findShortfalls(step.tx, step.coin, balances);
  const { height, hash, minedAtMs } = balances.block;
  const outputs = found.map(({ destination, outputIndex, amountMinor }) => ({
    index: outputIndex,
    destination,
    amountMinor,
  }));
  if (outputs.length > 0)
    await recordTransactions(step, [
      { transactions: [{ id: hash, spends: [], outputs }], height, minedAtMs },
    ]);
}

const isCustomers = (purpose: AddressPurpose | null | undefined): boolean =>
  purpose === 'payment' || purpose === 'deposit';

const outputPattern = /^(.+):(\d{1,9})$/;

/** Uses one query for all inputs of the blocks. */
async function recordSpends(step: Step, blocks: readonly ChainBlock[]): Promise<void> {
  const { tx, coin } = step;
  const all = blocks.flatMap(({ height, transactions }) =>
    listSpends(transactions).map((spend) => ({ ...spend, height })),
  );
  if (all.length === 0) return;
  const spent = [];
  const excluded = [];
  for (const { position, is_output: isOutput, claimed_by: claimedBy } of await findSpends(tx, coin, all)) {
    const item = all[position - 1];
    if (!item) continue;
    const { transactionId, index, spentBy, height } = item;
    if (isOutput && transactionId !== null && index !== null) {
      spent.push({ transactionId, index, spentBy, height });
    }
    if (claimedBy !== null && claimedBy !== spentBy)
      excluded.push({ transactionId: claimedBy, height, by: spentBy });
  }
  step.changes.push({
    outputs: await markSpent(tx, coin, spent),
    payoutIds: await markExcluded(tx, coin, excluded),
  });
}

const listSpends = (transactions: readonly ChainTransaction[]) =>
  transactions.flatMap(({ id, spends }) =>
    spends.map((spend) => {
      const [, transactionId = null, index] = outputPattern.exec(spend) ?? [];
      return { spend, transactionId, index: index === undefined ? null : Number(index), spentBy: id };
    }),
  );

/** Stores unconfirmed transactions that spend our outputs: a restored copy of the database lacks recent payouts. */
async function recordWaitingSpends(
  { tx, coin }: Step,
  transactions: readonly ChainTransaction[],
): Promise<void> {
  const all = listSpends(transactions);
  if (all.length === 0) return;
  const found = await findSpends(tx, coin, all);
  const ids = found.flatMap(({ position, is_output: isOutput }) =>
    isOutput ? (all[position - 1]?.spentBy ?? []) : [],
  );
  await insertWaitingSpends(tx, coin, ids);
}

/**
 * Blocks are read this late only after an outage or a restore. The reader's own clock decides, because a miner may date
 * a block back.
 */
const lateMs = 10 * 60_000;

/** Stores payments that a restored copy of the database may lack, even if they spend coins that it does not know. */
async function recordPaidElsewhere(
  { tx, coin, nowMs, caughtUpMs }: Step,
  blocks: readonly ChainBlock[],
): Promise<void> {
  if (caughtUpMs > nowMs - lateMs) return;
  const payments = blocks
    .filter(({ minedAtMs }) => minedAtMs <= nowMs - lateMs)
    .flatMap(({ transactions }) => transactions)
    .flatMap(({ id, outputs, failed }) =>
      failed ? [] : outputs.map((output) => ({ transactionId: id, ...output })),
    );
  if (payments.length > 0) await insertPaidElsewhere(tx, coin, payments);
}

/** Marks transactions as gone that are neither in the node's mempool nor in a block. */
async function compareUnconfirmed(step: Step, ids: ReadonlySet<string>): Promise<void> {
  const { tx, coin, changes } = step;
  await deleteWaitingSpends(tx, coin, ids);
  const gone = (await listUnconfirmedIds(tx, coin)).filter((id) => !ids.has(id));
  changes.push({ outputs: await markGone(tx, coin, gone) });
  const moved = (await listWaitingOutgoing(tx, coin))
    .filter((outgoing) => outgoing.unconfirmed !== ids.has(outgoing.transaction_id))
    .map(({ transaction_id: transactionId }): OutgoingPlace => {
      const unconfirmed = ids.has(transactionId);
      return { transactionId, height: null, unconfirmed, failed: false, feeMinor: null };
    });
  changes.push({ payoutIds: await placeOutgoing(tx, coin, moved) });
}
