import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useChainStage } from '../../../../test/support/chain-stage.ts';
import { clearChains, watch } from '../../../../test/support/chain-context.ts';
import { pay } from '../../../../test/support/played-chain.ts';
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

const stage = useChainStage();

const step = stage.read;

async function receiptOf(subjectId: string): Promise<Receipt> {
  const [receipt, ...more] = await listReceipts(stage.sql, subjectId);
  assert.ok(receipt && more.length === 0);
  return receipt;
}

/** Returns and deletes the queued reviews. */
async function takeReviews(): Promise<string[]> {
  const rows = await stage.sql<{ subject_id: string }[]>`
    delete from merchant.chain_reviews returning subject_id`;
  return rows.map((row) => row.subject_id).toSorted();
}

test('a receipt appears unconfirmed, counts its confirmations, and each change queues a review of its subject', async () => {
  const subject = await watch(stage.sql, { destination: 'btc/0/1' });
  await step();
  const payment = pay('a', 'btc/0/1', 500n);
  stage.node.wait(payment);
  await step();
  assert.deepEqual(await takeReviews(), [subject]);
  const seen = await receiptOf(subject);
  assert.deepEqual(
    [seen.amountMinor, seen.confirmations, seen.visible, seen.credited],
    [500n, 0, true, false],
  );
  stage.node.mine([payment]);
  await step();
  assert.deepEqual(await takeReviews(), [subject]);
  assert.equal((await receiptOf(subject)).confirmations, 1);
  stage.node.mineMany(2);
  await step();
  assert.deepEqual(await takeReviews(), []);
  const confirmed = await receiptOf(subject);
  assert.deepEqual([confirmed.confirmations, confirmed.visible], [3, true]);
  assert.deepEqual(confirmed.firstSeenAt, seen.firstSeenAt);
});

test('a subject that requested a height is reviewed once when that block arrives', async () => {
  const subject = await watch(stage.sql, { destination: 'btc/0/1' });
  await step();
  stage.node.mine([pay('a', 'btc/0/1', 5n)]);
  await step();
  await takeReviews();
  const receipt = await receiptOf(subject);
  await stage.sql.begin((tx) => reviewAt(tx, [{ receipt, height: stage.node.height + 2 }]));
  stage.node.mine();
  await step();
  assert.deepEqual(await takeReviews(), []);
  stage.node.mine();
  await step();
  assert.deepEqual(await takeReviews(), [subject]);
  stage.node.mine();
  await step();
  assert.deepEqual(await takeReviews(), []);
});

test('a replaced transaction is gone, and returns when the node has it again', async () => {
  const subject = await watch(stage.sql, { destination: 'btc/0/1' });
  await step();
  stage.node.wait(pay('a', 'btc/0/1', 5n));
  await step();
  await takeReviews();
  stage.node.waiting.delete('a');
  await step();
  assert.deepEqual(await takeReviews(), [subject]);
  assert.equal((await receiptOf(subject)).visible, false);
  stage.node.wait(pay('a', 'btc/0/1', 5n));
  await step();
  assert.equal((await receiptOf(subject)).visible, true);
});

test('a new reader marks a transaction as gone that an earlier reader saw unconfirmed', async () => {
  const subject = await watch(stage.sql, { destination: 'btc/0/1' });
  stage.node.wait(pay('a', 'btc/0/1', 5n));
  await step();
  stage.node.waiting.clear();
  stage.memory = new ReaderMemory();
  await step();
  assert.equal((await receiptOf(subject)).visible, false);
});

test('a reader with an outdated mempool list does not mark a newer payment as gone', async () => {
  const subject = await watch(stage.sql, { destination: 'btc/0/1' });
  await step();
  const other = new ReaderMemory();
  const listed = stage.node.asked.get('unconfirmed') ?? 0;
  let isHeld = false;
  // The first reader has listed the mempool and is delayed. Meanwhile the coins arrive and the second reader stores
  // them.
  stage.node.onQuestion = async (question) => {
    if (question !== 'tip' || isHeld || stage.node.asked.get('unconfirmed') === listed) return;
    isHeld = true;
    stage.node.wait(pay('a', 'btc/0/1', 5n));
    await readChain(stage.context, stage.chain, other);
  };
  await assert.rejects(step(), /another process has read the chain meanwhile/);
  assert.equal(isHeld, true);
  for (const reader of [other, stage.memory, other]) {
    await readChain(stage.context, stage.chain, reader);
    assert.equal((await receiptOf(subject)).visible, true);
  }
});

test('coins keep the time at which they were first seen, even if the miner states another', async () => {
  const subject = await watch(stage.sql, { destination: 'btc/0/1' });
  await step();
  const payment = pay('a', 'btc/0/1', 5n);
  stage.node.wait(payment);
  await step();
  const { firstSeenAt } = await receiptOf(subject);
  stage.node.mine([payment], firstSeenAt.getTime() - 3_600_000);
  await step();
  assert.deepEqual((await receiptOf(subject)).firstSeenAt, firstSeenAt);
});

test('ignores an output of 0', async () => {
  const subject = await watch(stage.sql, { destination: 'btc/0/1' });
  await step();
  stage.node.mine([pay('a', 'btc/0/1', 0n), pay('b', 'btc/0/1', 5n)]);
  await step();
  assert.equal((await receiptOf(subject)).transactionId, 'b');
});

test('an output was first seen at its earliest known time, but not before its address was assigned', async () => {
  const createdAt = new Date(stage.testApp.clock.nowMs() - 60_000);
  const early = await watch(stage.sql, { destination: 'btc/0/1', createdAt });
  const earlier = await watch(stage.sql, { destination: 'btc/0/2', createdAt });
  const mined = await watch(stage.sql, { destination: 'btc/0/3', createdAt });
  await step();
  const beforeStep = stage.testApp.clock.nowMs();
  const times = { early: beforeStep - 30_000, earlier: beforeStep - 600_000, mined: beforeStep + 1_200_000 };
  // The chain is read again after half an hour.
  stage.testApp.clock.offsetMs += 1_800_000;
  stage.node.wait({ ...pay('a', 'btc/0/1', 5n), seenAtMs: times.early });
  stage.node.wait({ ...pay('b', 'btc/0/2', 5n), seenAtMs: times.earlier });
  stage.node.mine([pay('c', 'btc/0/3', 5n)], times.mined);
  await step();
  assert.equal((await receiptOf(early)).firstSeenAt.getTime(), times.early);
  assert.deepEqual((await receiptOf(earlier)).firstSeenAt, createdAt);
  assert.equal((await receiptOf(mined)).firstSeenAt.getTime(), times.mined);
});

test('a block dated before the last complete reading counts as mined after it', async () => {
  const createdAt = new Date(stage.testApp.clock.nowMs() - 7_200_000);
  const subject = await watch(stage.sql, { destination: 'btc/0/1', createdAt });
  await step();
  const { caughtUpAt } = await getChainState(stage.sql, 'BTC');
  stage.testApp.clock.offsetMs += 600_000;
  stage.node.mine([pay('a', 'btc/0/1', 5n)], stage.testApp.clock.nowMs() - 3_600_000);
  await step();
  const { firstSeenAt, minedAt } = await receiptOf(subject);
  assert.deepEqual([firstSeenAt, minedAt], [caughtUpAt, caughtUpAt]);
});

test("the first reading begins with the newest block or with the chain's first height", async () => {
  stage.node.mineMany(30);
  await step();
  assert.equal((await getChainState(stage.sql, 'BTC')).height, stage.node.height);
  assert.equal((await stage.sql`select from merchant.chain_blocks`).length, 1);
  await clearChains(stage.sql);
  stage.chain = { ...stage.chain, firstHeight: stage.node.height - 24 };
  while (!(await step()).complete);
  assert.equal((await stage.sql`select from merchant.chain_blocks`).length, 25);
});

test('caughtUpAt is the time before the requests, and stays unchanged while blocks are unread', async () => {
  await step();
  const caughtUp = async () => (await getChainState(stage.sql, 'BTC')).caughtUpAt?.getTime() ?? 0;
  const first = await caughtUp();
  stage.node.mineMany(150);
  let steps = 0;
  for (let complete = false; !complete; steps++) {
    const beforeStep = stage.testApp.clock.nowMs();
    ({ complete } = await step());
    if (complete) assert.ok((await caughtUp()) >= beforeStep);
    else assert.equal(await caughtUp(), first);
  }
  assert.ok(steps > 1);
  // Anything that happens while the node answers is after that time.
  let asked = 0;
  stage.node.onQuestion = () => {
    asked ||= stage.testApp.clock.nowMs();
    stage.testApp.clock.offsetMs += 1000;
  };
  await step();
  assert.ok((await caughtUp()) <= asked);
});

test('a block that arrives while the mempool is listed does not make a payment gone', async () => {
  const subject = await watch(stage.sql, { destination: 'btc/0/1' });
  const payment = pay('a', 'btc/0/1', 5n);
  stage.node.wait(payment);
  await step();
  stage.node.onQuestion = (question) => {
    if (question === 'unconfirmed' && stage.node.waiting.size > 0) stage.node.mine([payment]);
  };
  const beforeStep = stage.testApp.clock.nowMs();
  assert.equal((await step()).complete, true);
  const { visible, confirmations } = await receiptOf(subject);
  assert.deepEqual([visible, confirmations], [true, 1]);
  assert.ok(((await getChainState(stage.sql, 'BTC')).caughtUpAt?.getTime() ?? 0) >= beforeStep);
});

test('the chain does not change while a subject is reviewed', async () => {
  const subject = await watch(stage.sql, { destination: 'btc/0/1' });
  await step();
  stage.node.mine([pay('a', 'btc/0/1', 5n)]);
  await step();
  stage.node.mine();
  let reading: Promise<unknown> | undefined;
  const heights: number[] = [];
  let confirmations: number | undefined;
  await runReviews(
    stage.context,
    {
      async funds(tx) {
        heights.push((await getChainState(tx, 'BTC')).height);
        reading = step();
        // The reader either waits for the lock or has ignored it.
        await until(
          async () =>
            (await isLockAwaited(stage.sql)) ||
            (await getChainState(stage.sql, 'BTC')).height === stage.node.height,
          'the reader’s turn',
        );
        heights.push((await getChainState(tx, 'BTC')).height);
        confirmations = (await listReceipts(tx, subject))[0]?.confirmations;
      },
    },
    'BTC',
  );
  await reading;
  assert.deepEqual(heights, [stage.node.height - 1, stage.node.height - 1]);
  assert.equal(confirmations, 1);
  assert.equal((await receiptOf(subject)).confirmations, 2);
});

test('deletes only old blocks without anything of ours', async () => {
  await watch(stage.sql, { destination: 'btc/0/1' });
  await step();
  const [ours] = [stage.node.mine([pay('a', 'btc/0/1', 5n)])];
  stage.node.mineMany(1200);
  while (!(await step()).complete);
  const rows = await stage.sql<
    { height: bigint }[]
  >`select height from merchant.chain_blocks order by height`;
  const heights = rows.map((row) => Number(row.height));
  assert.equal(heights[0], ours.height);
  assert.ok(heights.length > 1000 && heights.length <= 1102, String(heights.length));
  assert.equal(heights.at(-1), stage.node.height);
});

test('coins for an unassigned address of ours are stored and stay unassigned when their tag is assigned later', async () => {
  await step();
  stage.node.mine([pay('a', 'btc/account:77', 5n)]);
  await step();
  const subject = await watch(stage.sql, { destination: 'btc/account:77' });
  stage.node.unwind(1);
  stage.node.mineMany(1);
  stage.node.mine([pay('a', 'btc/account:77', 5n)]);
  await step();
  const [row] = await stage.sql`select subject_id, block_height, amount from merchant.chain_outputs`;
  assert.deepEqual({ ...row }, { subject_id: null, block_height: BigInt(stage.node.height), amount: 5n });
  assert.deepEqual(await listReceipts(stage.sql, subject), []);
});

test('follows an outgoing transaction: unconfirmed, mined, unwound, excluded', async () => {
  await step();
  const payout = newId();
  await stage.sql.begin((tx) =>
    recordOutgoingTransaction(tx, {
      coin: 'BTC',
      transactionId: 's',
      subjectId: payout,
      spends: ['x:0', 'y:1'],
    }),
  );
  const state = async () => {
    const [sent] = await listOutgoingTransactions(stage.sql, payout);
    return [sent?.visible, sent?.confirmations, sent?.excludedConfirmations];
  };
  assert.deepEqual(await state(), [false, 0, 0]);
  const ours = pay('s', 'elsewhere', 5n, ['x:0', 'y:1']);
  stage.node.wait(ours);
  await step();
  assert.deepEqual(await state(), [true, 0, 0]);
  assert.deepEqual(await takeReviews(), [payout]);
  stage.node.mine([ours]);
  stage.node.mine();
  await step();
  assert.deepEqual(await state(), [true, 2, 0]);
  assert.deepEqual(await takeReviews(), [payout]);
  stage.node.unwind(2, ['s']);
  stage.node.mine([pay('other', 'elsewhere', 4n, ['y:1'])]);
  stage.node.mineMany(2);
  await step();
  assert.deepEqual(await state(), [false, 0, 3]);
  assert.deepEqual(await takeReviews(), [payout]);
  await assert.rejects(
    stage.sql.begin((tx) =>
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

test('requireReadyChain rejects a chain that is not read or has no fee rate', async () => {
  const unavailable = { code: 'node_unavailable', status: 503 };
  await assert.rejects(getChainState(stage.sql, 'BTC'), unavailable);
  await step();
  assert.equal(requireReadyChain(await getChainState(stage.sql, 'BTC')).feeRate, 1000n);
  await stage.sql`update merchant.chain_states set checked_at = checked_at - interval '3 minutes'`;
  const old = await getChainState(stage.sql, 'BTC');
  assert.throws(() => requireReadyChain(old), unavailable);
  assert.throws(() => requireReadyChain({ ...old, ageMs: 0, feeRate: null }), unavailable);
  await step();
  requireReadyChain(await getChainState(stage.sql, 'BTC'));
});
