import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useChainStage } from '../../../../test/support/chain-stage.ts';
import { storedTip, watch } from '../../../../test/support/chain-context.ts';
import { pay } from '../../../../test/support/played-chain.ts';
import type { ChainTransaction } from '../chain.ts';
import { listReceipts } from '../receipts/list-receipts.ts';
import { ChainFault } from './chain-fault.ts';
import { ReaderMemory } from './read-chain.ts';

const stage = useChainStage();

const step = stage.read;
const asked = (question: string): number => stage.node.asked.get(question) ?? 0;

/** Mines a block each time this number of requests has arrived. */
function mineEvery(questions: number): void {
  stage.node.onQuestion = () => {
    if (stage.node.questions % questions === 0) stage.node.mine();
  };
}

/** Returns the number of steps until the chain is read to its end. Fails after `most` steps. */
async function stepsToTheEnd(most: number): Promise<number> {
  for (let steps = 1; steps <= most; steps++) if ((await step()).complete) return steps;
  assert.fail(`not caught up after ${most} steps`);
}

const fault = async (): Promise<unknown> =>
  (await stage.sql`select fault from merchant.chain_states`)[0]?.['fault'];

/** Fills the mempool with foreign transactions. Every `every`-th one pays an address of the subject. */
function fillMempool(count: number, every: number): ChainTransaction[] {
  const made = Array.from({ length: count }, (_, index) =>
    pay(`waiting-${index}`, index % every === 0 ? 'btc/0/1' : `unknownSpend-${index}`, 5n),
  );
  stage.node.wait(...made);
  return made;
}

test('reads a reorganisation in one step and each block once while every other request brings a block', async () => {
  await step();
  stage.node.mineMany(30);
  await step();
  stage.node.unwind(20);
  stage.node.mineMany(25);
  mineEvery(2);
  const fork = stage.node.height - 25;
  const blocksBefore = asked('block');
  assert.equal(await stepsToTheEnd(1), 1);
  const { height } = await storedTip(stage.sql);
  // Finding the fork takes a few requests.
  assert.ok(
    asked('block') - blocksBefore <= height - fork + 12,
    `${asked('block') - blocksBefore} blocks asked for`,
  );
});

test('finishes a long reorganisation while every other request brings a block, also with changing readers', async () => {
  const subject = await watch(stage.sql, { destination: 'btc/0/1' });
  await step();
  const payment = pay('a', 'btc/0/1', 5n);
  stage.node.mine([payment]);
  stage.node.mineMany(350);
  await stepsToTheEnd(50);
  stage.node.unwind(340);
  const fork = stage.node.height;
  stage.node.mineMany(360);
  mineEvery(2);
  const blocksBefore = asked('block');
  assert.equal((await step()).complete, false);
  assert.equal(await fault(), 'reorganising');
  const heights = [(await storedTip(stage.sql)).height];
  for (let restarts = 0; restarts < 3; restarts++) {
    stage.memory = new ReaderMemory();
    await step();
    heights.push((await storedTip(stage.sql)).height);
  }
  assert.deepEqual(
    heights,
    heights.toSorted((a, b) => a - b),
  );
  assert.ok((heights.at(-1) ?? 0) >= fork + 130, 'what each of them read is kept');
  await stepsToTheEnd(100);
  assert.equal(await fault(), null);
  const { height } = await storedTip(stage.sql);
  assert.ok(asked('block') - blocksBefore <= height - fork + 20, 'each block was asked for once');
  const [receipt] = await listReceipts(stage.sql, subject);
  assert.equal(receipt?.visible, true);
});

test('reads a full mempool once, part by part, while blocks arrive within each part', async () => {
  const subject = await watch(stage.sql, { destination: 'btc/0/1' });
  fillMempool(7000, 70);
  stage.node.onQuestion = (question) => {
    if (question === 'transaction' && asked('transaction') % 40 === 0) stage.node.mine();
  };
  assert.equal((await step()).complete, false);
  const seen = (await listReceipts(stage.sql, subject)).length;
  assert.ok(seen > 20 && seen < 100, `${seen} after the first part`);
  const steps = await stepsToTheEnd(20);
  assert.equal(asked('transaction'), 7000);
  assert.equal((await listReceipts(stage.sql, subject)).length, 100);
  assert.ok(steps >= 3, `${steps} steps`);
  // From here on only new transactions are fetched.
  stage.node.wait(pay('new', 'btc/0/1', 5n));
  assert.equal(await stepsToTheEnd(3), 1);
  assert.equal(asked('transaction'), 7001);
});

test('the next reader continues a half-read mempool and marks missing transactions as gone at the end', async () => {
  const subject = await watch(stage.sql, { destination: 'btc/0/1' });
  await step();
  fillMempool(3000, 30);
  assert.equal((await step()).complete, false);
  const seen = await listReceipts(stage.sql, subject);
  assert.ok(seen.length > 0 && seen.every(({ visible }) => visible));
  const [first] = seen;
  assert.ok(first);
  stage.node.waiting.delete(first.transactionId);
  stage.memory = new ReaderMemory();
  assert.equal((await step()).complete, false);
  assert.ok(
    (await listReceipts(stage.sql, subject)).every(({ visible }) => visible),
    'not all was listed yet',
  );
  await stepsToTheEnd(3);
  const receipts = await listReceipts(stage.sql, subject);
  assert.deepEqual(
    receipts.filter(({ visible }) => !visible).map(({ transactionId }) => transactionId),
    [first.transactionId],
  );
  assert.equal(receipts.length, 100);
});

test('a reorganisation during the first read of a full mempool shows no intermediate state', async () => {
  const subject = await watch(stage.sql, { destination: 'btc/0/2' });
  await step();
  const payment = pay('a', 'btc/0/2', 5n);
  stage.node.mine([payment]);
  stage.node.mineMany(2);
  await step();
  stage.memory = new ReaderMemory();
  fillMempool(5000, 50);
  stage.node.unwind(3);
  stage.node.mineMany(5);
  for (let complete = false; !complete;) {
    ({ complete } = await step());
    const [receipt] = await listReceipts(stage.sql, subject);
    assert.deepEqual([receipt?.visible, receipt?.confirmations], [true, complete ? 0 : 3]);
    assert.equal(await fault(), null);
  }
  assert.ok(asked('transaction') <= 5002, `${asked('transaction')} transactions asked for`);
});

test('reads first the blocks that do not fit into one step with the mempool', async () => {
  await step();
  stage.node.mineMany(450);
  fillMempool(100, 10);
  const lists = asked('unconfirmed');
  const steps = await stepsToTheEnd(60);
  assert.ok(steps > 30, `${steps} steps`);
  assert.equal(asked('unconfirmed') - lists, 1);
  assert.equal(asked('transaction'), 100);
});

test('a step holds only as many blocks in memory as their transactions allow', async () => {
  const stored = async (): Promise<number> => (await storedTip(stage.sql)).height;
  const full = Array.from({ length: 15_000 }, (_, index): ChainTransaction => {
    return { id: `full-${index}`, spends: [], outputs: [] };
  });
  await step();
  const first = await stored();
  for (let block = 0; block < 8; block++) stage.node.mine(full);
  assert.equal((await step()).complete, false);
  assert.equal(await stored(), first + 2, 'as many as hold 20 000');
  await stepsToTheEnd(3);
  stage.node.unwind(8);
  stage.node.waiting.clear();
  for (let block = 0; block < 9; block++) stage.node.mine(full);
  assert.equal((await step()).complete, false);
  assert.equal(await stored(), first + 7, 'as many as hold 100 000');
  await stepsToTheEnd(1);
});

test('a payment is not gone if its block is unwound after the mempool was listed', async () => {
  const subject = await watch(stage.sql, { destination: 'btc/0/1' });
  const payment = pay('a', 'btc/0/1', 5n);
  stage.node.wait(payment);
  await step();
  stage.node.onQuestion = (question) => {
    if (question === 'unconfirmed') stage.node.mine([payment]);
    if (question !== 'block') return;
    stage.node.unwind(1);
    stage.node.mine();
    stage.node.onQuestion = () => {};
  };
  assert.equal((await step()).complete, false);
  const [receipt] = await listReceipts(stage.sql, subject);
  assert.equal(receipt?.visible, true);
  await stepsToTheEnd(1);
});

/** Makes the same choices in every run. */
function choices(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * most);
  };
}

test('a payment that always waits or is mined is never seen as gone while the node changes', async () => {
  const subject = await watch(stage.sql, { destination: 'btc/0/1' });
  await step();
  let [complete, moved, reorganised] = [0, 0, 0];
  for (let seed = 1; seed <= 150; seed++) {
    const choose = choices(seed * 7919);
    stage.node.onQuestion = () => {};
    if (choose(3) > 0) stage.node.wait(pay(`p-${seed}`, 'btc/0/1', 5n));
    if (choose(12) === 0) stage.memory = new ReaderMemory();
    await step().catch(() => {});
    const count = (await listReceipts(stage.sql, subject)).length;
    stage.node.onQuestion = () => {
      const what = choose(10);
      if (what < 3) stage.node.mine([...stage.node.waiting.values()].slice(0, choose(4)));
      if (what === 3 && stage.node.blocks.length > 8) {
        stage.node.unwind(1 + choose(4));
        reorganised += 1;
        for (let blocks = 1 + choose(6); blocks > 0; blocks--) {
          stage.node.mine([...stage.node.waiting.values()].slice(0, choose(3)));
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
      const receipts = await listReceipts(stage.sql, subject);
      assert.ok(receipts.length >= count);
      const gone = receipts.filter(({ visible }) => !visible).map(({ transactionId }) => transactionId);
      assert.deepEqual(gone, [], `seed ${seed}`);
    }
  }
  stage.node.onQuestion = () => {};
  await stepsToTheEnd(3);
  assert.deepEqual(await storedTip(stage.sql), await stage.node.tip());
  assert.ok(complete > 50 && moved > 5 && reorganised > 50, `${complete} ${moved} ${reorganised}`);
});
