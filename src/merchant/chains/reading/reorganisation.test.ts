import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useChainStage } from '../../../../test/support/chain-stage.ts';
import { storedTip, watch } from '../../../../test/support/chain-context.ts';
import { pay } from '../../../../test/support/played-chain.ts';
import { listReceipts } from '../receipts/list-receipts.ts';
import type { Receipt } from '../receipts/receipt.rules.ts';
import { takeReviews } from '../reviews/review.store.ts';
import { runReviews } from '../reviews/run-reviews.ts';
import { getChainState } from '../state/get-chain-state.ts';
import { holdChains } from '../state/hold-chains.ts';
import { ChainFault } from './chain-fault.ts';
import { readChain, ReaderMemory } from './read-chain.ts';

const stage = useChainStage();

const step = stage.read;
const faulty = (code: string) => (error: unknown) => error instanceof ChainFault && error.code === code;

async function receiptOf(subjectId: string): Promise<Receipt> {
  const [receipt, ...more] = await listReceipts(stage.sql, subjectId);
  assert.ok(receipt && more.length === 0);
  return receipt;
}

test('a reorganisation is one transaction: no reader sees the payment between the branches', async () => {
  const subject = await watch(stage.sql, { destination: 'btc/0/1' });
  await step();
  const payment = pay('a', 'btc/0/1', 5n);
  stage.node.mine([payment]);
  stage.node.mineMany(3);
  await step();
  stage.node.unwind(4);
  stage.node.mine();
  stage.node.mine([payment]);
  stage.node.mineMany(60);
  const { complete } = await step();
  assert.ok(complete);
  assert.equal((await receiptOf(subject)).confirmations, 61);
  const [count] = await stage.sql<{ count: number }[]>`
    select count(*)::integer from merchant.chain_blocks where hash like '%-0'`;
  assert.equal(count?.count, 1);
});

test('reads a reorganisation together with the blocks that arrive during it', async () => {
  const subject = await watch(stage.sql, { destination: 'btc/0/1' });
  const payment = pay('a', 'btc/0/1', 5n);
  await step();
  stage.node.mine([payment]);
  await step();
  stage.node.unwind(1);
  stage.node.mineMany(2);
  stage.node.onQuestion = (question) => void (question === 'unconfirmed' && stage.node.mine([payment]));
  assert.ok((await step()).complete);
  assert.equal((await receiptOf(subject)).confirmations, 1);
  assert.equal((await getChainState(stage.sql, 'BTC')).height, stage.node.height);
});

test('leaves a reorganisation for the next attempt if the node undoes a part of it meanwhile', async () => {
  const subject = await watch(stage.sql, { destination: 'btc/0/1' });
  const payment = pay('a', 'btc/0/1', 5n);
  await step();
  stage.node.mine([payment]);
  await step();
  stage.node.unwind(1);
  stage.node.mine([payment]);
  stage.node.mine();
  // The mempool is listed while the payment is in a block, which is then unwound: the payment is unconfirmed but in no
  // list.
  stage.node.onQuestion = () => {
    if (stage.node.asked.get('tip') !== 6) return;
    stage.node.unwind(2);
    stage.node.mineMany(3);
    stage.node.onQuestion = () => {};
  };
  await assert.rejects(step(), faulty('node_moved'));
  assert.equal((await receiptOf(subject)).confirmations, 1);
  assert.ok((await step()).complete);
  const { visible, confirmations } = await receiptOf(subject);
  assert.deepEqual([visible, confirmations], [true, 0]);
});

test('a reorganisation longer than a step queues no reviews before its end', async () => {
  const subject = await watch(stage.sql, { destination: 'btc/0/1' });
  const payment = pay('a', 'btc/0/1', 5n);
  await step();
  stage.node.mine([payment]);
  await step();
  stage.node.unwind(1);
  stage.node.mineMany(120);
  stage.node.mine([payment]);
  assert.equal((await step()).complete, false);
  const fault = async () => (await stage.sql`select fault from merchant.chain_states`)[0]?.['fault'];
  assert.equal(await fault(), 'reorganising');
  assert.equal((await receiptOf(subject)).visible, false);
  const reviewed: string[] = [];
  const review = () =>
    runReviews(stage.context, { funds: async (_tx, _context, id) => void reviewed.push(id) }, 'BTC');
  await review();
  const hold = () => stage.sql.begin((tx) => holdChains(tx, ['LTC', 'BTC']));
  // Accepting or refunding now would find a payment without its coins.
  await assert.rejects(hold(), { code: 'node_unavailable' });
  const listed = { coin: 'BTC', purpose: 'funds', subjectId: subject } as const;
  assert.equal(await stage.sql.begin((tx) => takeReviews(tx, listed)), false);
  while (!(await step()).complete) assert.equal(await fault(), 'reorganising');
  assert.equal(await fault(), null);
  await hold();
  assert.deepEqual(reviewed, []);
  await review();
  assert.deepEqual(reviewed, [subject]);
  assert.equal((await receiptOf(subject)).visible, true);
});

test('a node that is behind changes nothing', async () => {
  await step();
  stage.node.mineMany(5);
  await step();
  const stored = await storedTip(stage.sql);
  const gone = stage.node.blocks.splice(-3);
  await assert.rejects(step(), faulty('node_behind'));
  assert.equal((await storedTip(stage.sql)).hash, stored.hash);
  stage.node.blocks.push(...gone);
  await step();
});

test('follows a shorter branch that differs from the stored one', async () => {
  await step();
  stage.node.mineMany(5);
  await step();
  stage.node.unwind(4);
  stage.node.mine();
  await step();
  assert.deepEqual(await storedTip(stage.sql), await stage.node.tip());
});

test('stops without changes while the node has none of the stored blocks', async () => {
  const subject = await watch(stage.sql, { destination: 'btc/0/1' });
  await step();
  stage.node.mine([pay('a', 'btc/0/1', 5n)]);
  await step();
  const right = [...stage.node.blocks];
  stage.node.unwind(stage.node.blocks.length);
  stage.node.mineMany(10);
  await assert.rejects(step(), faulty('deep_reorganisation'));
  assert.equal((await receiptOf(subject)).confirmations, 1);
  stage.node.blocks.splice(0, Infinity, ...right);
  stage.node.waiting.clear();
  stage.node.mine();
  assert.ok((await step()).complete);
  assert.equal((await receiptOf(subject)).confirmations, 2);
});

test('two readers of one chain store every block once', async () => {
  await step();
  for (let round = 0; round < 10; round++) {
    stage.node.mine();
    const results = await Promise.allSettled([
      step(),
      readChain(stage.context, stage.chain, new ReaderMemory()),
    ]);
    assert.ok(results.some((result) => result.status === 'fulfilled'));
  }
  const { height } = await getChainState(stage.sql, 'BTC');
  assert.equal(height, stage.node.height);
  assert.equal((await stage.sql`select from merchant.chain_blocks`).length, stage.node.blocks.length);
});

/** Has the reader see a payment in a block, then unwinds it. The payment is in none of the blocks that follow. */
async function unwindPayment(blocksInstead: number): Promise<string> {
  const subject = await watch(stage.sql, { destination: 'btc/0/1' });
  const payment = pay('a', 'btc/0/1', 5n);
  stage.node.wait(payment);
  await step();
  // The payment arrives after the mempool was listed, so the reader knows it only from its block.
  const tips = stage.node.asked.get('tip') ?? 0;
  stage.node.onQuestion = (question) => {
    if (question !== 'tip' || stage.node.asked.get('tip') !== tips + 2) return;
    stage.node.mine([payment]);
    stage.node.mine();
  };
  assert.ok((await step()).complete);
  assert.equal((await receiptOf(subject)).confirmations, 2);
  stage.node.onQuestion = () => {};
  stage.node.unwind(2);
  stage.node.mineMany(blocksInstead);
  return subject;
}

test('a known transaction that is unconfirmed again after its block was unwound is not gone', async () => {
  const subject = await unwindPayment(3);
  await step();
  const { visible, confirmations } = await receiptOf(subject);
  assert.deepEqual([visible, confirmations], [true, 0]);
});

test('a known transaction is not gone after a reorganisation of several steps either', async () => {
  const subject = await unwindPayment(120);
  assert.equal((await step()).complete, false);
  while (!(await step()).complete);
  const { visible, confirmations } = await receiptOf(subject);
  assert.deepEqual([visible, confirmations], [true, 0]);
});

test('never combines blocks of two branches', async () => {
  await step();
  const stored = await storedTip(stage.sql);
  stage.node.mineMany(5);
  let asked = 0;
  stage.node.onQuestion = (question) => {
    if (question !== 'block' || ++asked !== 3) return;
    stage.node.unwind(5);
    stage.node.mineMany(6);
  };
  await assert.rejects(step(), faulty('node_moved'));
  assert.equal((await storedTip(stage.sql)).hash, stored.hash);
  stage.node.onQuestion = () => {};
  await step();
  assert.equal((await storedTip(stage.sql)).hash, (await stage.node.tip()).hash);
});

test('a reader that was overtaken during its requests writes nothing', async () => {
  await step();
  stage.node.mineMany(2);
  await step();
  stage.node.mine();
  let overtaken = false;
  stage.node.onQuestion = async (question) => {
    if (question !== 'fee' || overtaken) return;
    overtaken = true;
    stage.node.unwind(2);
    stage.node.mine();
    await readChain(stage.context, stage.chain, new ReaderMemory());
  };
  await assert.rejects(step(), faulty('node_moved'));
  const { height, hash } = await storedTip(stage.sql);
  assert.deepEqual({ height, hash }, await stage.node.tip());
  const blocks = await stage.sql`select from merchant.chain_blocks where height > ${height}`;
  assert.equal(blocks.length, 0);
});
