import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { listArrivals, mine, readOrder } from '../../../../test/support/coins.ts';
import { openStepwiseChain, type StepwiseChain } from '../../../../test/support/stepwise-chain.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import { assertBooksFitChain } from '../../../../test/support/simulated-wallet.ts';
import {
  askToWithdraw,
  storedPayout,
  storedTransactions,
  type AskedWithdrawal,
} from '../../../../test/support/withdrawals.ts';
import { newId } from '../../../platform/ids.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';
import { recordOutgoingTransaction } from '../../chains/outgoing/outgoing-transactions.ts';
import { insertSigned, leaveBatch, lockBatch, markDead } from './batch.store.ts';

let here: TestApp;
let client: MerchantClient;

before(async () => {
  here = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  client = await merchantClient(here);
});
after(() => here.close());

async function askMany(coin: CoinCode, count: number): Promise<AskedWithdrawal[]> {
  const asked: AskedWithdrawal[] = [];
  for (let index = 0; index < count; index++) asked.push(await askToWithdraw(client, coin));
  return asked;
}

async function finish(driven: StepwiseChain, coin: CoinCode): Promise<void> {
  await driven.send();
  await mine(client, coin, 3);
  await driven.read();
  await driven.close();
}

for (const coin of ['BTC', 'LTC', 'BCH'] as const) {
  test(`${coin}: payouts that wait at the same time share one transaction and its whole fee`, async () => {
    const driven = await openStepwiseChain(here, { coin });
    await driven.read();
    const asked = await askMany(coin, 7);
    await driven.sign();
    const payouts = await Promise.all(asked.map((one) => storedPayout(here.sql, one)));
    assert.equal(new Set(payouts.map((payout) => payout.transaction_id)).size, 1);
    const [transaction, ...more] = await storedTransactions(here.sql, payouts[0]?.batch_id ?? '');
    assert.deepEqual(more, []);
    const fees = payouts.map((payout) => payout.fee ?? 0n);
    assert.equal(
      fees.reduce((sum, fee) => sum + fee, 0n),
      transaction?.fee,
    );
    const [least, most] = [fees, fees].map((all, index) =>
      all.reduce((a, b) => (a < b === (index === 0) ? a : b)),
    );
    assert.ok((most ?? 0n) - (least ?? 0n) <= 1n, 'outputs of one kind cost the same');
    await finish(driven, coin);
    const [node] = await here.sql<{ outputs: { address: string; output_index: number }[] }[]>`
      select jsonb_agg(jsonb_build_object('address', address, 'output_index', output_index)) as outputs
      from merchant.simulated_outputs where coin = ${coin} and transaction_id = ${transaction?.transaction_id}`;
    for (const [index, one] of asked.entries()) {
      assert.equal((await readOrder(client, one.id)).order_status, 'COMPLETED');
      assert.equal((await listArrivals(here.sql, coin, one.wallet)).length, 1);
      const [share] = await here.sql<{ output_index: number }[]>`
        select output_index from merchant.payout_shares where payout_id = ${payouts[index]?.id}`;
      const output = node?.outputs.find((candidate) => candidate.address === one.wallet);
      assert.equal(share?.output_index, output?.output_index);
    }
    await assertBooksFitChain(here.sql, coin);
  });
}

test('a coin without batching in the settings pays each payout by its own transaction', async () => {
  const driven = await openStepwiseChain(here, { coin: 'BTC' });
  await driven.read();
  const asked = await askMany('BTC', 3);
  const context = driven.context as { settings: { PAYOUT_BATCHING: readonly string[] } };
  const { settings } = context;
  context.settings = { ...settings, PAYOUT_BATCHING: ['LTC'] };
  await driven.sign();
  context.settings = settings;
  const payouts = await Promise.all(asked.map((one) => storedPayout(here.sql, one)));
  assert.equal(new Set(payouts.map((payout) => payout.transaction_id)).size, 3);
  await finish(driven, 'BTC');
});

test('PostgreSQL constraints reject rows that could pay twice', async () => {
  const driven = await openStepwiseChain(here, { coin: 'BTC' });
  await driven.read();
  const [one, other] = await askMany('BTC', 2);
  assert.ok(one && other);
  await driven.sign();
  const payout = await storedPayout(here.sql, one);
  const batchId = payout.batch_id ?? '';
  const payouts = [payout, await storedPayout(here.sql, other)];
  const [spend] = await here.sql<{ spend: string }[]>`
    select spend from merchant.chain_sent_spends where transaction_id = ${payout.transaction_id}`;
  assert.ok(spend);
  const refused = { code: '23001' };
  const replace = (more: {
    spends?: string[];
    subjectId?: string;
    fee?: bigint;
    shares?: readonly { payoutId: string; outputIndex: null; feeMinor: bigint }[];
  }): Promise<void> =>
    here.sql.begin(async (tx) => {
      const transactionId = newId();
      const { spends = [spend.spend], subjectId = batchId, fee = 1_000_000n } = more;
      await recordOutgoingTransaction(tx, { coin: 'BTC', transactionId, subjectId, spends });
      await insertSigned(tx, {
        coin: 'BTC',
        batchId,
        generation: 1,
        kind: 'payment',
        transactionId,
        bytes: 'bytes',
        feeMinor: fee,
        feeRate: 1n,
        weight: 1,
        lastHeight: null,
        signedAt: new Date(),
        shares:
          more.shares ?? payouts.map(({ id }) => ({ payoutId: id, outputIndex: null, feeMinor: fee / 2n })),
      });
    });
  await assert.rejects(replace({ spends: ['elsewhere:0'] }), refused, 'a replacement that shares nothing');
  await assert.rejects(replace({ fee: 2n }), refused, 'one that pays less');
  await assert.rejects(
    replace({ subjectId: newId() }),
    /chain_claims_pkey/,
    'what another batch has claimed',
  );
  const [first] = payouts;
  assert.ok(first);
  const alone = [{ payoutId: first.id, outputIndex: null, feeMinor: 1_000_000n }];
  await assert.rejects(replace({ shares: alone }), refused, 'one that leaves a payout out');
  await assert.rejects(
    replace({ shares: payouts.map(({ id }) => ({ payoutId: id, outputIndex: null, feeMinor: 1n })) }),
    refused,
    'a fee that nobody bears',
  );
  await assert.rejects(
    here.sql.begin((tx) => leaveBatch(tx, [payout.id], new Date())),
    refused,
    'a payout leaves what may still be mined',
  );
  await assert.rejects(
    async () => here.sql`update merchant.payout_transactions set bytes = 'other'`,
    refused,
  );
  await assert.rejects(async () => here.sql`delete from merchant.payout_shares`, refused);
  await driven.send();
  await mine(client, 'BTC');
  await driven.read();
  await assert.rejects(
    here.sql.begin((tx) => markDead(tx, batchId, new Date())),
    refused,
    'what is in a block is given up',
  );
  assert.equal((await here.sql.begin((tx) => lockBatch(tx, batchId)))?.dead_at, null);
  for (const { id } of [one, other]) {
    assert.equal((await readOrder(client, id)).order_status, 'COMPLETED');
  }
  await driven.close();
});
