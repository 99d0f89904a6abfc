import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addStaff } from './commands.ts';
import { payoutCommands } from '../../src/merchant/payouts/payout.commands.ts';
import { readAccounts } from './coins.ts';
import { until } from './process.ts';
import type { Stage } from './utxo-stage.ts';

/** The least that nodes pass on to a usual address, and to one from before segwit. */
const dust = { BTC: [294, 546], BCH: [546, 546], LTC: [2940, 5460] };
const formatSatoshis = (satoshis: number): string => (satoshis / 1e8).toFixed(8);

/** The part of a merchant's day in which coins go out. */
export function playPayouts(stageOf: () => Stage): void {
  test('less than nodes pass on is refused before anything is reserved', async () => {
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

  test('a withdrawal to each kind of address that the coin has arrives', async () => {
    const stage = stageOf();
    const kinds = Object.entries(await stage.node.listAddressKinds());
    const orders = new Map<string, string>();
    for (const [index, [, address]] of kinds.entries()) {
      orders.set(await stage.withdraw(`0.0${index + 1}`, address), address);
    }
    // Those that were signed one by one have taken the largest coins: the next waits for the change of one of them.
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

  test('a withdrawal that the node forgets when it is killed is sent again, the same bytes, and paid once', async () => {
    const stage = stageOf();
    const { node } = stage;
    const address = await node.newAddress();
    const orderId = await stage.withdraw('0.12345678', address);
    const transactionId = await stage.untilSent(orderId);
    // Seen at the node, so that it is missed there; otherwise it is sent again after half a minute.
    await until(async () => {
      const rows = await stage.till.sql`
        select from merchant.chain_sent where transaction_id = ${transactionId} and unconfirmed`;
      return rows.length === 1;
    }, 'the transaction among those that wait');
    await node.kill();
    await stage.restart();
    await until(
      async () => (await node.call('getrawmempool')).includes(transactionId),
      'the same transaction at the node again',
      90_000,
    );
    await stage.mine(6);
    const order = await stage.untilCompleted(orderId);
    assert.equal(order.blockchain_transaction_id, transactionId);
    assert.equal(await stage.received(address), '0.12345678');
  });

  test('the fee of a withdrawal that no block takes is raised, by itself and by hand, and it is paid once', async () => {
    const stage = stageOf();
    const { node } = stage;
    const address = await node.newAddress();
    const orderId = await stage.withdraw('0.075', address);
    const first = await stage.untilSent(orderId);
    const feeOf = async (id: string): Promise<number> =>
      Math.round((await node.call('getmempoolentry', id)).fees.base * 1e8);
    const firstFee = await feeOf(first);
    const replaces = node.replace !== undefined;
    /** What came to the node: one in the place of another, or a child beside its parents. */
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
