import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import {
  chainContext,
  clearChains,
  watch,
  type ChainContext,
} from '../../../../test/support/chain-context.ts';
import { pay, playedChain, type PlayedChain } from '../../../../test/support/played-chain.ts';
import { newId } from '../../../platform/ids.ts';
import { tradingAccount } from '../../ledger/ledger.rules.ts';
import { listSpendable } from '../outgoing/list-spendable.ts';
import { recordOutgoingTransaction, releaseClaims } from '../outgoing/outgoing-transactions.ts';
import { readChain, ReaderMemory } from '../reading/read-chain.ts';
import { reviewFunds } from './review-funds.ts';

let testApp: TestApp;
let chain: PlayedChain;
let context: ChainContext;
let memory: ReaderMemory;

before(async () => {
  testApp = await openMerchantApp();
});
after(() => testApp.close());
beforeEach(async () => {
  await clearChains(testApp.sql);
  chain = playedChain();
  context = chainContext(testApp, [chain]);
  memory = new ReaderMemory();
});

const read = () => readChain(context, chain, memory);
const review = (subjectId: string) => testApp.sql.begin((tx) => reviewFunds(tx, context, subjectId));

async function balance(owner: string): Promise<bigint> {
  const [row] = await testApp.sql<{ balance: bigint }[]>`
    select coalesce(sum(balance), 0)::numeric(38, 0) as balance
    from merchant.ledger_accounts where owner = ${owner} and asset = 'BTC'`;
  return row?.balance ?? 0n;
}

const spendable = async (): Promise<string[]> =>
  (await testApp.sql.begin((tx) => listSpendable(tx, 'BTC'))).map(
    (output) => `${output.transactionId}:${output.index}`,
  );

test('coins of the operator become the provider’s with one confirmation, and spendable', async () => {
  const subject = await watch(testApp.sql, { destination: 'btc/1/1' });
  const tradingBefore = await balance(tradingAccount);
  await read();
  const funds = pay('funds', 'btc/1/1', 900n);
  chain.node.wait(funds);
  await read();
  await review(subject);
  assert.equal(await balance(tradingAccount), tradingBefore);
  chain.node.mine([funds]);
  await read();
  await review(subject);
  await review(subject);
  assert.equal((await balance(tradingAccount)) - tradingBefore, 900n);
  assert.deepEqual(await spendable(), ['funds:0']);
  chain.node.unwind(1, ['funds']);
  chain.node.mineMany(2);
  await read();
  await review(subject);
  assert.equal(await balance(tradingAccount), tradingBefore);
  assert.deepEqual(await spendable(), []);
});

test('change becomes spendable without a movement: the ledger never saw it leave', async () => {
  const subject = await watch(testApp.sql, { destination: 'btc/1/1' });
  const tradingBefore = await balance(tradingAccount);
  await read();
  await testApp.sql.begin((tx) =>
    recordOutgoingTransaction(tx, {
      coin: 'BTC',
      transactionId: 'ours',
      subjectId: newId(),
      spends: ['x:0'],
    }),
  );
  chain.node.mine([pay('ours', 'btc/1/1', 40n, ['x:0'])]);
  await read();
  await review(subject);
  assert.equal(await balance(tradingAccount), tradingBefore);
  assert.deepEqual(await spendable(), ['ours:0']);
});

test('what is claimed or spent cannot be used again, until it is released', async () => {
  const subject = await watch(testApp.sql, { destination: 'btc/1/1' });
  await read();
  chain.node.mine([pay('aa', 'btc/1/1', 5n), pay('bb', 'btc/1/1', 9n), pay('cc', 'btc/1/1', 7n)]);
  await read();
  assert.deepEqual(await spendable(), [], 'not credited yet');
  await review(subject);
  assert.deepEqual(await spendable(), ['bb:0', 'cc:0', 'aa:0']);
  const batch = newId();
  await testApp.sql.begin((tx) =>
    recordOutgoingTransaction(tx, { coin: 'BTC', transactionId: 's', subjectId: batch, spends: ['bb:0'] }),
  );
  assert.deepEqual(await spendable(), ['cc:0', 'aa:0']);
  chain.node.mine([pay('dd', 'elsewhere', 7n, ['cc:0'])]);
  await read();
  assert.deepEqual(await spendable(), ['aa:0']);
  await testApp.sql.begin((tx) => releaseClaims(tx, 'BTC', batch));
  assert.deepEqual(await spendable(), ['bb:0', 'aa:0']);
  chain.node.unwind(1, ['dd']);
  chain.node.mineMany(2);
  await read();
  assert.deepEqual(await spendable(), ['bb:0', 'cc:0', 'aa:0']);
});

test('a transaction that claims nothing is not recorded: nothing would keep it from being signed again', async () => {
  const recording = testApp.sql.begin((tx) =>
    recordOutgoingTransaction(tx, { coin: 'BTC', transactionId: 's', subjectId: newId(), spends: [] }),
  );
  await assert.rejects(recording, /without a claim/);
});

test('coins that a miner made are booked, and can be spent only when the network allows it', async () => {
  const subject = await watch(testApp.sql, { destination: 'btc/1/1' });
  await read();
  chain.node.mine([{ ...pay('mined', 'btc/1/1', 50n, []), maturity: 100 }, pay('sent', 'btc/1/1', 5n)]);
  await read();
  await review(subject);
  assert.deepEqual(await spendable(), ['sent:0']);
  const readOn = async (blocks: number): Promise<void> => {
    chain.node.mineMany(blocks);
    while (!(await read()).complete);
  };
  await readOn(98);
  assert.deepEqual(await spendable(), ['sent:0'], 'a block too early');
  await readOn(1);
  assert.deepEqual(await spendable(), ['mined:0', 'sent:0']);
});
