import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { customer, readAccounts, type OrderLookup } from './support/coins.ts';
import { markBranch, startEthereumNode, type EthereumNode } from './support/ethereum-node.ts';
import { ethereumPrograms } from './support/ethereum-program.ts';
import { confirmations, openEthereumStage, wei, type EthereumStage } from './support/ethereum-stage.ts';
import { careless, forwarder, regretter, splitter, suicidal, words } from './support/evm-contracts.ts';
import { newChosen, readPayment, untilPayment, type ChosenPayment } from './support/payments.ts';
import { until } from './support/process.ts';

/**
 * Payments on real nodes: one that supports tracing of contract calls, and one that shows only balances. The tests of
 * each node share one chain and run in this order.
 */
const gas = '0x50000';

for (const program of ethereumPrograms) {
  describe(program, () => {
    let node: EthereumNode;
    let stage: EthereumStage;
    const contracts: Record<string, string> = {};

    before(async () => {
      node = await startEthereumNode(program);
      for (const [name, code] of Object.entries({ forwarder, splitter, regretter, careless, suicidal })) {
        contracts[name] = await node.deploy(code);
      }
      stage = await openEthereumStage(node);
    });
    after(async () => {
      await stage?.close();
      await node?.close();
    });

    const addressOf = ({ payment_cryptocurrency_address: address }: ChosenPayment) => address;
    const due = (chosen: ChosenPayment) => wei(chosen.cryptocurrency_amount);
    const choose = (amount: string) => newChosen(stage.merchant, 'ETH', amount);
    const send = (name: string, amount: bigint, ...given: readonly string[]) =>
      node.pay(contracts[name] ?? '', amount, { data: words(...given), gas });
    /**
     * Mines the pending block first, because deposits known only by balance are confirmed from the newest read block.
     */
    const confirm = async (): Promise<void> => {
      await stage.mine();
      await stage.mine(confirmations - 1);
    };
    const untilPaid = ({ payment_reference_number: id }: ChosenPayment) =>
      untilPayment(stage.merchant, id, 'PAID');
    const statusOf = async ({ payment_reference_number: id }: ChosenPayment) =>
      (await readPayment(stage.merchant, id)).payment_status;

    test('a plain transfer is seen pending, confirmed block by block, and paid to the wei', async () => {
      const chosen = await choose('40.00');
      assert.match(chosen.payment_uri, /^ethereum:0x[0-9a-fA-F]{40}@31337\?value=\d+$/);
      // More than the 8 decimals of a trade. Received amounts are kept exactly.
      const exact = due(chosen) + 123n;
      const id = await node.pay(addressOf(chosen), exact);
      await untilPayment(stage.merchant, chosen.payment_reference_number, 'CONFIRMING');
      await confirm();
      const paid = await untilPaid(chosen);
      assert.deepEqual(
        paid.transactions.map((one) => [one.blockchain_transaction_id, wei(one.cryptocurrency_amount)]),
        [[id, exact]],
      );
      assert.equal((await readAccounts(stage.app.sql)).get('provider:chain ETH'), -exact);
    });

    test('a payment through a forwarding contract is credited', async () => {
      const chosen = await choose('20.00');
      const id = await send('forwarder', due(chosen), addressOf(chosen));
      await confirm();
      const paid = await untilPaid(chosen);
      assert.equal(wei(paid.received_cryptocurrency_amount ?? ''), due(chosen));
      if (program === 'anvil') assert.equal(paid.transactions[0]?.blockchain_transaction_id, id);
    });

    test('a contract that pays several of our addresses in one call pays each of them', async () => {
      const all = [await choose('20.00'), await choose('20.00'), await choose('20.00')];
      const most = all.map(due).reduce((a, b) => (a > b ? a : b));
      await send('splitter', most * 3n, ...all.map(addressOf));
      await confirm();
      for (const chosen of all) {
        const paid = await untilPaid(chosen);
        assert.equal(wei(paid.received_cryptocurrency_amount ?? ''), most);
      }
    });

    test('a reverted transfer, in whole or in an inner call, is not a payment', async () => {
      const before = (await readAccounts(stage.app.sql)).get('provider:chain ETH');
      const [whole, within] = [await choose('20.00'), await choose('20.00')];
      await send('regretter', due(whole), addressOf(whole));
      await send('careless', due(within), contracts['regretter'] ?? '', addressOf(within));
      await confirm();
      for (const chosen of [whole, within]) {
        assert.equal(await statusOf(chosen), 'PENDING');
        const { transactions } = await readPayment(stage.merchant, chosen.payment_reference_number);
        assert.deepEqual(transactions, []);
      }
      assert.equal((await readAccounts(stage.app.sql)).get('provider:chain ETH'), before);
    });

    test('a self-destructing contract and a block reward can pay, too', async () => {
      const [destroyed, made] = [await choose('20.00'), await choose('5.00')];
      await send('suicidal', due(destroyed), addressOf(destroyed));
      await stage.mine();
      const setter = program === 'anvil' ? 'anvil_setCoinbase' : 'hardhat_setCoinbase';
      await node.call(setter, addressOf(made));
      // The sender pays the block's producer a tip as large as the payment.
      const tip = due(made) / 21_000n + 1n;
      const price = `0x${(tip + 10n ** 10n).toString(16)}`;
      await node.pay(addressOf(destroyed), 1n, {
        maxFeePerGas: price,
        maxPriorityFeePerGas: `0x${tip.toString(16)}`,
      });
      await stage.mine();
      await node.call(setter, `0x${'0'.repeat(40)}`);
      await confirm();
      await untilPaid(destroyed);
      const paid = await untilPaid(made);
      assert.ok(wei(paid.received_cryptocurrency_amount ?? '') >= due(made));
    });

    test('a reorganisation that removes a payment reopens it, and paying again completes it', async () => {
      const chosen = await choose('20.00');
      await markBranch(node);
      await node.pay(addressOf(chosen), due(chosen));
      await stage.mine();
      await untilPayment(stage.merchant, chosen.payment_reference_number, 'CONFIRMING');
      await node.reorganise(1);
      await stage.untilRead();
      await untilPayment(stage.merchant, chosen.payment_reference_number, 'PENDING');
      await send('forwarder', due(chosen), addressOf(chosen));
      await confirm();
      await untilPaid(chosen);
    });

    test('a deposit by a contract becomes an order of the received amount, even years after the address was assigned', async () => {
      const answer = await stage.merchant.post('/deposit/address/ETH', { customer_details: customer });
      const { customer_deposit_wallet_address: address = '' } = answer.json() as Record<string, string>;
      await stage.app.sql`
        update merchant.chain_addresses set created_at = created_at - interval '3 years'
        where address = ${address}`;
      await send('forwarder', wei('0.25') + 1n, address);
      await confirm();
      await until(
        async () => {
          const orders = (await stage.merchant.get('/orders')).json() as OrderLookup[];
          return orders.some(
            (one) => one.order_amount === '0.250000000000000001' && one.order_status === 'COMPLETED',
          );
        },
        'the order of the deposit',
        60_000,
      );
    });

    test('a node that returns with another chain changes nothing', async () => {
      const chosen = await choose('20.00');
      const paid = await choose('20.00');
      await node.pay(addressOf(paid), due(paid));
      await confirm();
      await untilPaid(paid);
      const before = await readAccounts(stage.app.sql);
      await node.kill();
      await node.restart(false);
      await node.mine(2);
      await node.pay(addressOf(chosen), due(chosen));
      await node.mine(confirmations + 2);
      await until(
        async () => {
          const [state] = await stage.app.sql<{ fault: string | null }[]>`
            select fault from merchant.chain_states where coin = 'ETH'`;
          return state?.fault === 'deep_reorganisation' || state?.fault === 'node_behind';
        },
        'the fault of the chain',
        60_000,
      );
      assert.deepEqual(await readAccounts(stage.app.sql), before);
      assert.deepEqual([await statusOf(chosen), await statusOf(paid)], ['PENDING', 'PAID']);
    });
  });
}
