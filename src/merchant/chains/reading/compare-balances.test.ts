import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useChainStage } from '../../../../test/support/chain-stage.ts';
import { explainGeneric } from '../../../../test/support/explain.ts';
import { pay, PlayedNode } from '../../../../test/support/played-chain.ts';
import { newId } from '../../../platform/ids.ts';
import type { BlockReference, ChainTip } from '../chain.ts';
import { listReceipts } from '../receipts/list-receipts.ts';
import { reviewAt } from '../reviews/review-at.ts';
import { listInTurn, listNewest } from './balance.store.ts';
import { readChain, ReaderMemory } from './read-chain.ts';

/** Node whose blocks show only part of the transfers, and which answers balance requests. */
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

const stage = useChainStage(() => new BlindNode());

beforeEach(async () => {
  await step();
});

const step = stage.read;

async function watch(index: number, createdAt = new Date()): Promise<string> {
  const subjectId = newId();
  await stage.sql`
    insert into merchant.chain_addresses (
      coin, destination, address, branch, address_index, purpose, subject_id, created_at)
    values ('BTC', ${`btc/0/${index}`}, 'a', 0, ${index}, 'payment', ${subjectId}, ${createdAt})`;
  return subjectId;
}

const amountsOf = async (subjectId: string) =>
  (await listReceipts(stage.sql, subjectId)).map(
    ({ transactionId, outputIndex, amountMinor, confirmations }) => [
      transactionId,
      outputIndex,
      amountMinor,
      confirmations,
    ],
  );

test('credits an unexplained balance once, under the id of its block', async () => {
  const subject = await watch(7);
  stage.node.mine([pay('a', 'btc/0/7', 100n)]);
  stage.node.balances.set('btc/0/7', 100n);
  await step();
  stage.node.balances.set('btc/0/7', 350n);
  stage.node.mineBlindly();
  await step();
  const found = stage.node.blocks.at(-1)?.hash;
  const amounts = await amountsOf(subject);
  assert.deepEqual(
    amounts.map(([id, , amountMinor, confirmations]) => [id, amountMinor, confirmations]),
    [
      ['a', 100n, 2],
      [found, 250n, 1],
    ],
  );
  stage.node.mineBlindly();
  await step();
  assert.deepEqual((await amountsOf(subject)).length, 2, 'the same balance is nothing new');
});

test('credits two addresses with the same index in different branches in one block', async () => {
  const subjects = [];
  for (const [place, branch] of [1_790_000_000, 1_790_000_001].entries()) {
    const subjectId = newId();
    await stage.sql`
      insert into merchant.chain_addresses (
        coin, destination, address, branch, path_branch, address_index, purpose, subject_id, created_at)
      values ('BTC', ${`btc/${branch}/3`}, 'a', 0, ${branch}, 3, 'payment', ${subjectId}, now())`;
    stage.node.balances.set(`btc/${branch}/3`, BigInt(place + 1));
    subjects.push(subjectId);
  }
  stage.node.mineBlindly();
  await step();
  const amounts = await Promise.all(subjects.map(async (subject) => (await amountsOf(subject))[0]?.[2]));
  assert.deepEqual(amounts, [1n, 2n]);
});

test('requests no balances while blocks show every transfer', async () => {
  await watch(7);
  stage.node.askedFor = [];
  stage.node.mine([pay('a', 'btc/0/7', 100n)]);
  await step();
  assert.deepEqual(stage.node.askedFor, []);
});

test('unwinding a block removes the coins that its balances showed', async () => {
  const subject = await watch(7);
  stage.node.balances.set('btc/0/7', 350n);
  stage.node.mineBlindly();
  await step();
  stage.node.unwind(1);
  stage.node.balances.delete('btc/0/7');
  stage.node.mine();
  stage.node.mine();
  await step();
  const [receipt] = await listReceipts(stage.sql, subject);
  assert.deepEqual([receipt?.visible, receipt?.confirmations], [false, 0]);
});

test('finds coins known only from balances again after a reorganisation, also if the new blocks show every transfer', async () => {
  const subject = await watch(7);
  stage.node.balances.set('btc/0/7', 350n);
  stage.node.mineBlindly();
  await step();
  stage.node.unwind(1);
  stage.node.mine();
  stage.node.mine();
  await step();
  const seen = (await listReceipts(stage.sql, subject)).filter(({ visible }) => visible);
  assert.deepEqual(
    seen.map(({ amountMinor }) => amountMinor),
    [350n],
  );
});

test('compares every address after an outage, a part with each block, also across restarts', async () => {
  const old = new Date(Date.now() - 86_400_000);
  await stage.sql`
    insert into merchant.chain_addresses (
      coin, destination, address, branch, address_index, purpose, subject_id, created_at)
    select 'BTC', 'btc/0/' || n, 'a', 0, n, 'payment', gen_random_uuid(), ${old} from generate_series(1000, 2299) n`;
  const subject = await watch(999_999, old);
  stage.node.balances.set('btc/0/999999', 5n);
  stage.node.mineBlindly();
  await step();
  assert.deepEqual(await amountsOf(subject), []);
  for (let block = 0; block < 2; block++) {
    stage.node.mine();
    // Each step has the empty memory of a process that has just started.
    await readChain(stage.context, stage.chain, new ReaderMemory());
  }
  assert.deepEqual((await amountsOf(subject))[0]?.[2], 5n);
  stage.node.mine();
  stage.node.askedFor = [];
  await readChain(stage.context, stage.chain, new ReaderMemory());
  assert.deepEqual(stage.node.askedFor, [], 'the walk is complete');
});

test('compares new addresses with every block and old ones in turn, at the same cost per block', async () => {
  await watch(1);
  const old = new Date(Date.now() - 86_400_000);
  await stage.sql`
    insert into merchant.chain_addresses (
      coin, destination, address, branch, address_index, purpose, subject_id, created_at)
    select 'BTC', 'btc/0/' || n, 'a', 0, n, 'payment', gen_random_uuid(), ${old} from generate_series(1000, 2299) n`;
  const asked: string[] = [];
  for (let turn = 0; turn < 3; turn++) {
    stage.node.mineBlindly();
    await step();
    assert.ok(stage.node.askedFor.length <= 501, `${stage.node.askedFor.length} at once`);
    assert.ok(stage.node.askedFor.includes('btc/0/1'));
    asked.push(...stage.node.askedFor);
  }
  assert.equal(new Set(asked).size, 1301, 'all had their turn');
});

test('finds the addresses by their indexes', async () => {
  await stage.sql`
    insert into merchant.chain_addresses (
      coin, destination, address, branch, address_index, purpose, subject_id, created_at)
    select 'BTC', 'btc/0/' || n, 'a', 0, n, 'payment', gen_random_uuid(), now() - n * interval '1 second'
    from generate_series(1, 20000) n`;
  await stage.sql`analyze merchant.chain_addresses`;
  const inTurn = await explainGeneric(stage.sql, (sql) => listInTurn(sql, 'BTC', 'btc', 500));
  assert.match(inTurn, /chain_addresses_pkey/);
  const newest = await explainGeneric(stage.sql, (sql) => listNewest(sql, 'BTC', new Date(), 2000));
  assert.match(newest, /chain_addresses_newest/);
});

test('reviews subjects that wait for confirmations when the network declares the block final', async () => {
  const subject = await watch(7);
  stage.node.mine([pay('a', 'btc/0/7', 100n)]);
  await step();
  const [receipt] = await listReceipts(stage.sql, subject);
  assert.ok(receipt && receipt.final === false);
  await stage.sql.begin((tx) => reviewAt(tx, [{ receipt, height: 9999 }]));
  await stage.sql`delete from merchant.chain_reviews`;
  stage.node.finalHeight = stage.node.height;
  await step();
  assert.equal((await listReceipts(stage.sql, subject))[0]?.final, false, 'a newest block is never final');
  stage.node.mine();
  await step();
  const reviews = await stage.sql<{ subject_id: string }[]>`select subject_id from merchant.chain_reviews`;
  assert.deepEqual(
    reviews.map((row) => row.subject_id),
    [subject],
  );
  assert.equal((await listReceipts(stage.sql, subject))[0]?.final, true);
});
