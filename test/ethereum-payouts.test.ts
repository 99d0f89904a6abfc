import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sayStored } from '../src/merchant/details/stored-sentence.rules.ts';
import { wakeChainReader } from '../src/merchant/chains/wake-chain-reader.ts';
import type { TestDatabase } from './support/app.ts';
import { customer, newWallet, readAccounts, readOrder, untilOrder } from './support/coins.ts';
import { runCommand } from './support/commands.ts';
import { copyDatabase, createTestDatabase } from './support/database.ts';
import { startEthereumNode, type EthereumNode } from './support/ethereum-node.ts';
import { ethereumPrograms } from './support/ethereum-program.ts';
import { confirmations, openEthereumStage, wei, type EthereumStage } from './support/ethereum-stage.ts';
import { refusing, thirsty } from './support/evm-contracts.ts';
import { newChosen, readPayment, untilPayment } from './support/payments.ts';
import { until } from './support/process.ts';

/** Payouts on a real node. The tests share one chain and run in this order. */
const settings = { PAYOUT_BUMP_BLOCKS: 'BTC=6,LTC=12,BCH=6,ETH=2,XRP=0' };
let node: EthereumNode;
let database: TestDatabase;
let stage: EthereumStage;
let hot: string;

before(async () => {
  node = await startEthereumNode(ethereumPrograms[0] ?? 'edr');
  database = await createTestDatabase();
  stage = await openEthereumStage(node, { settings, database, keys: true });
});
after(async () => {
  await stage?.close();
  await database?.drop();
  await node?.close();
});

async function askToWithdraw(amount: string, address: string) {
  const quote = await stage.merchant.post('/conversions', {
    currency_pair: 'ETHEUR',
    transaction_type: 'WITHDRAW',
    cryptocurrency_amount: amount,
  });
  return stage.merchant.post('/withdrawals', {
    withdrawalData: {
      conversion_token: quote.json().conversion_token,
      customer_wallet_address: address,
      customer_details: customer,
    },
  });
}

async function withdraw(amount: string, address: string): Promise<string> {
  const answer = await askToWithdraw(amount, address);
  assert.equal(answer.statusCode, 200, answer.body);
  return (answer.json() as { order_id: string }).order_id;
}

const untilSent = async (orderId: string): Promise<string> => {
  const order = await untilOrder(
    stage.merchant,
    orderId,
    ({ blockchain_transaction_id: id }) => id !== null,
    'sent',
  );
  return order.blockchain_transaction_id ?? '';
};

const untilCompleted = (orderId: string) =>
  untilOrder(stage.merchant, orderId, ({ order_status: status }) => status === 'COMPLETED', 'completed');

async function payoutOf(orderId: string) {
  const [row] = await stage.app.sql<
    { id: string; fee: bigint; trouble: string | null; status: string; generation: number | null }[]
  >`
    select p.id, p.fee, coalesce(p.trouble, b.trouble) as trouble, p.status, b.generation
    from merchant.payouts p left join merchant.payout_batches b on b.id = p.batch_id where p.order_id = ${orderId}`;
  assert.ok(row);
  return { ...row, trouble: row.trouble && sayStored('en', row.trouble) };
}

const costOf = async (transactionId: string): Promise<bigint> => {
  const receipt = await node.call('eth_getTransactionReceipt', transactionId);
  return BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice);
};

/** Asserts, when no payout is pending, that the ledger's balance of the wallet matches the chain to the wei. */
async function assertBooksFit(): Promise<void> {
  const accounts = await readAccounts(stage.app.sql);
  assert.equal(-(accounts.get('provider:chain ETH') ?? 0n), await node.balance(hot));
  assert.equal(accounts.get('provider:payouts ETH') ?? 0n, 0n);
}

test('the paying account has one fixed address for deposits', async () => {
  [hot = ''] = await runCommand(stage.app, 'chain address', ['ETH']);
  assert.deepEqual(await runCommand(stage.app, 'chain address', ['ETH']), [hot]);
  await node.pay(hot, wei('5'));
  await stage.mine();
  await until(
    async () => (await readAccounts(stage.app.sql)).get('provider:chain ETH') === -wei('5'),
    "the operator's coins in the books",
  );
});

test('a withdrawal is a type 2 transaction, arrives to the wei and costs the fee of its receipt', async () => {
  const wallet = newWallet('ETH');
  const orderId = await withdraw('0.12345678', wallet);
  const id = await untilSent(orderId);
  const sent = await node.call('eth_getTransactionByHash', id);
  assert.deepEqual([sent.type, BigInt(sent.gas), sent.nonce], ['0x2', 21_000n, '0x0']);
  await stage.mine(confirmations);
  const order = await untilCompleted(orderId);
  assert.equal(order.blockchain_transaction_id, id);
  assert.equal(await node.balance(wallet), wei('0.12345678'));
  const { fee } = await payoutOf(orderId);
  assert.equal(fee, await costOf(id));
  assert.ok(fee < 21_000n * BigInt(sent.maxFeePerGas), 'less than was offered');
  await assertBooksFit();
});

test('several withdrawals queue by nonce and are all paid', async () => {
  const wallets = [newWallet('ETH'), newWallet('ETH'), newWallet('ETH')];
  const orders: string[] = [];
  for (const wallet of wallets) orders.push(await withdraw('0.01', wallet));
  for (const order of orders) await untilSent(order);
  await stage.mine();
  await stage.mine(confirmations);
  for (const order of orders) await untilCompleted(order);
  for (const wallet of wallets) assert.equal(await node.balance(wallet), wei('0.01'));
  await assertBooksFit();
});

test('a withdrawal to a contract reserves the gas that it uses; a contract that rejects coins is refused', async () => {
  const [taker, refuser] = [await node.deploy(thirsty), await node.deploy(refusing)];
  await stage.untilRead();
  const refused = await askToWithdraw('0.01', refuser);
  assert.deepEqual([refused.statusCode, refused.json().errors[0].code], [400, 'refuses_payments']);
  const paid = await withdraw('0.02', taker);
  const id = await untilSent(paid);
  await stage.mine(confirmations);
  await untilCompleted(paid);
  assert.equal(await node.balance(taker), wei('0.02'));
  const { gasUsed } = await node.call('eth_getTransactionReceipt', id);
  assert.ok(BigInt(gasUsed) > 40_000n);
  const { gas } = await node.call('eth_getTransactionByHash', id);
  const [payout] = await stage.app.sql<{ reserved_weight: bigint; fee_borne: bigint }[]>`
    select reserved_weight, fee_borne from merchant.payouts where order_id = ${paid}`;
  assert.deepEqual([payout?.reserved_weight, payout?.fee_borne], [BigInt(gas), 0n]);
  await assertBooksFit();
});

test('a payout to an address that has since become a contract waits and costs no fee', async () => {
  await runCommand(stage.app, 'payout freeze', [], {
    coin: 'ETH',
    by: 'ana@commands.test',
    reason: 'a look',
  });
  const address = newWallet('ETH');
  const orderId = await withdraw('0.01', address);
  const method = ethereumPrograms[0] === 'anvil' ? 'anvil_setCode' : 'hardhat_setCode';
  await node.call(method, address, `0x${thirsty}`);
  await runCommand(stage.app, 'payout thaw', [], { coin: 'ETH', by: 'ana@commands.test', reason: 'seen' });
  await until(async () => (await payoutOf(orderId)).trouble !== null, 'the reason for its wait');
  const { id, status, trouble } = await payoutOf(orderId);
  assert.equal(status, 'RESERVED');
  assert.match(trouble ?? '', /the recipient cannot be paid: it takes \d+ gas now, and 21000 are reserved/);
  await runCommand(stage.app, 'payout cancel', [id]);
  assert.equal((await readOrder(stage.merchant, orderId)).order_status, 'FAILED');
  await assertBooksFit();
});

test('a withdrawal that is stuck with a low fee is replaced with the same nonce and paid once', async () => {
  const wallet = newWallet('ETH');
  const orderId = await withdraw('0.03', wallet);
  const first = await untilSent(orderId);
  const { maxFeePerGas, nonce } = await node.call('eth_getTransactionByHash', first);
  // The base fee has risen above the offered fee for enough blocks to be noticed.
  for (let block = 0; block < 3; block++) {
    const method =
      ethereumPrograms[0] === 'anvil'
        ? 'anvil_setNextBlockBaseFeePerGas'
        : 'hardhat_setNextBlockBaseFeePerGas';
    await node.call(method, `0x${(BigInt(maxFeePerGas) * 3n).toString(16)}`);
    await stage.mine();
  }
  const second = (
    await untilOrder(stage.merchant, orderId, ({ blockchain_transaction_id: id }) => id !== first, 'replaced')
  ).blockchain_transaction_id;
  const replacement = await node.call('eth_getTransactionByHash', second);
  assert.equal(replacement.nonce, nonce);
  assert.ok(BigInt(replacement.maxFeePerGas) > BigInt(maxFeePerGas));
  await stage.mine();
  await stage.mine(confirmations);
  const { blockchain_transaction_id: mined } = await untilCompleted(orderId);
  assert.equal(mined, second);
  assert.equal(await node.balance(wallet), wei('0.03'));
  assert.equal((await payoutOf(orderId)).fee, await costOf(second ?? ''));
  await assertBooksFit();
});

// EDR keeps its chain in memory only, so it cannot be restarted.
if (ethereumPrograms[0] === 'anvil') {
  test('after a node restart with its chain kept, pending withdrawals complete once each', async () => {
    const chosen = await newChosen(stage.merchant, 'ETH', '40.00');
    await node.pay(chosen.payment_cryptocurrency_address, wei(chosen.cryptocurrency_amount));
    await stage.mine();
    const { payment_reference_number: id } = chosen;
    await untilPayment(
      stage.merchant,
      id,
      'CONFIRMING',
      ({ transactions: [one] }) => one?.confirmations === 1,
    );
    const wallets = [newWallet('ETH'), newWallet('ETH')] as const;
    const forgotten = await withdraw('0.05', wallets[0]);
    const sent = await untilSent(forgotten);
    await until(async () => {
      const rows = await stage.app.sql`
        select from merchant.chain_sent where transaction_id = ${sent} and unconfirmed`;
      return rows.length === 1;
    }, 'the transaction in the mempool');
    const height = await node.call('eth_blockNumber');
    await node.kill();
    const asked = await withdraw('0.06', wallets[1]);
    assert.equal((await readPayment(stage.merchant, id)).payment_status, 'CONFIRMING');
    await node.restart(true);
    assert.equal(await node.call('eth_blockNumber'), height, 'the chain is kept');
    assert.equal(await node.call('eth_getTransactionByHash', sent), null, 'the pending transaction is lost');
    wakeChainReader(stage.app.platform.signals, 'ETH');
    await untilSent(asked);
    await until(async () => (await node.call('eth_getTransactionByHash', sent)) !== null, 'the same bytes');
    await stage.mine();
    await stage.mine(confirmations);
    for (const order of [forgotten, asked]) await untilCompleted(order);
    await untilPayment(stage.merchant, id, 'PAID');
    assert.equal((await readOrder(stage.merchant, forgotten)).blockchain_transaction_id, sent);
    assert.deepEqual(
      [await node.balance(wallets[0]), await node.balance(wallets[1])],
      [wei('0.05'), wei('0.06')],
    );
    const paid = await node.balance(chosen.payment_cryptocurrency_address);
    const accounts = await readAccounts(stage.app.sql);
    assert.equal(-(accounts.get('provider:chain ETH') ?? 0n), (await node.balance(hot)) + paid);
  });
}

test('a database restored from an old copy pays no one twice and asks operators first', async () => {
  // The withdrawal is requested before the copy is made and paid afterwards.
  await runCommand(stage.app, 'payout freeze', [], {
    coin: 'ETH',
    by: 'ana@commands.test',
    reason: 'a backup',
  });
  const wallet = newWallet('ETH');
  const orderId = await withdraw('0.04', wallet);
  await stage.close();
  const copy = await copyDatabase(database);
  stage = await openEthereumStage(node, { settings, database });
  await runCommand(stage.app, 'payout thaw', [], {
    coin: 'ETH',
    by: 'ana@commands.test',
    reason: 'a backup',
  });
  await untilSent(orderId);
  await stage.mine(confirmations);
  await untilCompleted(orderId);
  await stage.close();
  try {
    stage = await openEthereumStage(node, { settings, database: copy });
    await runCommand(stage.app, 'payout thaw', [], {
      coin: 'ETH',
      by: 'ana@commands.test',
      reason: 'restored',
    });
    await until(async () => (await payoutOf(orderId)).trouble !== null, 'the conflict after the restore');
    const { id, status, trouble } = await payoutOf(orderId);
    assert.equal(status, 'RESERVED');
    assert.match(trouble ?? '', /has used 1 numbers that this database did not give out/);
    await stage.mine(2);
    assert.equal(await node.balance(wallet), wei('0.04'), 'once');
    // The operators found that it was paid and set the next nonce.
    await runCommand(stage.app, 'payout cancel', [id]);
    const [next = ''] = /"praca payout number ETH (\d+)"/.exec(trouble ?? '')?.slice(1) ?? [];
    await runCommand(stage.app, 'payout number', ['ETH', next], {
      by: 'ana@commands.test',
      reason: 'restored',
    });
    const other = newWallet('ETH');
    const later = await withdraw('0.01', other);
    await untilSent(later);
    await stage.mine(confirmations);
    await untilCompleted(later);
    assert.equal(await node.balance(other), wei('0.01'));
  } finally {
    await stage.close();
    await copy.drop();
    stage = await openEthereumStage(node, { settings, database });
  }
});
