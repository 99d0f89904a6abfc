import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { openTestApp, type TestApp } from '../../../test/support/app.ts';
import { chainContext, clearChains, watch } from '../../../test/support/chain-context.ts';
import { pay, playedChain, type PlayedChain } from '../../../test/support/played-chain.ts';
import { newId } from '../../platform/ids.ts';
import { StartError } from '../../platform/start-error.ts';
import { availableTo, tradingAccount } from '../ledger/ledger.rules.ts';
import { postMovements } from '../ledger/post-movement.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { assignAddress } from './receipts/assign-address.ts';
import type { Branch } from './chain.ts';
import { refuseOtherChains } from './chains.ts';
import { creditReceipts, uncreditReceipts } from './receipts/credit-receipts.ts';
import { listReceipts } from './receipts/list-receipts.ts';
import { readChain, ReaderMemory } from './reading/read-chain.ts';
import { reviewFunds } from './reviews/review-funds.ts';
import { listSpendable, recordSent, releaseSent } from './outgoing/outgoing-transactions.ts';

let testApp: TestApp;
let chain: PlayedChain;
let context: MerchantContext;
let memory: ReaderMemory;

before(async () => {
  testApp = await openTestApp();
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

test('every address is fresh, also when many are asked for at once, and is watched', async () => {
  const subjects = Array.from({ length: 20 }, () => newId());
  const addresses = await Promise.all(
    subjects.map((subjectId) =>
      testApp.sql.begin((tx) => assignAddress(tx, context, { coin: 'BTC', purpose: 'payment', subjectId })),
    ),
  );
  assert.equal(new Set(addresses.map(({ destination }) => destination)).size, 20);
  await read();
  chain.node.mine(addresses.map(({ destination }, index) => pay(`t${index}`, destination, 5n)));
  await read();
  for (const [index, subject] of subjects.entries()) {
    const [receipt] = await listReceipts(testApp.sql, subject);
    assert.equal(receipt?.transactionId, `t${index}`);
    assert.equal(receipt.address, addresses[index]?.address);
  }
});

test('an address is kept with the number it is derived from, and change takes one number at a time', async () => {
  const assign = (purpose: 'payment' | 'funds') =>
    testApp.sql.begin((tx) => assignAddress(tx, context, { coin: 'BTC', purpose, subjectId: newId() }));
  for (let turn = 0; turn < 3; turn++) {
    await assign('payment');
    await assign('funds');
  }
  const rows = await testApp.sql<{ branch: Branch; index: bigint; destination: string }[]>`
    select branch, address_index as index, destination from merchant.chain_addresses
    where coin = 'BTC' order by address_index`;
  for (const { branch, index, destination } of rows) {
    assert.equal(chain.addresses.derive(branch, Number(index)).destination, destination);
  }
  const change = rows.filter(({ branch }) => branch === 1).map(({ index }) => Number(index));
  // A wallet that looks for its coins stops after twenty addresses without any: gaps have to stay small.
  const [first = 0] = change;
  assert.deepEqual(change, [first, first + 1, first + 2]);
});

test('coins that are not offered are unknown', () => {
  assert.equal(context.chains.find('LTC'), undefined);
  assert.throws(() => context.chains.get('LTC'), { code: 'not_found' });
  assert.deepEqual(context.chains.codes, ['BTC']);
});

test('a database belongs to one network and one account for each coin', async () => {
  await read();
  await refuseOtherChains(testApp.platform, context.chains);
  const other = { ...chain, network: 'another' };
  await assert.rejects(
    refuseOtherChains(testApp.platform, chainContext(testApp, [other]).chains),
    StartError,
  );
  const stranger = { ...chain, addresses: { ...chain.addresses, account: 'another' } };
  await assert.rejects(
    refuseOtherChains(testApp.platform, chainContext(testApp, [stranger]).chains),
    StartError,
  );
});

test('a receipt is credited once, undone once, and may be credited again', async () => {
  const subject = await watch(testApp.sql, { destination: 'btc/0/1', purpose: 'payment' });
  await read();
  chain.node.mine([pay('a', 'btc/0/1', 700n)]);
  await read();
  const change = (credit: boolean) =>
    testApp.sql.begin(async (tx) => {
      const [receipt] = await listReceipts(tx, subject);
      assert.ok(receipt);
      const book = credit ? creditReceipts : uncreditReceipts;
      postMovements(tx, context, await book(tx, [receipt], availableTo(1)));
    });
  const [merchantBefore, chainBefore] = [await balance('psp:1'), await balance('provider:chain')];
  await assert.rejects(change(false), /not credited/);
  await change(true);
  await assert.rejects(change(true), /credited already/);
  assert.equal((await balance('psp:1')) - merchantBefore, 700n);
  assert.equal((await balance('provider:chain')) - chainBefore, -700n);
  await change(false);
  assert.equal(await balance('psp:1'), merchantBefore);
  await change(true);
  const [receipt] = await listReceipts(testApp.sql, subject);
  assert.deepEqual([receipt?.credited, receipt?.creditCount], [true, 2]);
});

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
    recordSent(tx, { coin: 'BTC', transactionId: 'ours', subjectId: newId(), spends: ['x:0'] }),
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
  await testApp.sql.begin((tx) =>
    recordSent(tx, { coin: 'BTC', transactionId: 's', subjectId: newId(), spends: ['bb:0'] }),
  );
  assert.deepEqual(await spendable(), ['cc:0', 'aa:0']);
  chain.node.mine([pay('dd', 'elsewhere', 7n, ['cc:0'])]);
  await read();
  assert.deepEqual(await spendable(), ['aa:0']);
  await testApp.sql.begin((tx) => releaseSent(tx, 'BTC', 's'));
  assert.deepEqual(await spendable(), ['bb:0', 'aa:0']);
  chain.node.unwind(1, ['dd']);
  chain.node.mineMany(2);
  await read();
  assert.deepEqual(await spendable(), ['bb:0', 'cc:0', 'aa:0']);
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
