import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addStaff } from './commands.ts';
import { payoutCommands } from '../../src/merchant/payouts/payout.commands.ts';
import { readAccounts } from './coins.ts';
import { until } from './process.ts';
import type { Stage } from './utxo-stage.ts';

/** The smallest amounts that nodes relay, to a usual address and to one from before segwit. */
const dust = { BTC: [294, 546], BCH: [546, 546], LTC: [2940, 5460] };
const formatSatoshis = (satoshis: number): string => (satoshis / 1e8).toFixed(8);

/** Defines the tests of payouts. */
export function playPayouts(stageOf: () => Stage): void {
  test('an amount below the dust limit is refused before anything is reserved', async () => {
    const { till, node, coin, askToWithdraw } = stageOf();
    const before = await readAccounts(till.sql);
    const [usual = 0, older = 0] = dust[coin];
    const small = await askToWithdraw(formatSatoshis(usual - 1), await node.newAddress());
    assert.deepEqual([small.statusCode, small.json().code], [409, 'payout_too_small']);
    assert.ok(String(small.json().detail).includes(`${formatSatoshis(usual)} ${coin} or more`));
    const kinds = await node.listAddressKinds();
    const legacy = kinds['legacy'] ?? kinds['legacy key'] ?? '';
    assert.equal((await askToWithdraw(formatSatoshis(older - 1), legacy)).statusCode, 409);
    assert.deepEqual(await readAccounts(till.sql), before);
  });

  test('a withdrawal to each of the coin’s address kinds arrives', async () => {
    const stage = stageOf();
    const kinds = Object.entries(await stage.node.listAddressKinds());
    const orders = new Map<string, string>();
    for (const [index, [, address]] of kinds.entries()) {
      orders.set(await stage.withdraw(`0.0${index + 1}`, address), address);
    }
    // Earlier payouts have spent the largest coins, so the next may need to wait for the change of one.
    await until(async () => {
      const waiting = await stage.till.sql`select from merchant.payouts where status = 'RESERVED'`;
      if (waiting.length > 0) await stage.mine(1);
      return waiting.length === 0;
    }, 'the signing of all withdrawals');
    for (const orderId of orders.keys()) await stage.untilSent(orderId);
    await stage.mine(3);
    for (const orderId of orders.keys()) await stage.untilCompleted(orderId);
    for (const [index, [kind, address]] of kinds.entries()) {
      assert.equal(await stage.received(address), `0.0${index + 1}000000`, kind);
    }
  });

  test('a withdrawal that a killed node has lost is sent again with the same bytes and paid once', async () => {
    const stage = stageOf();
    const { node } = stage;
    const address = await node.newAddress();
    const orderId = await stage.withdraw('0.12345678', address);
    const transactionId = await stage.untilSent(orderId);
    // Only a transaction that was seen at the node is noticed as missing and sent again at once. Any other is sent
    // again after half a minute, because a node may drop it before its mempool is read.
    await until(async () => {
      const rows = await stage.till.sql`
        select from merchant.chain_sent where transaction_id = ${transactionId} and unconfirmed`;
      return rows.length === 1;
    }, 'the transaction in the mempool');
    // Prevents the scheduled sending during this test.
    await stage.till.sql`
      update merchant.payout_batches set due_at = due_at + interval '1 day' where coin = ${stage.coin} and due_at is not null`;
    await node.kill();
    await stage.restart();
    await until(
      async () => (await node.call('getrawmempool')).includes(transactionId),
      'the same transaction at the node again',
    );
    await stage.mine(6);
    const order = await stage.untilCompleted(orderId);
    assert.equal(order.blockchain_transaction_id, transactionId);
    assert.equal(await stage.received(address), '0.12345678');
  });

  test('the fee of a stuck withdrawal is raised automatically and by hand, and it is paid once', async () => {
    const stage = stageOf();
    const { node } = stage;
    const address = await node.newAddress();
    const orderId = await stage.withdraw('0.075', address);
    const first = await stage.untilSent(orderId);
    const feeOf = async (id: string): Promise<number> =>
      Math.round((await node.call('getmempoolentry', id)).fees.base * 1e8);
    const firstFee = await feeOf(first);
    const replaces = node.replace !== undefined;
    /** Waits for the new transaction at the node: a replacement, or a child of the pending ones. */
    const untilRaised = async (before: readonly string[]): Promise<string> => {
      let waiting: string[] = [];
      await until(async () => {
        waiting = await node.call('getrawmempool');
        return waiting.some((id) => !before.includes(id));
      }, 'a raised fee');
      const raised = waiting.filter((id) => !before.includes(id));
      assert.equal(raised.length, 1);
      assert.equal(waiting.length, replaces ? 1 : before.length + 1);
      return raised[0] ?? '';
    };
    await stage.mineEmpty(12);
    const second = await untilRaised([first]);
    const secondFee = await feeOf(second);
    assert.ok(secondFee > (replaces ? firstFee * 1.2 : 0), `${secondFee} after ${firstFee}`);

    const [payout] = await stage.till.sql<
      { id: string }[]
    >`select id from merchant.payouts where order_id = ${orderId}`;
    const bump = payoutCommands({}).find(({ name }) => name === 'payout bump');
    await bump?.run(
      stage.till.platform,
      {
        values: { by: await addStaff(stage.till.platform), 'fee-rate': '60' },
        positionals: [payout?.id ?? ''],
      },
      () => {},
    );
    const third = await untilRaised([first, second]);
    assert.ok((await feeOf(third)) > secondFee * 2);
    await stage.mine(6);
    const order = await stage.untilCompleted(orderId);
    assert.equal(order.blockchain_transaction_id, replaces ? third : first);
    assert.equal(await stage.received(address), '0.07500000');
  });
}
