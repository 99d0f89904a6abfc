import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
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

/** Payouts on a real node, one after the other on one chain. */
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

async function withdraw(amount: string, address: string): Promise<string> {
  const quote = await stage.merchant.post('/conversions', {
    currency_pair: 'ETHEUR',
    transaction_type: 'WITHDRAW',
    cryptocurrency_amount: amount,
  });
  const answer = await stage.merchant.post('/withdrawals', {
    withdrawalData: {
      conversion_token: quote.json().conversion_token,
      customer_wallet_address: address,
      customer_details: customer,
    },
  });
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
  return row;
}

const costOf = async (transactionId: string): Promise<bigint> => {
  const receipt = await node.call('eth_getTransactionReceipt', transactionId);
  return BigInt(receipt.gasUsed) * BigInt(receipt.effectiveGasPrice);
};

/** Once nothing is under way: what the ledger says to lie in the wallet lies there, to the wei. */
async function assertBooksFit(): Promise<void> {
  const accounts = await readAccounts(stage.app.sql);
  assert.equal(-(accounts.get('provider:chain ETH') ?? 0n), await node.balance(hot));
  assert.equal(accounts.get('provider:payouts ETH') ?? 0n, 0n);
}

test('the account that pays is funded at one address, which is always the same', async () => {
  [hot = ''] = await runCommand(stage.app, 'chain address', ['ETH']);
  assert.deepEqual(await runCommand(stage.app, 'chain address', ['ETH']), [hot]);
  await node.pay(hot, wei('5'));
  await stage.mine();
  await until(
    async () => (await readAccounts(stage.app.sql)).get('provider:chain ETH') === -wei('5'),
    "the operator's coins in the books",
  );
});

test('a withdrawal is a transaction of type 2, arrives to the wei, and costs what its receipt says', async () => {
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

test('several wait for each other by their numbers and are all paid', async () => {
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

test('a contract is paid with the gas that it takes; one that takes nothing is not, and costs nothing', async () => {
  const [taker, refuser] = [await node.deploy(thirsty), await node.deploy(refusing)];
  await stage.untilRead();
  const refused = await withdraw('0.01', refuser);
  const paid = await withdraw('0.02', taker);
  const id = await untilSent(paid);
  await stage.mine(confirmations);
  await untilCompleted(paid);
  assert.equal(await node.balance(taker), wei('0.02'));
  const { gasUsed } = await node.call('eth_getTransactionReceipt', id);
  assert.ok(BigInt(gasUsed) > 40_000n);
  const { id: payoutId, status, trouble } = await payoutOf(refused);
  assert.equal(status, 'RESERVED');
  assert.match(trouble ?? '', /the recipient cannot be paid/);
  await runCommand(stage.app, 'payout cancel', [payoutId]);
  assert.equal((await readOrder(stage.merchant, refused)).order_status, 'FAILED');
  await assertBooksFit();
});

test('a withdrawal that is stuck by a low fee is replaced by one with the same number, and paid once', async () => {
  const wallet = newWallet('ETH');
  const orderId = await withdraw('0.03', wallet);
  const first = await untilSent(orderId);
  const { maxFeePerGas, nonce } = await node.call('eth_getTransactionByHash', first);
  // The network has become dearer than what was offered, for as many blocks as it takes to notice.
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

// EDR keeps its chain in memory alone.
if (ethereumPrograms[0] === 'anvil') {
  test('a node that is restarted in the middle, with its chain kept, ends what was begun, each once', async () => {
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
    }, 'the transaction among those that wait');
    const height = await node.call('eth_blockNumber');
    await node.kill();
    const asked = await withdraw('0.06', wallets[1]);
    assert.equal((await readPayment(stage.merchant, id)).payment_status, 'CONFIRMING');
    await node.restart(true);
    assert.equal(await node.call('eth_blockNumber'), height, 'the chain is kept');
    assert.equal(await node.call('eth_getTransactionByHash', sent), null, 'what waited is not');
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

test('a database that comes back from an old copy pays nobody twice: it asks people first', async () => {
  // Asked for before the copy is made, and paid only afterwards.
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
    await until(async () => (await payoutOf(orderId)).trouble !== null, 'what the old copy says');
    const { id, status, trouble } = await payoutOf(orderId);
    assert.equal(status, 'RESERVED');
    assert.match(trouble ?? '', /has used 1 numbers that this database did not give out/);
    await stage.mine(2);
    assert.equal(await node.balance(wallet), wei('0.04'), 'once');
    // People have found that it was paid, and go on with what is new.
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
