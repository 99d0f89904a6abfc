import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { addStaff } from '../../../../test/support/commands.ts';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { listArrivals, mine, readOrder, reorganise, sendCoins } from '../../../../test/support/coins.ts';
import { newWallet } from '../../../../test/support/coins.ts';
import {
  openStepwiseChain,
  owners,
  withBroadcast,
  withoutChange,
  type StepwiseChain,
} from '../../../../test/support/stepwise-chain.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import { assertBooksFitChain } from '../../../../test/support/simulated-wallet.ts';
import {
  askToWithdraw,
  demandFeeRate,
  storedPayout,
  storedTransactions,
  type AskedWithdrawal,
} from '../../../../test/support/withdrawals.ts';
import { formatAsset, type CoinCode } from '../../assets/asset.rules.ts';
import { createPsp } from '../../access/credentials/manage-credentials.ts';
import { freezePayouts, thawPayouts } from '../../chains/freezes/freeze-payouts.ts';
import { adjustBalance } from '../../../../test/support/adjust-balance.ts';
import { listWrongFees } from '../../books/check/ledger-row.store.ts';
import { simulatedCoins } from '../../chains/simulated/simulated-coin.rules.ts';
import { payoutCommands } from '../payout.commands.ts';

let here: TestApp;
let client: MerchantClient;
let driven: StepwiseChain;

before(async () => {
  here = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  client = await merchantClient(here);
});
after(() => here.close());
afterEach(() => driven.close());

/** Blocks that a payout waits according to the settings. */
const bumpBlocks: Record<string, number> = { BTC: 6, LTC: 12, BCH: 6, ETH: 15 };
const confirmations: Record<string, number> = { BTC: 1, LTC: 3, BCH: 3, ETH: 12 };

/** Creates payouts that a node has accepted and miners ignore, at three times the usual rate. */
async function getStuck(coin: CoinCode, count = 1): Promise<AskedWithdrawal[]> {
  driven = await openStepwiseChain(here, { coin });
  await demandFeeRate(client, coin, 0);
  await driven.read();
  const asked: AskedWithdrawal[] = [];
  for (let index = 0; index < count; index++) asked.push(await askToWithdraw(client, coin));
  await driven.sign();
  await driven.send();
  await demandFeeRate(client, coin, Number(simulatedCoins[coin].feeRate) * 3);
  return asked;
}

async function waitTooLong(coin: CoinCode): Promise<void> {
  await mine(client, coin, (bumpBlocks[coin] ?? 0) - 1);
  await driven.read();
  await driven.raise();
  const [row] = await here.sql<{ raised: number }[]>`
    select coalesce(max(b.generation), 0) as raised from merchant.payouts p
    join merchant.payout_batches b on b.id = p.batch_id where p.coin = ${coin} and p.status = 'SIGNED'`;
  assert.equal(row?.raised, 0, 'not before its time');
  await mine(client, coin);
  await driven.read();
}

const waiting = async (): Promise<readonly string[]> =>
  (await driven.chain.node.listUnconfirmed(new Set())).ids;

async function assertPaidOnce(asked: AskedWithdrawal, transactionId: string): Promise<void> {
  const { coin, wallet, id } = asked;
  const payout = await storedPayout(here.sql, asked);
  assert.deepEqual(
    [payout.status, payout.transaction_id, payout.due_at],
    ['COMPLETED', transactionId, null],
    `${coin} ${id}`,
  );
  const order = await readOrder(client, id);
  assert.deepEqual([order.order_status, order.blockchain_transaction_id], ['COMPLETED', transactionId]);
  assert.deepEqual(await listArrivals(here.sql, coin, wallet), [
    { amount: payout.amount, transaction_id: transactionId, mined: true },
  ]);
}

/** Asserts that the merchant has paid exactly the network fee, and that the order shows it. */
async function assertFeesCharged(asked: readonly AskedWithdrawal[]): Promise<void> {
  for (const { id } of asked) {
    const [row] = await here.sql<
      { fee: bigint; fee_covered: bigint; fee_borne: bigint; fee_charge: bigint }[]
    >`
      select fee, fee_covered, fee_borne, fee_charge from merchant.payouts where order_id = ${id}`;
    assert.ok(row);
    assert.deepEqual([row.fee_covered, row.fee_borne], [row.fee, 0n]);
    assert.equal((await readOrder(client, id)).network_fee, formatAsset('EUR', row.fee_charge));
    const [charged] = await here.sql<{ cents: bigint }[]>`
      select coalesce(sum(e.amount), 0)::numeric(38, 0) as cents from merchant.ledger_entries e
      join merchant.ledger_movements t on t.id = e.movement_id
      join merchant.ledger_accounts a on a.id = e.account_id
      where a.owner = 'provider:fees' and a.asset = 'EUR' and t.reference like ${`${id}:%`}`;
    assert.equal(charged?.cents, row.fee_charge);
  }
  assert.equal((await here.sql.begin((tx) => listWrongFees(tx))).length, 0);
}

for (const coin of ['BTC', 'LTC', 'ETH'] as const) {
  test(`${coin}: a payout that waits too long is replaced with a higher fee and paid once`, async () => {
    const [one, other] = await getStuck(coin, 2);
    assert.ok(one && other);
    const first = await storedPayout(here.sql, one);
    await waitTooLong(coin);
    await driven.raise();
    const raised = await storedPayout(here.sql, one);
    const [old, replacement] = await storedTransactions(here.sql, raised.batch_id);
    assert.ok(old && replacement && replacement.fee > old.fee);
    assert.deepEqual(
      [old.transaction_id, old.kind, replacement.kind],
      [first.transaction_id, 'payment', 'payment'],
    );
    assert.ok(raised.fee !== null && first.fee !== null && raised.fee > first.fee);
    await driven.send();
    assert.ok((await waiting()).includes(replacement.transaction_id), 'the node took it');
    assert.ok(!(await waiting()).includes(old.transaction_id), 'in place of the other');
    const shown = await readOrder(client, one.id);
    assert.equal(shown.blockchain_transaction_id, replacement.transaction_id);
    await mine(client, coin, confirmations[coin]);
    await driven.read();
    const last = await storedPayout(here.sql, other);
    await assertPaidOnce(one, replacement.transaction_id);
    await assertPaidOnce(other, last.transaction_id ?? '');
    const refused = await driven.chain.node.broadcast(old.bytes);
    assert.equal(refused.outcome, 'refused', 'the other can never follow');
    await assertBooksFitChain(here.sql, coin);
  });
}

test('the mined transaction completes the payout, even if it had been replaced', async () => {
  const [asked] = await getStuck('BTC');
  assert.ok(asked);
  await waitTooLong('BTC');
  await driven.raise();
  const { batch_id: batchId } = await storedPayout(here.sql, asked);
  const [old, replacement] = await storedTransactions(here.sql, batchId);
  assert.ok(old && replacement);
  const stubborn = withBroadcast(driven.chain, async (bytes) =>
    bytes === replacement.bytes
      ? { outcome: 'refused', reason: 'txn-mempool-conflict' }
      : driven.chain.node.broadcast(bytes),
  );
  await driven.send(stubborn);
  assert.deepEqual(stubborn.given, [replacement.bytes, old.bytes], 'the one before is kept alive');
  assert.match((await storedPayout(here.sql, asked)).trouble ?? '', /txn-mempool-conflict/);
  await mine(client, 'BTC', 6);
  await driven.read();
  await driven.raise();
  const [, , third] = await storedTransactions(here.sql, batchId);
  assert.equal(third, undefined, 'no third one, while the node does not take the second');
  assert.match((await storedPayout(here.sql, asked)).bump_trouble ?? '', /keeps the transaction before/);
  await demandFeeRate(client, 'BTC', 0);
  await mine(client, 'BTC');
  await driven.read();
  await assertPaidOnce(asked, old.transaction_id);
  assert.equal((await storedPayout(here.sql, asked)).fee, old.fee);
  await assertBooksFitChain(here.sql, 'BTC');

  // A reorganisation removes the replaced transaction and mines the other one: the order and the ledger follow.
  await reorganise(client, 'BTC', 1, [old.transaction_id]);
  await driven.read();
  assert.equal((await readOrder(client, asked.id)).order_status, 'COMPLETED');
  await driven.send();
  assert.deepEqual(await waiting(), [replacement.transaction_id]);
  await mine(client, 'BTC');
  await driven.read();
  await assertPaidOnce(asked, replacement.transaction_id);
  assert.equal((await storedPayout(here.sql, asked)).fee, replacement.fee);
  await assertFeesCharged([asked]);
  await assertBooksFitChain(here.sql, 'BTC');
});

test('BCH: children spend the change of a payout to raise its fee, twice if needed, and the ledger has all fees', async () => {
  const asked = await getStuck('BCH', 3);
  const [first] = asked;
  assert.ok(first);
  await waitTooLong('BCH');
  await driven.raise();
  await driven.send();
  const { batch_id: batchId } = await storedPayout(here.sql, first);
  const [parent, child] = await storedTransactions(here.sql, batchId);
  assert.ok(parent && child);
  assert.deepEqual([parent.kind, child.kind], ['payment', 'child']);
  assert.deepEqual(new Set(await waiting()), new Set([parent.transaction_id, child.transaction_id]));
  const packageRate = ((parent.fee + child.fee) * 1000n) / (parent.weight + child.weight);
  assert.ok(packageRate >= 3000n, String(packageRate));
  // Fees rise again.
  await demandFeeRate(client, 'BCH', 6000);
  await mine(client, 'BCH', 6);
  await driven.read();
  await driven.raise();
  await driven.send();
  const [, , grandchild] = await storedTransactions(here.sql, batchId);
  assert.equal(grandchild?.kind, 'child');
  const mined = await mine(client, 'BCH', 3);
  assert.equal(mined.length, 3);
  await driven.read();
  let fees = 0n;
  for (const one of asked) {
    await assertPaidOnce(one, parent.transaction_id);
    fees += (await storedPayout(here.sql, one)).fee ?? 0n;
  }
  assert.equal(fees, parent.fee + child.fee + grandchild.fee, 'those who are pushed bear it');
  await assertBooksFitChain(here.sql, 'BCH');

  // A reorganisation removes the child but not the parent: the child is sent again and booked with its new block.
  await reorganise(client, 'BCH', 3, [grandchild.transaction_id]);
  await driven.read();
  await demandFeeRate(client, 'BCH', 0);
  await driven.send();
  assert.ok((await waiting()).includes(grandchild.transaction_id));
  await mine(client, 'BCH', 3);
  await driven.read();
  await assertFeesCharged(asked);
  await assertBooksFitChain(here.sql, 'BCH');
});

test('a fee is raised beyond the limit only on request of staff', async () => {
  const [asked] = await getStuck('LTC');
  assert.ok(asked);
  await demandFeeRate(client, 'LTC', 150_000);
  await waitTooLong('LTC');
  const rateOf = async (): Promise<bigint> => {
    const { batch_id: batchId } = await storedPayout(here.sql, asked);
    const transaction = (await storedTransactions(here.sql, batchId)).at(-1);
    return ((transaction?.fee ?? 0n) * 1000n) / (transaction?.weight ?? 1n);
  };
  await driven.raise();
  await driven.send();
  assert.equal(await rateOf(), 100_000n, 'ten times the first');
  await mine(client, 'LTC', 12);
  await driven.read();
  await driven.raise();
  const stuck = await storedPayout(here.sql, asked);
  assert.match(stuck.bump_trouble ?? '', /100 litoshi\/vB is the most/);
  const figures = await here.platform.metrics.registry.metrics();
  assert.match(figures, /payouts_stuck\{coin="LTC",state="signed"\} 1/);

  const run = async (...given: string[]): Promise<string> => {
    const [positional = '', rate] = given;
    const lines: string[] = [];
    const command = payoutCommands(owners).find(({ name }) => name === 'payout bump');
    const by = await addStaff(here.platform);
    const values = rate === undefined ? { by } : { by, 'fee-rate': rate };
    await command?.run(here.platform, { values, positionals: [positional] }, (line) => lines.push(line));
    return lines.join('\n');
  };
  const list = async (): Promise<string> => {
    const lines: string[] = [];
    const command = payoutCommands(owners).find(({ name }) => name === 'payout list');
    await command?.run(here.platform, { values: {}, positionals: [] }, (line) => lines.push(line));
    return lines.join('\n');
  };
  assert.match(await list(), /fee 0\.000\d+ LTC, raised 1 times\n +its fee is not raised: .*is the most/);
  await assert.rejects(run(stuck.id, 'much'), /takes a number, in litoshi\/vB/);
  await assert.rejects(
    run(stuck.id),
    /is not raised: its fee rate is 100 litoshi\/vB, and 100 litoshi\/vB is the most/,
  );
  await assert.rejects(run(stuck.id, '60000'), /is not raised: no fee rate above \d+ litoshi\/vB is paid/);
  await assert.rejects(run(stuck.id, '99'), /is 100 litoshi\/vB, and the next is at least 110 litoshi/);
  assert.match(
    (await storedPayout(here.sql, asked)).bump_trouble ?? '',
    /is the most/,
    'nothing was asked for',
  );
  await assert.rejects(run(asked.id), /no such payout/);
  await freezePayouts(here.platform, { coin: 'LTC', by: 'staff', reason: 'a look' });
  await assert.rejects(run(stuck.id, '160'), /frozen/);
  await thawPayouts(here.platform, { coin: 'LTC', by: 'staff', reason: 'seen' });
  assert.match(await run(stuck.id, '160'), /is raised to 160 litoshi\/vB within seconds/);
  await driven.raise();
  await driven.send();
  assert.equal(await rateOf(), 160_000n);
  assert.match(await list(), /raised 2 times/);
  await mine(client, 'LTC', 1);
  await driven.read();
  await assert.rejects(run(stuck.id), /is in a block/);
  await mine(client, 'LTC', 2);
  await driven.read();
  await assertPaidOnce(asked, (await storedPayout(here.sql, asked)).transaction_id ?? '');
  const later = await askToWithdraw(client, 'LTC');
  await assert.rejects(run((await storedPayout(here.sql, later)).id), /not signed yet/);
  await demandFeeRate(client, 'LTC', 0);
  await driven.sign();
  await driven.send();
  await mine(client, 'LTC', 3);
  await driven.read();
  await assertBooksFitChain(here.sql, 'LTC');
});

test('a payout that the wallet cannot raise stays as it is and reports the reason', async () => {
  driven = await openStepwiseChain(here, { coin: 'BTC' });
  await demandFeeRate(client, 'BTC', 0);
  await driven.read();
  const asked = await askToWithdraw(client, 'BTC');
  await driven.sign();
  const { batch_id: batchId, id } = await storedPayout(here.sql, asked);
  // At this rate the change is used up, and all other coins are reserved by another transaction.
  await here.sql`
    insert into merchant.chain_claims (coin, spend, transaction_id)
    select coin, transaction_id || ':' || output_index, 'elsewhere' from merchant.chain_outputs
    where coin = 'BTC' and spent_by is null on conflict do nothing`;
  await driven.send();
  await here.sql`update merchant.payout_batches set bump_height = 0 where id = ${batchId}`;
  await driven.raise(withoutChange(driven.chain));
  assert.match((await storedPayout(here.sql, asked)).bump_trouble ?? '', /lacks 0\.0000\d+ BTC/);
  assert.equal((await storedTransactions(here.sql, batchId)).length, 1);
  assert.ok(here.log.some((line) => line.includes('the fee of a payout is not raised')));
  await here.sql`delete from merchant.chain_claims where transaction_id = 'elsewhere'`;
  await mine(client, 'BTC');
  await driven.read();
  assert.equal((await storedPayout(here.sql, asked)).id, id);
  await assertPaidOnce(asked, (await storedPayout(here.sql, asked)).transaction_id ?? '');
});

test('a fee that the merchant cannot pay is refused, at signing and at a raise', async () => {
  const psp = await createPsp(here.platform, 'Has little');
  const give = (cents: bigint, reference: string) =>
    adjustBalance(here.platform, { pspId: psp.pspId, asset: 'EUR', amountMinor: cents, reference });
  // Enough for a payout of at most 0.02 BTC and little more.
  await give(45_000n, 'first');
  const little = await merchantClient(here, psp);
  driven = await openStepwiseChain(here, { coin: 'BTC' });
  await demandFeeRate(client, 'BTC', 0);
  await driven.read();
  const [poor, rich] = [await askToWithdraw(little, 'BTC'), await askToWithdraw(client, 'BTC')];
  const [left] = await here.sql<{ balance: bigint }[]>`
    select sum(balance)::numeric(38, 0) as balance from merchant.ledger_accounts
    where owner = ${`psp:${psp.pspId}`} and asset = 'EUR'`;
  await give(-(left?.balance ?? 0n), 'all that is left');
  await here.sql`update merchant.chain_states set fee_rate = fee_rate * 20 where coin = 'BTC'`;
  await driven.sign();
  const [waiting, signed] = [await storedPayout(here.sql, poor), await storedPayout(here.sql, rich)];
  assert.deepEqual([waiting.status, signed.status], ['RESERVED', 'SIGNED'], 'it holds up nobody else');
  assert.match(waiting.trouble ?? '', /which the merchant does not have/);
  await here.sql`update merchant.chain_states set fee_rate = fee_rate / 20 where coin = 'BTC'`;
  await driven.sign();
  const cheap = await storedPayout(here.sql, poor);
  assert.equal(cheap.status, 'SIGNED');
  await driven.send();
  await here.sql`
    update merchant.payout_batches set bump_height = 0, bump_rate = 800000 where id = ${cheap.batch_id}`;
  await driven.raise();
  assert.match((await storedPayout(here.sql, poor)).bump_trouble ?? '', /which the merchant does not have/);
  assert.equal((await storedTransactions(here.sql, cheap.batch_id)).length, 1);
  await mine(client, 'BTC');
  await driven.read();
  assert.equal((await storedPayout(here.sql, poor)).status, 'COMPLETED');
  await assertPaidOnce(rich, (await storedPayout(here.sql, rich)).transaction_id ?? '');
  await assertBooksFitChain(here.sql, 'BTC');
});

test('a batch with a spent input is not raised, and all its transactions fail together', async () => {
  const asked = await getStuck('LTC', 2);
  const [one] = asked;
  assert.ok(one);
  await waitTooLong('LTC');
  await driven.raise();
  await driven.send();
  const { transaction_id: ours, batch_id: batchId } = await storedPayout(here.sql, one);
  await sendCoins(client, 'LTC', { address: newWallet('LTC'), amount: '0.01', replaces: ours ?? '' });
  await demandFeeRate(client, 'LTC', 0);
  await mine(client, 'LTC', 2);
  await driven.read();
  await here.sql`update merchant.payout_batches set bump_height = 0 where id = ${batchId}`;
  await driven.raise();
  assert.match((await storedPayout(here.sql, one)).bump_trouble ?? '', /has used its funds/);
  await mine(client, 'LTC');
  await driven.read();
  assert.equal((await storedPayout(here.sql, one)).status, 'SIGNED', 'not before somebody has looked');
  await thawPayouts(here.platform, { coin: 'LTC', by: 'ana@commands.test', reason: 'compared' });
  await driven.read();
  for (const { id, wallet } of asked) {
    assert.equal((await readOrder(client, id)).order_status, 'FAILED');
    assert.deepEqual(await listArrivals(here.sql, 'LTC', wallet), []);
  }
  const claims = await here.sql`select from merchant.chain_claims where subject_id = ${batchId}`;
  assert.equal(claims.length, 0, 'what they would have used is free');
});
