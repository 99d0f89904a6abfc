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
import type { ChainTransaction } from '../chain.ts';
import { listReceipts } from '../receipts/list-receipts.ts';
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
const asked = (question: string): number => node.asked.get(question) ?? 0;

/** A block at every so many questions, of whatever kind. */
function mineEvery(questions: number): void {
  node.onQuestion = () => {
    if (node.questions % questions === 0) node.mine();
  };
}

/** How many steps it took; fails where there is no end within `most`. */
async function stepsToTheEnd(most: number): Promise<number> {
  for (let steps = 1; steps <= most; steps++) if ((await step()).complete) return steps;
  assert.fail(`not caught up after ${most} steps`);
}

const fault = async (): Promise<unknown> =>
  (await testApp.sql`select fault from merchant.chain_states`)[0]?.['fault'];

/** Everybody's, and those of one subject among them. */
function fillMempool(count: number, every: number): ChainTransaction[] {
  const made = Array.from({ length: count }, (_, index) =>
    pay(`waiting-${index}`, index % every === 0 ? 'btc/0/1' : `stranger-${index}`, 5n),
  );
  node.wait(...made);
  return made;
}

test('a reorganisation is read in one step while a block comes at every other question, and no block twice', async () => {
  await step();
  node.mineMany(30);
  await step();
  node.unwind(20);
  node.mineMany(25);
  mineEvery(2);
  const fork = node.height - 25;
  const blocksBefore = asked('block');
  assert.equal(await stepsToTheEnd(1), 1);
  const { height } = await storedTip(testApp.sql);
  // Where the branches part is found by a few questions.
  assert.ok(
    asked('block') - blocksBefore <= height - fork + 12,
    `${asked('block') - blocksBefore} blocks asked for`,
  );
});

test('a long reorganisation is caught up while a block comes at every other question, also by one reader after another', async () => {
  const subject = await watch(testApp.sql, { destination: 'btc/0/1' });
  await step();
  const payment = pay('a', 'btc/0/1', 5n);
  node.mine([payment]);
  node.mineMany(350);
  await stepsToTheEnd(50);
  node.unwind(340);
  const fork = node.height;
  node.mineMany(360);
  mineEvery(2);
  const blocksBefore = asked('block');
  assert.equal((await step()).complete, false);
  assert.equal(await fault(), 'reorganising');
  const heights = [(await storedTip(testApp.sql)).height];
  for (let restarts = 0; restarts < 3; restarts++) {
    memory = new ReaderMemory();
    await step();
    heights.push((await storedTip(testApp.sql)).height);
  }
  assert.deepEqual(
    heights,
    heights.toSorted((a, b) => a - b),
  );
  assert.ok((heights.at(-1) ?? 0) >= fork + 130, 'what each of them read is kept');
  await stepsToTheEnd(100);
  assert.equal(await fault(), null);
  const { height } = await storedTip(testApp.sql);
  assert.ok(asked('block') - blocksBefore <= height - fork + 20, 'each block was asked for once');
  const [receipt] = await listReceipts(testApp.sql, subject);
  assert.equal(receipt?.visible, true);
});

test('a full mempool is read once, part by part, while blocks come in the middle of each', async () => {
  const subject = await watch(testApp.sql, { destination: 'btc/0/1' });
  fillMempool(7000, 70);
  node.onQuestion = (question) => {
    if (question === 'transaction' && asked('transaction') % 40 === 0) node.mine();
  };
  assert.equal((await step()).complete, false);
  const seen = (await listReceipts(testApp.sql, subject)).length;
  assert.ok(seen > 20 && seen < 100, `${seen} after the first part`);
  const steps = await stepsToTheEnd(20);
  assert.equal(asked('transaction'), 7000);
  assert.equal((await listReceipts(testApp.sql, subject)).length, 100);
  assert.ok(steps >= 3, `${steps} steps`);
  // From here on only what is new.
  node.wait(pay('new', 'btc/0/1', 5n));
  assert.equal(await stepsToTheEnd(3), 1);
  assert.equal(asked('transaction'), 7001);
});

test('what was read of a full mempool is there for the next reader, and what is gone meanwhile is so at the end', async () => {
  const subject = await watch(testApp.sql, { destination: 'btc/0/1' });
  await step();
  fillMempool(3000, 30);
  assert.equal((await step()).complete, false);
  const seen = await listReceipts(testApp.sql, subject);
  assert.ok(seen.length > 0 && seen.every(({ visible }) => visible));
  const [first] = seen;
  assert.ok(first);
  node.waiting.delete(first.transactionId);
  memory = new ReaderMemory();
  assert.equal((await step()).complete, false);
  assert.ok(
    (await listReceipts(testApp.sql, subject)).every(({ visible }) => visible),
    'not all was listed yet',
  );
  await stepsToTheEnd(3);
  const receipts = await listReceipts(testApp.sql, subject);
  assert.deepEqual(
    receipts.filter(({ visible }) => !visible).map(({ transactionId }) => transactionId),
    [first.transactionId],
  );
  assert.equal(receipts.length, 100);
});

test('a reorganisation in the middle of the first look at a full mempool shows nobody a gap', async () => {
  const subject = await watch(testApp.sql, { destination: 'btc/0/2' });
  await step();
  const payment = pay('a', 'btc/0/2', 5n);
  node.mine([payment]);
  node.mineMany(2);
  await step();
  memory = new ReaderMemory();
  fillMempool(5000, 50);
  node.unwind(3);
  node.mineMany(5);
  for (let complete = false; !complete;) {
    ({ complete } = await step());
    const [receipt] = await listReceipts(testApp.sql, subject);
    assert.deepEqual([receipt?.visible, receipt?.confirmations], [true, complete ? 0 : 3]);
    assert.equal(await fault(), null);
  }
  assert.ok(asked('transaction') <= 5002, `${asked('transaction')} transactions asked for`);
});

test('more blocks than can be read with the list are read first', async () => {
  await step();
  node.mineMany(450);
  fillMempool(100, 10);
  const lists = asked('unconfirmed');
  const steps = await stepsToTheEnd(60);
  assert.ok(steps > 30, `${steps} steps`);
  assert.equal(asked('unconfirmed') - lists, 1);
  assert.equal(asked('transaction'), 100);
});

test('a step holds no more blocks in memory than some have transactions', async () => {
  const stored = async (): Promise<number> => (await storedTip(testApp.sql)).height;
  const full = Array.from({ length: 15_000 }, (_, index): ChainTransaction => {
    return { id: `full-${index}`, spends: [], outputs: [] };
  });
  await step();
  const first = await stored();
  for (let block = 0; block < 8; block++) node.mine(full);
  assert.equal((await step()).complete, false);
  assert.equal(await stored(), first + 2, 'as many as hold 20 000');
  await stepsToTheEnd(3);
  node.unwind(8);
  node.waiting.clear();
  for (let block = 0; block < 9; block++) node.mine(full);
  assert.equal((await step()).complete, false);
  assert.equal(await stored(), first + 7, 'as many as hold 100 000');
  await stepsToTheEnd(1);
});

test('a block that is taken back after the list was made does not let what it held look gone', async () => {
  const subject = await watch(testApp.sql, { destination: 'btc/0/1' });
  const payment = pay('a', 'btc/0/1', 5n);
  node.wait(payment);
  await step();
  node.onQuestion = (question) => {
    if (question === 'unconfirmed') node.mine([payment]);
    if (question !== 'block') return;
    node.unwind(1);
    node.mine();
    node.onQuestion = () => {};
  };
  assert.equal((await step()).complete, false);
  const [receipt] = await listReceipts(testApp.sql, subject);
  assert.equal(receipt?.visible, true);
  await stepsToTheEnd(1);
});

/** The same choices in every run. */
function choices(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * most);
  };
}

test('a payment that waits or is in a block at every moment is never seen as gone, whatever moves while it is read', async () => {
  const subject = await watch(testApp.sql, { destination: 'btc/0/1' });
  await step();
  let [complete, moved, reorganised] = [0, 0, 0];
  for (let seed = 1; seed <= 150; seed++) {
    const choose = choices(seed * 7919);
    node.onQuestion = () => {};
    if (choose(3) > 0) node.wait(pay(`p-${seed}`, 'btc/0/1', 5n));
    if (choose(12) === 0) memory = new ReaderMemory();
    await step().catch(() => {});
    const count = (await listReceipts(testApp.sql, subject)).length;
    node.onQuestion = () => {
      const what = choose(10);
      if (what < 3) node.mine([...node.waiting.values()].slice(0, choose(4)));
      if (what === 3 && node.blocks.length > 8) {
        node.unwind(1 + choose(4));
        reorganised += 1;
        for (let blocks = 1 + choose(6); blocks > 0; blocks--) {
          node.mine([...node.waiting.values()].slice(0, choose(3)));
        }
      }
    };
    for (let turn = 0; turn < 3; turn++) {
      try {
        complete += (await step()).complete ? 1 : 0;
      } catch (error) {
        assert.ok(
          error instanceof ChainFault && ['node_moved', 'node_behind'].includes(error.code),
          String(error),
        );
        moved += 1;
      }
      const receipts = await listReceipts(testApp.sql, subject);
      assert.ok(receipts.length >= count);
      const gone = receipts.filter(({ visible }) => !visible).map(({ transactionId }) => transactionId);
      assert.deepEqual(gone, [], `seed ${seed}`);
    }
  }
  node.onQuestion = () => {};
  await stepsToTheEnd(3);
  assert.deepEqual(await storedTip(testApp.sql), await node.tip());
  assert.ok(complete > 50 && moved > 5 && reorganised > 50, `${complete} ${moved} ${reorganised}`);
});
