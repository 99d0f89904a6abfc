import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { chainCommands } from '../../src/merchant/chains/chain.commands.ts';
import { customer, readOrder, type OrderLookup } from './coins.ts';
import { readPayment, untilPayment, type PaymentAnswer } from './payments.ts';
import { branchesOf } from './taken-addresses.ts';
import { until } from './process.ts';
import type { UtxoNode } from './utxo-node.ts';
import { playPayouts } from './utxo-payouts.ts';
import { playRestore } from './utxo-restore.ts';
import { playRotation } from './utxo-rotation.ts';
import { openStage, type Stage } from './utxo-stage.ts';

const schemes = { BTC: 'bitcoin:', BCH: '', LTC: 'litecoin:' };
const hasConfirmations = (count: number) => (payment: PaymentAnswer) =>
  payment.transactions.length === 1 && payment.transactions[0]?.confirmations === count;
const isOf = (transactionId: string) => (payment: PaymentAnswer) =>
  payment.transactions.length === 1 && payment.transactions[0]?.blockchain_transaction_id === transactionId;

/** Defines a merchant's day on a node of Bitcoin's family. The tests share one chain and run in this order. */
export function playMerchantDay(startNode: () => Promise<UtxoNode>): void {
  let stage: Stage;
  before(async () => {
    stage = await openStage(startNode);
  });
  after(() => stage?.close());

  test('an address is derived from the extended public key as the node derives it', async () => {
    const { node, account, merchant, coin } = stage;
    const chosen = await stage.choose(25);
    const [branch] = await branchesOf(stage.till, coin);
    const derived = await node.derive(account.publicExtendedKey, branch ?? 0, 50);
    assert.ok(derived.includes(chosen.payment_cryptocurrency_address), chosen.payment_cryptocurrency_address);
    assert.ok(
      chosen.payment_uri.startsWith(`${schemes[coin]}${chosen.payment_cryptocurrency_address}?amount=`),
      chosen.payment_uri,
    );
    const unknown = await merchant.post(`/payments/${chosen.payment_reference_number}/conversion`, {
      cryptocurrency_code: 'ETH',
    });
    assert.equal(unknown.statusCode, 404, 'a coin without a node is unknown');
  });

  test('deposits of the operator arrive in the wallet', async () => {
    const command = chainCommands.find(({ name }) => name === 'chain address');
    for (const amount of ['5', '3']) await stage.pay(await stage.run(command, stage.coin), amount);
    await stage.mine();
    await until(
      async () => (await stage.providerBalance('chain')) === -800_000_000n,
      "the operator's coins in the books",
    );
  });

  test('a payment by a signed transaction is seen, confirmed block by block, and paid', async () => {
    const { merchant } = stage;
    const before = await stage.euros();
    const { payment_reference_number: id, cents, ...chosen } = await stage.choose(40);
    const transactionId = await stage.pay(
      chosen.payment_cryptocurrency_address,
      chosen.cryptocurrency_amount,
    );
    const seen = await untilPayment(merchant, id, 'CONFIRMING');
    assert.deepEqual(
      seen.transactions.map((one) => [one.blockchain_transaction_id, one.confirmations]),
      [[transactionId, 0]],
    );
    assert.equal(seen.transactions[0]?.cryptocurrency_amount, chosen.cryptocurrency_amount);
    const required = seen.transactions[0]?.required_confirmations ?? 0;
    assert.equal(required, 3);
    for (let count = 1; count < required; count++) {
      await stage.mine();
      await untilPayment(merchant, id, 'CONFIRMING', hasConfirmations(count));
    }
    await stage.mine();
    await untilPayment(merchant, id, 'PAID');
    assert.equal((await stage.euros()) - before, cents);
  });

  test('a replaced block removes its confirmation, and the next blocks restore it', async () => {
    const { merchant, node } = stage;
    const { payment_reference_number: id, ...chosen } = await stage.choose(15);
    await stage.pay(chosen.payment_cryptocurrency_address, chosen.cryptocurrency_amount);
    await untilPayment(merchant, id, 'CONFIRMING');
    const [orphaned = ''] = await stage.mine();
    await stage.mine();
    await untilPayment(merchant, id, 'CONFIRMING', hasConfirmations(2));

    await node.call('invalidateblock', orphaned);
    await stage.mineEmpty(3);
    await untilPayment(merchant, id, 'CONFIRMING', hasConfirmations(0));
    await stage.mine(3);
    await untilPayment(merchant, id, 'PAID');
  });

  test('a replaced payment is followed if nodes allow replacement, and a payment that is double-spent is removed', async () => {
    const { merchant, node } = stage;
    const { payment_reference_number: id, ...chosen } = await stage.choose(30);
    const { payment_cryptocurrency_address: address, cryptocurrency_amount: amount } = chosen;
    let paid = await stage.pay(address, amount);
    await untilPayment(merchant, id, 'CONFIRMING', isOf(paid));
    if (node.replace !== undefined) {
      paid = await node.replace(paid);
      await untilPayment(merchant, id, 'CONFIRMING', isOf(paid));
    }

    await node.takeBack(paid);
    const empty = await untilPayment(merchant, id, 'PENDING');
    assert.deepEqual(empty.transactions, []);
    await stage.mine(4);
    assert.equal((await readPayment(merchant, id)).payment_status, 'PENDING');
    const again = await stage.pay(address, amount);
    await untilPayment(merchant, id, 'CONFIRMING', isOf(again));
    await stage.mine(3);
    await untilPayment(merchant, id, 'PAID');
  });

  test('a paid payment that is double-spent on a longer branch is reversed, and its euros are deducted', async () => {
    const { merchant, node } = stage;
    const before = await stage.euros();
    const { payment_reference_number: id, cents, ...chosen } = await stage.choose(22);
    const transactionId = await stage.pay(
      chosen.payment_cryptocurrency_address,
      chosen.cryptocurrency_amount,
    );
    await untilPayment(merchant, id, 'CONFIRMING');
    const [orphaned = ''] = await stage.mine(3);
    await untilPayment(merchant, id, 'PAID');
    assert.equal((await stage.euros()) - before, cents);

    await node.call('invalidateblock', orphaned);
    await node.takeBack(transactionId);
    await stage.mine(4);
    await untilPayment(merchant, id, 'REVERSED');
    assert.equal(await stage.euros(), before);
  });

  test('two deposits in one block to a customer’s address become two orders, sold at once', async () => {
    const { coin, merchant } = stage;
    const answer = await merchant.post(`/deposit/address/${coin}`, { customer_details: customer });
    assert.equal(answer.statusCode, 200, answer.body);
    const { customer_deposit_wallet_address: address = '' } = answer.json() as Record<string, string>;
    const amounts = ['0.07000001', '0.03000000'];
    const transactionIds: string[] = [];
    for (const amount of amounts) transactionIds.push(await stage.pay(address, amount));
    await stage.mine(3);
    for (const [index, amount] of amounts.entries()) {
      let order: OrderLookup | undefined;
      await until(async () => {
        const orders = (await merchant.get('/orders')).json() as OrderLookup[];
        order = orders.find((one) => one.blockchain_transaction_id === transactionIds[index]);
        return order !== undefined;
      }, 'the order of a deposit');
      assert.deepEqual([order?.order_status, order?.order_amount], ['COMPLETED', amount]);
    }
  });

  test('a refund is signed by us, accepted by the node and confirmed', async () => {
    const { merchant, node } = stage;
    const { payment_reference_number: id, ...chosen } = await stage.choose(33);
    await stage.pay(chosen.payment_cryptocurrency_address, chosen.cryptocurrency_amount);
    await untilPayment(merchant, id, 'CONFIRMING');
    await stage.mine(3);
    await untilPayment(merchant, id, 'PAID');

    const address = await node.newAddress();
    const answer = await merchant.post(`/payments/${id}/refund`, {
      refund_address: address,
      refund_reason: 'sold out',
    });
    assert.equal(answer.statusCode, 200, answer.body);
    const refund = answer.json() as { order_id: string; refund_cryptocurrency_amount: string };
    await until(async () => (await node.call('getrawmempool')).length === 1, 'the refund at the node');
    assert.equal((await readPayment(merchant, id)).payment_status, 'REFUNDING');
    await stage.mine(3);
    await untilPayment(merchant, id, 'REFUNDED');
    const order = await readOrder(merchant, refund.order_id);
    assert.equal(order.order_status, 'COMPLETED');
    assert.equal(await stage.received(address), refund.refund_cryptocurrency_amount);
  });

  playPayouts(() => stage);

  test('requests during a node outage are carried out after it, and payments made meanwhile are found', async () => {
    const { merchant, node } = stage;
    const { payment_reference_number: id, ...chosen } = await stage.choose(18);
    const address = await node.newAddress();
    await node.kill();
    const orderId = await stage.withdraw('0.05', address);
    assert.equal((await readPayment(merchant, id)).payment_status, 'PENDING');
    await stage.restart();
    await stage.pay(chosen.payment_cryptocurrency_address, chosen.cryptocurrency_amount);
    await node.mine(1);
    await stage.untilSent(orderId);
    await stage.mine(6);
    await stage.untilCompleted(orderId);
    await untilPayment(merchant, id, 'PAID');
    assert.equal(await stage.received(address), '0.05000000');
  });

  /** Compares the unspent outputs that the node finds at our addresses with the ledger. */
  test('the wallet’s balance on the chain matches the ledger', async () => {
    const { node, account, addresses, till, vault, coin } = stage;
    const branches = await branchesOf(till, coin);
    const derived = await Promise.all(
      branches.map((branch) => node.derive(account.publicExtendedKey, branch, 200)),
    );
    const scripts = derived.flat().map((text) => {
      const parsed = addresses.parse(text);
      assert.ok('address' in parsed);
      return parsed.address.destination;
    });
    const outputs = await node.listUnspent(scripts);
    const total = outputs.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
    assert.equal(-(await stage.providerBalance('chain')), total);
    assert.equal(await stage.providerBalance('payouts'), 0n);
    assert.doesNotMatch([...till.log, ...vault.log].join(''), /a pass.word|a%20pass|tprv/);
  });

  playRotation(() => stage);
  playRestore(() => stage);
}
