import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { chainContext, clearChains, type ChainContext } from '../../../../test/support/chain-context.ts';
import { explainGeneric } from '../../../../test/support/explain.ts';
import { pay, PlayedNode, playedChain, type PlayedChain } from '../../../../test/support/played-chain.ts';
import { newId } from '../../../platform/ids.ts';
import type { BlockReference, ChainTip } from '../chain.ts';
import { listReceipts } from '../receipts/list-receipts.ts';
import { reviewAt } from '../reviews/review-at.ts';
import { listInTurn, listNewest } from './balance.store.ts';
import { readChain, ReaderMemory } from './read-chain.ts';

/** A node that shows only part of what arrives, and says what lies where. */
class BlindNode extends PlayedNode {
  readonly balances = new Map<string, bigint>();
  askedFor: readonly string[] = [];
  finalHeight: number | undefined;

  mineBlindly(): void {
    const block = this.mine();
    this.blocks[this.blocks.length - 1] = { ...block, incomplete: true };
  }

  override async tip(): Promise<ChainTip> {
    const tip = await super.tip();
    return this.finalHeight === undefined ? tip : { ...tip, finalHeight: this.finalHeight };
  }

  async balancesAt(_block: BlockReference, destinations: readonly string[]): Promise<bigint[]> {
    this.askedFor = destinations;
    return destinations.map((destination) => this.balances.get(destination) ?? 0n);
  }
}

let testApp: TestApp;
let chain: PlayedChain;
let node: BlindNode;
let context: ChainContext;
let memory: ReaderMemory;

before(async () => {
  testApp = await openMerchantApp();
});
after(() => testApp.close());
beforeEach(async () => {
  await clearChains(testApp.sql);
  node = new BlindNode();
  chain = playedChain('BTC', node);
  context = chainContext(testApp, [chain]);
  memory = new ReaderMemory();
  await step();
});

const step = () => readChain(context, chain, memory);

async function watch(index: number, createdAt = new Date()): Promise<string> {
  const subjectId = newId();
  await testApp.sql`
    insert into merchant.chain_addresses (
      coin, destination, address, branch, address_index, purpose, subject_id, created_at)
    values ('BTC', ${`btc/0/${index}`}, 'a', 0, ${index}, 'payment', ${subjectId}, ${createdAt})`;
  return subjectId;
}

const amountsOf = async (subjectId: string) =>
  (await listReceipts(testApp.sql, subjectId)).map(
    ({ transactionId, outputIndex, amountMinor, confirmations }) => [
      transactionId,
      outputIndex,
      amountMinor,
      confirmations,
    ],
  );

test('what lies at an address beyond what is known arrives once, named by its block', async () => {
  const subject = await watch(7);
  node.mine([pay('a', 'btc/0/7', 100n)]);
  node.balances.set('btc/0/7', 100n);
  await step();
  node.balances.set('btc/0/7', 350n);
  node.mineBlindly();
  await step();
  const found = node.blocks.at(-1)?.hash;
  const amounts = await amountsOf(subject);
  assert.deepEqual(
    amounts.map(([id, , amountMinor, confirmations]) => [id, amountMinor, confirmations]),
    [
      ['a', 100n, 2],
      [found, 250n, 1],
    ],
  );
  node.mineBlindly();
  await step();
  assert.deepEqual((await amountsOf(subject)).length, 2, 'the same balance is nothing new');
});

test('coins at two addresses of different branches with one index arrive with one block', async () => {
  const subjects = [];
  for (const [place, branch] of [1_790_000_000, 1_790_000_001].entries()) {
    const subjectId = newId();
    await testApp.sql`
      insert into merchant.chain_addresses (
        coin, destination, address, branch, path_branch, address_index, purpose, subject_id, created_at)
      values ('BTC', ${`btc/${branch}/3`}, 'a', 0, ${branch}, 3, 'payment', ${subjectId}, now())`;
    node.balances.set(`btc/${branch}/3`, BigInt(place + 1));
    subjects.push(subjectId);
  }
  node.mineBlindly();
  await step();
  const amounts = await Promise.all(subjects.map(async (subject) => (await amountsOf(subject))[0]?.[2]));
  assert.deepEqual(amounts, [1n, 2n]);
});

test('nobody is asked about balances while blocks show everything', async () => {
  await watch(7);
  node.askedFor = [];
  node.mine([pay('a', 'btc/0/7', 100n)]);
  await step();
  assert.deepEqual(node.askedFor, []);
});

test('a branch without the block takes back what only balances told', async () => {
  const subject = await watch(7);
  node.balances.set('btc/0/7', 350n);
  node.mineBlindly();
  await step();
  node.unwind(1);
  node.balances.delete('btc/0/7');
  node.mine();
  node.mine();
  await step();
  const [receipt] = await listReceipts(testApp.sql, subject);
  assert.deepEqual([receipt?.visible, receipt?.confirmations], [false, 0]);
});

test('coins that only balances showed are found again after a reorganisation whose blocks show everything', async () => {
  const subject = await watch(7);
  node.balances.set('btc/0/7', 350n);
  node.mineBlindly();
  await step();
  node.unwind(1);
  node.mine();
  node.mine();
  await step();
  const seen = (await listReceipts(testApp.sql, subject)).filter(({ visible }) => visible);
  assert.deepEqual(
    seen.map(({ amountMinor }) => amountMinor),
    [350n],
  );
});

test('after an outage every address is compared, a part with each block, whatever is restarted meanwhile', async () => {
  const old = new Date(Date.now() - 86_400_000);
  await testApp.sql`
    insert into merchant.chain_addresses (
      coin, destination, address, branch, address_index, purpose, subject_id, created_at)
    select 'BTC', 'btc/0/' || n, 'a', 0, n, 'payment', gen_random_uuid(), ${old} from generate_series(1000, 2299) n`;
  const subject = await watch(999_999, old);
  node.balances.set('btc/0/999999', 5n);
  node.mineBlindly();
  await step();
  assert.deepEqual(await amountsOf(subject), []);
  for (let block = 0; block < 2; block++) {
    node.mine();
    // Each reader is a process that has just started.
    await readChain(context, chain, new ReaderMemory());
  }
  assert.deepEqual((await amountsOf(subject))[0]?.[2], 5n);
  node.mine();
  node.askedFor = [];
  await readChain(context, chain, new ReaderMemory());
  assert.deepEqual(node.askedFor, [], 'the walk is complete');
});

test('new addresses are asked for with every block, old ones in turn, so that a block costs the same', async () => {
  await watch(1);
  const old = new Date(Date.now() - 86_400_000);
  await testApp.sql`
    insert into merchant.chain_addresses (
      coin, destination, address, branch, address_index, purpose, subject_id, created_at)
    select 'BTC', 'btc/0/' || n, 'a', 0, n, 'payment', gen_random_uuid(), ${old} from generate_series(1000, 2299) n`;
  const asked: string[] = [];
  for (let turn = 0; turn < 3; turn++) {
    node.mineBlindly();
    await step();
    assert.ok(node.askedFor.length <= 501, `${node.askedFor.length} at once`);
    assert.ok(node.askedFor.includes('btc/0/1'));
    asked.push(...node.askedFor);
  }
  assert.equal(new Set(asked).size, 1301, 'all had their turn');
});

test('the addresses are found by their indexes', async () => {
  await testApp.sql`
    insert into merchant.chain_addresses (
      coin, destination, address, branch, address_index, purpose, subject_id, created_at)
    select 'BTC', 'btc/0/' || n, 'a', 0, n, 'payment', gen_random_uuid(), now() - n * interval '1 second'
    from generate_series(1, 20000) n`;
  await testApp.sql`analyze merchant.chain_addresses`;
  const inTurn = await explainGeneric(testApp.sql, (sql) => listInTurn(sql, 'BTC', 'btc', 500));
  assert.match(inTurn, /chain_addresses_pkey/);
  const newest = await explainGeneric(testApp.sql, (sql) => listNewest(sql, 'BTC', new Date(), 2000));
  assert.match(newest, /chain_addresses_newest/);
});

test('whoever waits for more blocks is looked at again when the network calls the block final', async () => {
  const subject = await watch(7);
  node.mine([pay('a', 'btc/0/7', 100n)]);
  await step();
  const [receipt] = await listReceipts(testApp.sql, subject);
  assert.ok(receipt && receipt.final === false);
  await testApp.sql.begin((tx) => reviewAt(tx, [{ receipt, height: 9999 }]));
  await testApp.sql`delete from merchant.chain_reviews`;
  node.finalHeight = node.height;
  await step();
  assert.equal((await listReceipts(testApp.sql, subject))[0]?.final, false, 'a newest block is never final');
  node.mine();
  await step();
  const reviews = await testApp.sql<{ subject_id: string }[]>`select subject_id from merchant.chain_reviews`;
  assert.deepEqual(
    reviews.map((row) => row.subject_id),
    [subject],
  );
  assert.equal((await listReceipts(testApp.sql, subject))[0]?.final, true);
});
