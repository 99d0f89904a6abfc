import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import {
  chainContext,
  clearChains,
  storedTip,
  watch,
  type ChainContext,
} from '../../../../test/support/chain-context.ts';
import {
  pay,
  playedChain,
  type PlayedChain,
  type PlayedNode,
} from '../../../../test/support/played-chain.ts';
import { listReceipts } from '../receipts/list-receipts.ts';
import type { Receipt } from '../receipts/receipt.rules.ts';
import { takeReviews } from '../reviews/review.store.ts';
import { runReviews } from '../reviews/run-reviews.ts';
import { getChainState } from '../state/get-chain-state.ts';
import { holdChains } from '../state/hold-chains.ts';
import { ChainFault } from './chain-fault.ts';
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
const faulty = (code: string) => (error: unknown) => error instanceof ChainFault && error.code === code;

async function receiptOf(subjectId: string): Promise<Receipt> {
  const [receipt, ...more] = await listReceipts(testApp.sql, subjectId);
  assert.ok(receipt && more.length === 0);
  return receipt;
}

test('a reorganisation is one transaction: nobody sees the payment between the branches', async () => {
  const subject = await watch(testApp.sql, { destination: 'btc/0/1' });
  await step();
  const payment = pay('a', 'btc/0/1', 5n);
  node.mine([payment]);
  node.mineMany(3);
  await step();
  node.unwind(4);
  node.mine();
  node.mine([payment]);
  node.mineMany(60);
  const { complete } = await step();
  assert.ok(complete);
  assert.equal((await receiptOf(subject)).confirmations, 61);
  const [count] = await testApp.sql<{ count: number }[]>`
    select count(*)::integer from merchant.chain_blocks where hash like '%-0'`;
  assert.equal(count?.count, 1);
});

test('a reorganisation is read together with the blocks that come meanwhile', async () => {
  const subject = await watch(testApp.sql, { destination: 'btc/0/1' });
  const payment = pay('a', 'btc/0/1', 5n);
  await step();
  node.mine([payment]);
  await step();
  node.unwind(1);
  node.mineMany(2);
  node.onQuestion = (question) => void (question === 'unconfirmed' && node.mine([payment]));
  assert.ok((await step()).complete);
  assert.equal((await receiptOf(subject)).confirmations, 1);
  assert.equal((await getChainState(testApp.sql, 'BTC')).height, node.height);
});

test('a reorganisation of which the node takes back a part while it is read is left for the next attempt', async () => {
  const subject = await watch(testApp.sql, { destination: 'btc/0/1' });
  const payment = pay('a', 'btc/0/1', 5n);
  await step();
  node.mine([payment]);
  await step();
  node.unwind(1);
  node.mine([payment]);
  node.mine();
  // Listed while it was in a block that then is none any more: it waits, and is in no list.
  node.onQuestion = () => {
    if (node.asked.get('tip') !== 6) return;
    node.unwind(2);
    node.mineMany(3);
    node.onQuestion = () => {};
  };
  await assert.rejects(step(), faulty('node_moved'));
  assert.equal((await receiptOf(subject)).confirmations, 1);
  assert.ok((await step()).complete);
  const { visible, confirmations } = await receiptOf(subject);
  assert.deepEqual([visible, confirmations], [true, 0]);
});

test('a reorganisation longer than a step reviews nobody before its end', async () => {
  const subject = await watch(testApp.sql, { destination: 'btc/0/1' });
  const payment = pay('a', 'btc/0/1', 5n);
  await step();
  node.mine([payment]);
  await step();
  node.unwind(1);
  node.mineMany(120);
  node.mine([payment]);
  assert.equal((await step()).complete, false);
  const fault = async () => (await testApp.sql`select fault from merchant.chain_states`)[0]?.['fault'];
  assert.equal(await fault(), 'reorganising');
  assert.equal((await receiptOf(subject)).visible, false);
  const reviewed: string[] = [];
  const review = () =>
    runReviews(context, { funds: async (_tx, _context, id) => void reviewed.push(id) }, 'BTC');
  await review();
  const hold = () => testApp.sql.begin((tx) => holdChains(tx, ['LTC', 'BTC']));
  // Whoever accepts or refunds meanwhile would find a payment without its coins.
  await assert.rejects(hold(), { code: 'node_unavailable' });
  const listed = { coin: 'BTC', purpose: 'funds', subjectId: subject } as const;
  assert.equal(await testApp.sql.begin((tx) => takeReviews(tx, listed)), false);
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
  node.mineMany(5);
  await step();
  const stored = await storedTip(testApp.sql);
  const gone = node.blocks.splice(-3);
  await assert.rejects(step(), faulty('node_behind'));
  assert.equal((await storedTip(testApp.sql)).hash, stored.hash);
  node.blocks.push(...gone);
  await step();
});

test('a shorter branch that is really another is followed', async () => {
  await step();
  node.mineMany(5);
  await step();
  node.unwind(4);
  node.mine();
  await step();
  assert.deepEqual(await storedTip(testApp.sql), await node.tip());
});

test('a node of which no stored block is left stops the reading, and nothing is undone, until it has them again', async () => {
  const subject = await watch(testApp.sql, { destination: 'btc/0/1' });
  await step();
  node.mine([pay('a', 'btc/0/1', 5n)]);
  await step();
  const right = [...node.blocks];
  node.unwind(node.blocks.length);
  node.mineMany(10);
  await assert.rejects(step(), faulty('deep_reorganisation'));
  assert.equal((await receiptOf(subject)).confirmations, 1);
  node.blocks.splice(0, Infinity, ...right);
  node.waiting.clear();
  node.mine();
  assert.ok((await step()).complete);
  assert.equal((await receiptOf(subject)).confirmations, 2);
});

test('two readers of one chain write every block once', async () => {
  await step();
  for (let round = 0; round < 10; round++) {
    node.mine();
    const results = await Promise.allSettled([step(), readChain(context, chain, new ReaderMemory())]);
    assert.ok(results.some((result) => result.status === 'fulfilled'));
  }
  const { height } = await getChainState(testApp.sql, 'BTC');
  assert.equal(height, node.height);
  assert.equal((await testApp.sql`select from merchant.chain_blocks`).length, node.blocks.length);
});

/** A payment whose block the reader has seen and the node then gave up, without it in any block that came instead. */
async function unwindPayment(blocksInstead: number): Promise<string> {
  const subject = await watch(testApp.sql, { destination: 'btc/0/1' });
  const payment = pay('a', 'btc/0/1', 5n);
  node.wait(payment);
  await step();
  // It comes after the waiting ones were listed: the reader knows it as one of them and has it in a block.
  const tips = node.asked.get('tip') ?? 0;
  node.onQuestion = (question) => {
    if (question !== 'tip' || node.asked.get('tip') !== tips + 2) return;
    node.mine([payment]);
    node.mine();
  };
  assert.ok((await step()).complete);
  assert.equal((await receiptOf(subject)).confirmations, 2);
  node.onQuestion = () => {};
  node.unwind(2);
  node.mineMany(blocksInstead);
  return subject;
}

test('a transaction that waits again after its block was unwound is not gone, although it was known before', async () => {
  const subject = await unwindPayment(3);
  await step();
  const { visible, confirmations } = await receiptOf(subject);
  assert.deepEqual([visible, confirmations], [true, 0]);
});

test('the same after a reorganisation that took several steps', async () => {
  const subject = await unwindPayment(120);
  assert.equal((await step()).complete, false);
  while (!(await step()).complete);
  const { visible, confirmations } = await receiptOf(subject);
  assert.deepEqual([visible, confirmations], [true, 0]);
});

test('blocks of two branches are never taken for one chain', async () => {
  await step();
  const stored = await storedTip(testApp.sql);
  node.mineMany(5);
  let asked = 0;
  node.onQuestion = (question) => {
    if (question !== 'block' || ++asked !== 3) return;
    node.unwind(5);
    node.mineMany(6);
  };
  await assert.rejects(step(), faulty('node_moved'));
  assert.equal((await storedTip(testApp.sql)).hash, stored.hash);
  node.onQuestion = () => {};
  await step();
  assert.equal((await storedTip(testApp.sql)).hash, (await node.tip()).hash);
});

test('a reader that was overtaken while it asked writes nothing', async () => {
  await step();
  node.mineMany(2);
  await step();
  node.mine();
  let overtaken = false;
  node.onQuestion = async (question) => {
    if (question !== 'fee' || overtaken) return;
    overtaken = true;
    node.unwind(2);
    node.mine();
    await readChain(context, chain, new ReaderMemory());
  };
  await assert.rejects(step(), faulty('node_moved'));
  const { height, hash } = await storedTip(testApp.sql);
  assert.deepEqual({ height, hash }, await node.tip());
  const blocks = await testApp.sql`select from merchant.chain_blocks where height > ${height}`;
  assert.equal(blocks.length, 0);
});
