import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import {
  chainContext,
  clearChains,
  watch,
  type ChainContext,
} from '../../../../test/support/chain-context.ts';
import {
  pay,
  playedChain,
  type PlayedChain,
  type PlayedNode,
} from '../../../../test/support/played-chain.ts';
import { until } from '../../../../test/support/process.ts';
import { isLockAwaited } from '../../../../test/support/row-locks.ts';
import { newId } from '../../../platform/ids.ts';
import { listOutgoingTransactions, recordOutgoingTransaction } from '../outgoing/outgoing-transactions.ts';
import { listReceipts } from '../receipts/list-receipts.ts';
import type { Receipt } from '../receipts/receipt.rules.ts';
import { reviewAt } from '../reviews/review-at.ts';
import { runReviews } from '../reviews/run-reviews.ts';
import { getChainState, requireReadyChain } from '../state/get-chain-state.ts';
import { readChain, ReaderMemory } from './read-chain.ts';

let testApp: TestApp;
let chain: PlayedChain;
let node: PlayedNode;
let context: ChainContext;
let memory: ReaderMemory;

before(async () => {
  testApp = await openMerchantApp();
});
after(() => testApp.close());
beforeEach(async () => {
  await clearChains(testApp.sql);
  chain = playedChain();
  node = chain.node;
  context = chainContext(testApp, [chain]);
  memory = new ReaderMemory();
});

const step = () => readChain(context, chain, memory);

async function receiptOf(subjectId: string): Promise<Receipt> {
  const [receipt, ...more] = await listReceipts(testApp.sql, subjectId);
  assert.ok(receipt && more.length === 0);
  return receipt;
}

/** Whoever was to be looked at, and forgets it. */
async function takeReviews(): Promise<string[]> {
  const rows = await testApp.sql<{ subject_id: string }[]>`
    delete from merchant.chain_reviews returning subject_id`;
  return rows.map((row) => row.subject_id).toSorted();
}

test('a receipt is seen waiting, counts its confirmations, and its subject is looked at again each time', async () => {
  const subject = await watch(testApp.sql, { destination: 'btc/0/1' });
  await step();
  const payment = pay('a', 'btc/0/1', 500n);
  node.wait(payment);
  await step();
  assert.deepEqual(await takeReviews(), [subject]);
  const seen = await receiptOf(subject);
  assert.deepEqual(
    [seen.amountMinor, seen.confirmations, seen.visible, seen.credited],
    [500n, 0, true, false],
  );
  node.mine([payment]);
  await step();
  assert.deepEqual(await takeReviews(), [subject]);
  assert.equal((await receiptOf(subject)).confirmations, 1);
  node.mineMany(2);
  await step();
  assert.deepEqual(await takeReviews(), []);
  const confirmed = await receiptOf(subject);
  assert.deepEqual([confirmed.confirmations, confirmed.visible], [3, true]);
  assert.deepEqual(confirmed.firstSeenAt, seen.firstSeenAt);
});

test('a subject that asked for a height is looked at when that block comes, once', async () => {
  const subject = await watch(testApp.sql, { destination: 'btc/0/1' });
  await step();
  node.mine([pay('a', 'btc/0/1', 5n)]);
  await step();
  await takeReviews();
  const receipt = await receiptOf(subject);
  await testApp.sql.begin((tx) => reviewAt(tx, [{ receipt, height: node.height + 2 }]));
  node.mine();
  await step();
  assert.deepEqual(await takeReviews(), []);
  node.mine();
  await step();
  assert.deepEqual(await takeReviews(), [subject]);
  node.mine();
  await step();
  assert.deepEqual(await takeReviews(), []);
});

test('a transaction that was replaced is gone, and comes back when it is seen again', async () => {
  const subject = await watch(testApp.sql, { destination: 'btc/0/1' });
  await step();
  node.wait(pay('a', 'btc/0/1', 5n));
  await step();
  await takeReviews();
  node.waiting.delete('a');
  await step();
  assert.deepEqual(await takeReviews(), [subject]);
  assert.equal((await receiptOf(subject)).visible, false);
  node.wait(pay('a', 'btc/0/1', 5n));
  await step();
  assert.equal((await receiptOf(subject)).visible, true);
});

test('what a former reader saw waiting is gone when a new one no longer finds it', async () => {
  const subject = await watch(testApp.sql, { destination: 'btc/0/1' });
  node.wait(pay('a', 'btc/0/1', 5n));
  await step();
  node.waiting.clear();
  memory = new ReaderMemory();
  await step();
  assert.equal((await receiptOf(subject)).visible, false);
});

test('a reader whose list is older than what another has read since does not let a payment look gone', async () => {
  const subject = await watch(testApp.sql, { destination: 'btc/0/1' });
  await step();
  const other = new ReaderMemory();
  const listed = node.asked.get('unconfirmed') ?? 0;
  let isHeld = false;
  // The one has listed nothing, and is held up; meanwhile the coins come, and the other reads them.
  node.onQuestion = async (question) => {
    if (question !== 'tip' || isHeld || node.asked.get('unconfirmed') === listed) return;
    isHeld = true;
    node.wait(pay('a', 'btc/0/1', 5n));
    await readChain(context, chain, other);
  };
  await assert.rejects(step(), /another process has read on/);
  assert.equal(isHeld, true);
  for (const reader of [other, memory, other]) {
    await readChain(context, chain, reader);
    assert.equal((await receiptOf(subject)).visible, true);
  }
});

test('coins that were seen waiting stay first seen then, whatever time a miner writes on their block', async () => {
  const subject = await watch(testApp.sql, { destination: 'btc/0/1' });
  await step();
  const payment = pay('a', 'btc/0/1', 5n);
  node.wait(payment);
  await step();
  const { firstSeenAt } = await receiptOf(subject);
  node.mine([payment], firstSeenAt.getTime() - 3_600_000);
  await step();
  assert.deepEqual((await receiptOf(subject)).firstSeenAt, firstSeenAt);
});

test('an output of nothing is passed over', async () => {
  const subject = await watch(testApp.sql, { destination: 'btc/0/1' });
  await step();
  node.mine([pay('a', 'btc/0/1', 0n), pay('b', 'btc/0/1', 5n)]);
  await step();
  assert.equal((await receiptOf(subject)).transactionId, 'b');
});

test('first seen is the earliest that is known, but never before the address was handed out', async () => {
  const createdAt = new Date(testApp.clock.nowMs() - 60_000);
  const early = await watch(testApp.sql, { destination: 'btc/0/1', createdAt });
  const earlier = await watch(testApp.sql, { destination: 'btc/0/2', createdAt });
  const mined = await watch(testApp.sql, { destination: 'btc/0/3', createdAt });
  await step();
  const beforeStep = testApp.clock.nowMs();
  const times = { early: beforeStep - 30_000, earlier: beforeStep - 600_000, mined: beforeStep + 1_200_000 };
  // The chain is read again after half an hour.
  testApp.clock.offsetMs += 1_800_000;
  node.wait({ ...pay('a', 'btc/0/1', 5n), seenAtMs: times.early });
  node.wait({ ...pay('b', 'btc/0/2', 5n), seenAtMs: times.earlier });
  node.mine([pay('c', 'btc/0/3', 5n)], times.mined);
  await step();
  assert.equal((await receiptOf(early)).firstSeenAt.getTime(), times.early);
  assert.deepEqual((await receiptOf(earlier)).firstSeenAt, createdAt);
  assert.equal((await receiptOf(mined)).firstSeenAt.getTime(), times.mined);
});

test('a block with a time from before the last complete reading counts as mined after that reading', async () => {
  const createdAt = new Date(testApp.clock.nowMs() - 7_200_000);
  const subject = await watch(testApp.sql, { destination: 'btc/0/1', createdAt });
  await step();
  const { caughtUpAt } = await getChainState(testApp.sql, 'BTC');
  testApp.clock.offsetMs += 600_000;
  node.mine([pay('a', 'btc/0/1', 5n)], testApp.clock.nowMs() - 3_600_000);
  await step();
  const { firstSeenAt, minedAt } = await receiptOf(subject);
  assert.deepEqual([firstSeenAt, minedAt], [caughtUpAt, caughtUpAt]);
});

test('the first reading begins with the newest block, or where the chain says', async () => {
  node.mineMany(30);
  await step();
  assert.equal((await getChainState(testApp.sql, 'BTC')).height, node.height);
  assert.equal((await testApp.sql`select from merchant.chain_blocks`).length, 1);
  await clearChains(testApp.sql);
  chain = { ...chain, firstHeight: node.height - 24 };
  while (!(await step()).complete);
  assert.equal((await testApp.sql`select from merchant.chain_blocks`).length, 25);
});

test('caught up means: asked after everything that was read, and never while blocks are unread', async () => {
  await step();
  const caughtUp = async () => (await getChainState(testApp.sql, 'BTC')).caughtUpAt?.getTime() ?? 0;
  const first = await caughtUp();
  node.mineMany(150);
  let steps = 0;
  for (let complete = false; !complete; steps++) {
    const beforeStep = testApp.clock.nowMs();
    ({ complete } = await step());
    if (complete) assert.ok((await caughtUp()) >= beforeStep);
    else assert.equal(await caughtUp(), first);
  }
  assert.ok(steps > 1);
  // What happens while the node answers is after that moment.
  let asked = 0;
  node.onQuestion = () => {
    asked ||= testApp.clock.nowMs();
    testApp.clock.offsetMs += 1000;
  };
  await step();
  assert.ok((await caughtUp()) <= asked);
});

test('a block that comes while the waiting transactions are listed does not make a payment vanish', async () => {
  const subject = await watch(testApp.sql, { destination: 'btc/0/1' });
  const payment = pay('a', 'btc/0/1', 5n);
  node.wait(payment);
  await step();
  node.onQuestion = (question) => {
    if (question === 'unconfirmed' && node.waiting.size > 0) node.mine([payment]);
  };
  const beforeStep = testApp.clock.nowMs();
  assert.equal((await step()).complete, true);
  const { visible, confirmations } = await receiptOf(subject);
  assert.deepEqual([visible, confirmations], [true, 1]);
  assert.ok(((await getChainState(testApp.sql, 'BTC')).caughtUpAt?.getTime() ?? 0) >= beforeStep);
});

test('the chain stands still while somebody is looked at', async () => {
  const subject = await watch(testApp.sql, { destination: 'btc/0/1' });
  await step();
  node.mine([pay('a', 'btc/0/1', 5n)]);
  await step();
  node.mine();
  let reading: Promise<unknown> | undefined;
  const heights: number[] = [];
  let confirmations: number | undefined;
  await runReviews(
    context,
    {
      async funds(tx) {
        heights.push((await getChainState(tx, 'BTC')).height);
        reading = step();
        // The reader is at its lock, or would have passed it.
        await until(
          async () =>
            (await isLockAwaited(testApp.sql)) ||
            (await getChainState(testApp.sql, 'BTC')).height === node.height,
          'the reader’s turn',
        );
        heights.push((await getChainState(tx, 'BTC')).height);
        confirmations = (await listReceipts(tx, subject))[0]?.confirmations;
      },
    },
    'BTC',
  );
  await reading;
  assert.deepEqual(heights, [node.height - 1, node.height - 1]);
  assert.equal(confirmations, 1);
  assert.equal((await receiptOf(subject)).confirmations, 2);
});

test('old blocks without anything of ours are forgotten, all others stay', async () => {
  await watch(testApp.sql, { destination: 'btc/0/1' });
  await step();
  const [ours] = [node.mine([pay('a', 'btc/0/1', 5n)])];
  node.mineMany(1200);
  while (!(await step()).complete);
  const rows = await testApp.sql<
    { height: bigint }[]
  >`select height from merchant.chain_blocks order by height`;
  const heights = rows.map((row) => Number(row.height));
  assert.equal(heights[0], ours.height);
  assert.ok(heights.length > 1000 && heights.length <= 1102, String(heights.length));
  assert.equal(heights.at(-1), node.height);
});

test('coins for an account of ours that nobody waits for are kept, also when their tag is handed out later', async () => {
  await step();
  node.mine([pay('a', 'btc/account:77', 5n)]);
  await step();
  const subject = await watch(testApp.sql, { destination: 'btc/account:77' });
  node.unwind(1);
  node.mineMany(1);
  node.mine([pay('a', 'btc/account:77', 5n)]);
  await step();
  const [row] = await testApp.sql`select subject_id, block_height, amount from merchant.chain_outputs`;
  assert.deepEqual({ ...row }, { subject_id: null, block_height: BigInt(node.height), amount: 5n });
  assert.deepEqual(await listReceipts(testApp.sql, subject), []);
});

test('what we sent is followed: waiting, mined, undone, excluded', async () => {
  await step();
  const payout = newId();
  await testApp.sql.begin((tx) =>
    recordOutgoingTransaction(tx, {
      coin: 'BTC',
      transactionId: 's',
      subjectId: payout,
      spends: ['x:0', 'y:1'],
    }),
  );
  const state = async () => {
    const [sent] = await listOutgoingTransactions(testApp.sql, payout);
    return [sent?.visible, sent?.confirmations, sent?.excludedConfirmations];
  };
  assert.deepEqual(await state(), [false, 0, 0]);
  const ours = pay('s', 'elsewhere', 5n, ['x:0', 'y:1']);
  node.wait(ours);
  await step();
  assert.deepEqual(await state(), [true, 0, 0]);
  assert.deepEqual(await takeReviews(), [payout]);
  node.mine([ours]);
  node.mine();
  await step();
  assert.deepEqual(await state(), [true, 2, 0]);
  assert.deepEqual(await takeReviews(), [payout]);
  node.unwind(2, ['s']);
  node.mine([pay('other', 'elsewhere', 4n, ['y:1'])]);
  node.mineMany(2);
  await step();
  assert.deepEqual(await state(), [false, 0, 3]);
  assert.deepEqual(await takeReviews(), [payout]);
  await assert.rejects(
    testApp.sql.begin((tx) =>
      recordOutgoingTransaction(tx, {
        coin: 'BTC',
        transactionId: 't',
        subjectId: newId(),
        spends: ['z:0', 'x:0'],
      }),
    ),
    /chain_claims_pkey/,
  );
});

test('nothing new is begun on a chain that nobody reads, or whose fees nobody knows', async () => {
  const unavailable = { code: 'node_unavailable', status: 503 };
  await assert.rejects(getChainState(testApp.sql, 'BTC'), unavailable);
  await step();
  assert.equal(requireReadyChain(await getChainState(testApp.sql, 'BTC')).feeRate, 1000n);
  await testApp.sql`update merchant.chain_states set checked_at = checked_at - interval '3 minutes'`;
  const old = await getChainState(testApp.sql, 'BTC');
  assert.throws(() => requireReadyChain(old), unavailable);
  assert.throws(() => requireReadyChain({ ...old, ageMs: 0, feeRate: null }), unavailable);
  await step();
  requireReadyChain(await getChainState(testApp.sql, 'BTC'));
});
