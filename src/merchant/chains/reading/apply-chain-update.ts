import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import {
  deleteOldBlocks,
  findWatched,
  insertBlocks,
  lookUpByKey,
  saveOutputs,
  unwindBlocks,
  type Affected,
  type OutputRow,
} from './block.store.ts';
import type { AddressBook, ChainBlock, ChainTransaction } from '../chain.ts';
import type { News } from './fetch-chain-update.ts';
import { insertReviews, type NewReview } from '../reviews/review.store.ts';
import {
  findSpends,
  listUnconfirmedIds,
  listWaitingSent,
  markExcluded,
  markGone,
  markSpent,
  placeSent,
  takeHeightReviews,
  type SentPlace,
} from './spend.store.ts';

/** So many blocks are kept, whatever is in them: no reorganisation goes deeper. */
export const keptBlocks = 1000;
const pruneEvery = 100;

interface Step {
  readonly tx: Tx;
  readonly coin: CoinCode;
  readonly addresses: AddressBook;
  readonly nowMs: number;
  readonly reviews: ReviewList;
}

export interface NewsTarget {
  readonly coin: CoinCode;
  readonly addresses: AddressBook;
  /** When the node was asked. */
  readonly nowMs: number;
}

/** Writes down what the node has, all of it or nothing; the state's row is locked by the caller. */
export async function applyNews(tx: Tx, target: NewsTarget, news: News): Promise<void> {
  const reviews = new ReviewList(target.coin);
  const step: Step = { tx, ...target, reviews };
  await lookUpByKey(tx);
  if (news.base && news.fork < news.base.height) {
    reviews.add(await unwindBlocks(tx, target.coin, news.fork));
  }
  const height = news.blocks.at(-1)?.height;
  if (height !== undefined) {
    await appendBlocks(step, news.blocks);
    reviews.add(await takeHeightReviews(tx, target.coin, height));
    if (Math.floor(height / pruneEvery) > Math.floor((height - news.blocks.length) / pruneEvery)) {
      await deleteOldBlocks(tx, target.coin, height - keptBlocks);
    }
  }
  if (news.unconfirmed) {
    await recordTransactions(step, [{ transactions: news.unconfirmed.found }]);
    await compareUnconfirmed(step, new Set(news.unconfirmed.ids));
  }
  await insertReviews(tx, reviews.list());
}

async function appendBlocks(step: Step, blocks: readonly ChainBlock[]): Promise<void> {
  const { tx, coin } = step;
  await insertBlocks(
    tx,
    coin,
    blocks.map((block) => ({ ...block, minedAt: new Date(block.minedAtMs) })),
  );
  await recordTransactions(step, blocks);
  await recordSpends(step, blocks);
  const waiting = await listWaitingSent(tx, coin);
  if (waiting.length === 0) return;
  const ids = new Set(waiting.map((sent) => sent.transaction_id));
  const mined = blocks.flatMap((block) =>
    block.transactions
      .filter((transaction) => ids.has(transaction.id))
      .map(({ id }): SentPlace => ({ transactionId: id, height: block.height, unconfirmed: false })),
  );
  step.reviews.add({ payoutIds: await placeSent(tx, coin, mined) });
}

interface Place {
  readonly transactions: readonly ChainTransaction[];
  /** Both undefined for transactions that wait. */
  readonly height?: number;
  readonly minedAtMs?: number;
}

/** One query over all destinations, however many blocks and outputs there are. */
async function recordTransactions(step: Step, places: readonly Place[]): Promise<void> {
  const { tx, coin, addresses, nowMs } = step;
  const destinations = new Set<string>();
  for (const { transactions } of places) {
    for (const { outputs } of transactions)
      for (const output of outputs) destinations.add(output.destination);
  }
  if (destinations.size === 0) return;
  const found = await findWatched(tx, coin, [...destinations]);
  const watched = new Map(found.map((row) => [row.destination, row]));
  // By their key: an output that a node names twice is one.
  const ours = new Map<string, OutputRow>();
  for (const { transactions, height = null, minedAtMs = Infinity } of places) {
    for (const { id, outputs, seenAtMs = Infinity, maturity = 0 } of transactions) {
      for (const output of outputs) {
        const owner = watched.get(output.destination);
        if (!owner && !addresses.owns(output.destination)) continue;
        // A miner may include an output of nothing. There is nothing to book, and whoever tried would fail for good.
        if (output.amountMinor === 0n) continue;
        const seenMs = Math.min(nowMs, seenAtMs, minedAtMs);
        ours.set(`${id}:${output.index}`, {
          transactionId: id,
          ...output,
          purpose: owner?.purpose ?? null,
          subjectId: owner?.subject_id ?? null,
          firstSeenAt: new Date(Math.max(seenMs, owner?.created_at.getTime() ?? seenMs)),
          height,
          maturity,
        });
      }
    }
  }
  step.reviews.add({ affected: await saveOutputs(tx, coin, [...ours.values()]) });
}

const outputPattern = /^(.+):(\d{1,9})$/;

/** One query over everything that the blocks use up. */
async function recordSpends(step: Step, blocks: readonly ChainBlock[]): Promise<void> {
  const { tx, coin } = step;
  const all = blocks.flatMap((block) =>
    block.transactions.flatMap(({ id, spends }) =>
      spends.map((spend) => {
        const [, transactionId = null, index] = outputPattern.exec(spend) ?? [];
        return {
          spend,
          transactionId,
          index: index === undefined ? null : Number(index),
          spentBy: id,
          height: block.height,
        };
      }),
    ),
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
    if (claimedBy !== null && claimedBy !== spentBy) excluded.push({ transactionId: claimedBy, height });
  }
  step.reviews.add({
    affected: await markSpent(tx, coin, spent),
    payoutIds: await markExcluded(tx, coin, excluded),
  });
}

/** What no longer waits and is in no block is gone. */
async function compareUnconfirmed(step: Step, ids: ReadonlySet<string>): Promise<void> {
  const { tx, coin, reviews } = step;
  const gone = (await listUnconfirmedIds(tx, coin)).filter((id) => !ids.has(id));
  reviews.add({ affected: await markGone(tx, coin, gone) });
  const moved = (await listWaitingSent(tx, coin))
    .filter((sent) => sent.unconfirmed !== ids.has(sent.transaction_id))
    .map(({ transaction_id: transactionId }): SentPlace => {
      return { transactionId, height: null, unconfirmed: ids.has(transactionId) };
    });
  reviews.add({ payoutIds: await placeSent(tx, coin, moved) });
}

/** Whoever is to be looked at again, each once. */
class ReviewList {
  readonly #coin: CoinCode;
  readonly #reviews = new Map<string, NewReview>();

  constructor(coin: CoinCode) {
    this.#coin = coin;
  }

  add(changed: { affected?: readonly Affected[]; payoutIds?: readonly string[] }): void {
    for (const { purpose, subject_id: subjectId } of changed.affected ?? []) {
      if (purpose !== null && subjectId !== null) this.#put({ coin: this.#coin, purpose, subjectId });
    }
    for (const subjectId of changed.payoutIds ?? []) {
      this.#put({ coin: this.#coin, purpose: 'payout', subjectId });
    }
  }

  list(): NewReview[] {
    return [...this.#reviews.values()];
  }

  #put(review: NewReview): void {
    this.#reviews.set(`${review.purpose} ${review.subjectId}`, review);
  }
}
