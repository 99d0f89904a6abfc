import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useChainStage } from '../../../../test/support/chain-stage.ts';
import { watch } from '../../../../test/support/chain-context.ts';
import { pay } from '../../../../test/support/played-chain.ts';
import { newId } from '../../../platform/ids.ts';
import { tradingAccount } from '../../books/ledger.rules.ts';
import { listSpendable } from '../outgoing/list-spendable.ts';
import { recordOutgoingTransaction, releaseClaims } from '../outgoing/outgoing-transactions.ts';
import { reviewFunds } from './review-funds.ts';

const stage = useChainStage();

const { read } = stage;
const review = (subjectId: string) => stage.sql.begin((tx) => reviewFunds(tx, stage.context, subjectId));

async function balance(owner: string): Promise<bigint> {
  const [row] = await stage.sql<{ balance: bigint }[]>`
    select coalesce(sum(balance), 0)::numeric(38, 0) as balance
    from merchant.ledger_accounts where owner = ${owner} and asset = 'BTC'`;
  return row?.balance ?? 0n;
}

const spendable = async (): Promise<string[]> =>
  (await stage.sql.begin((tx) => listSpendable(tx, 'BTC'))).map(
    (output) => `${output.transactionId}:${output.index}`,
  );

test("credits the operator's coins to the provider with one confirmation and makes them spendable", async () => {
  const subject = await watch(stage.sql, { destination: 'btc/1/1' });
  const tradingBefore = await balance(tradingAccount);
  await read();
  const funds = pay('funds', 'btc/1/1', 900n);
  stage.node.wait(funds);
  await read();
  await review(subject);
  assert.equal(await balance(tradingAccount), tradingBefore);
  stage.node.mine([funds]);
  await read();
  await review(subject);
  await review(subject);
  assert.equal((await balance(tradingAccount)) - tradingBefore, 900n);
  assert.deepEqual(await spendable(), ['funds:0']);
  stage.node.unwind(1, ['funds']);
  stage.node.mineMany(2);
  await read();
  await review(subject);
  assert.equal(await balance(tradingAccount), tradingBefore);
  assert.deepEqual(await spendable(), []);
});

test('change becomes spendable without a movement, because the ledger never recorded it as spent', async () => {
  const subject = await watch(stage.sql, { destination: 'btc/1/1' });
  const tradingBefore = await balance(tradingAccount);
  await read();
  await stage.sql.begin((tx) =>
    recordOutgoingTransaction(tx, {
      coin: 'BTC',
      transactionId: 'ours',
      subjectId: newId(),
      spends: ['x:0'],
    }),
  );
  stage.node.mine([pay('ours', 'btc/1/1', 40n, ['x:0'])]);
  await read();
  await review(subject);
  assert.equal(await balance(tradingAccount), tradingBefore);
  assert.deepEqual(await spendable(), ['ours:0']);
});

test('claimed or spent outputs cannot be used again until they are released', async () => {
  const subject = await watch(stage.sql, { destination: 'btc/1/1' });
  await read();
  stage.node.mine([pay('aa', 'btc/1/1', 5n), pay('bb', 'btc/1/1', 9n), pay('cc', 'btc/1/1', 7n)]);
  await read();
  assert.deepEqual(await spendable(), [], 'not credited yet');
  await review(subject);
  assert.deepEqual(await spendable(), ['bb:0', 'cc:0', 'aa:0']);
  const batch = newId();
  await stage.sql.begin((tx) =>
    recordOutgoingTransaction(tx, { coin: 'BTC', transactionId: 's', subjectId: batch, spends: ['bb:0'] }),
  );
  assert.deepEqual(await spendable(), ['cc:0', 'aa:0']);
  stage.node.mine([pay('dd', 'elsewhere', 7n, ['cc:0'])]);
  await read();
  assert.deepEqual(await spendable(), ['aa:0']);
  await stage.sql.begin((tx) => releaseClaims(tx, 'BTC', batch));
  assert.deepEqual(await spendable(), ['bb:0', 'aa:0']);
  stage.node.unwind(1, ['dd']);
  stage.node.mineMany(2);
  await read();
  assert.deepEqual(await spendable(), ['bb:0', 'cc:0', 'aa:0']);
});

test('refuses to record a transaction without claims, because it could be signed twice', async () => {
  const recording = stage.sql.begin((tx) =>
    recordOutgoingTransaction(tx, { coin: 'BTC', transactionId: 's', subjectId: newId(), spends: [] }),
  );
  await assert.rejects(recording, /without a claim/);
});

test("credits newly mined coins and makes them spendable only after the network's maturity", async () => {
  const subject = await watch(stage.sql, { destination: 'btc/1/1' });
  await read();
  stage.node.mine([{ ...pay('mined', 'btc/1/1', 50n, []), maturity: 100 }, pay('sent', 'btc/1/1', 5n)]);
  await read();
  await review(subject);
  assert.deepEqual(await spendable(), ['sent:0']);
  const readOn = async (blocks: number): Promise<void> => {
    stage.node.mineMany(blocks);
    while (!(await read()).complete);
  };
  await readOn(98);
  assert.deepEqual(await spendable(), ['sent:0'], 'a block too early');
  await readOn(1);
  assert.deepEqual(await spendable(), ['mined:0', 'sent:0']);
});
