import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HDKey } from '@scure/bip32';
import { chainKeyCommand } from '../src/merchant/chains/chain-key.commands.ts';
import { chainCommands } from '../src/merchant/chains/chain.commands.ts';
import { payoutCommands } from '../src/merchant/payouts/payout.commands.ts';
import type { Command } from '../src/platform/command.ts';
import { formatAmount } from '../src/platform/money.ts';
import { openTestApp, type TestApp, type TestDatabase } from './support/app.ts';
import { customer, readAccounts, readOrder, untilOrder, type OrderLookup } from './support/coins.ts';
import { createTestDatabase } from './support/database.ts';
import { startLitecoinNode, type LitecoinNode } from './support/litecoin-node.ts';
import { merchantClient, type MerchantClient } from './support/merchant.ts';
import { newChosen, readPayment, untilPayment } from './support/payments.ts';
import { until } from './support/process.ts';

/**
 * A merchant's day on a real node. One process has no keys and takes requests, as in production; another pays out. The
 * node's own wallet plays the customer. The tests follow each other on one chain.
 */
const account = HDKey.fromMasterSeed(new Uint8Array(32).fill(42), {
  public: 0x043587cf,
  private: 0x04358394,
}).derive("m/84'/1'/0'");

let litecoin: LitecoinNode;
let database: TestDatabase;
/** Without keys. */
let till: TestApp;
/** With keys. */
let vault: TestApp;
let merchant: MerchantClient;

before(async () => {
  litecoin = await startLitecoinNode();
  database = await createTestDatabase();
  const settings = {
    LTC_NODE: litecoin.url,
    LTC_XPUB: account.publicExtendedKey,
    SIMULATED_CHAINS: 'no',
    TRADE_MINIMUM: 'BTC=1,BCH=1,LTC=0.00001,ETH=1,XRP=1',
  };
  till = await openTestApp({ database, settings });
  await run(
    chainKeyCommand(() => Promise.resolve(account.privateExtendedKey)),
    'LTC',
  );
  vault = await openTestApp({ database, settings });
  await till.start();
  await vault.start();
  merchant = await merchantClient(till);
  await until(() => readTo(), 'the first reading', 60_000);
});
after(async () => {
  await vault?.close();
  await till?.close();
  await database?.drop();
  await litecoin?.close();
});

async function run(command: Command | undefined, ...positionals: string[]): Promise<string> {
  const lines: string[] = [];
  assert.ok(command);
  await command.run(till.platform, { values: {}, positionals }, (line) => void lines.push(line));
  return lines.join('\n');
}

/** Whether all blocks of the node are read. */
async function readTo(): Promise<boolean> {
  const hash = await litecoin.call('getbestblockhash');
  const rows = await till.sql`
    select from merchant.chain_states where coin = 'LTC' and hash = ${hash} and fee_rate is not null`;
  return rows.length === 1;
}

async function mine(blocks = 1): Promise<string[]> {
  const hashes = await litecoin.mine(blocks);
  await until(readTo, 'the reading of what was mined', 60_000);
  return hashes;
}

/** Blocks without what waits. */
async function mineEmpty(blocks: number): Promise<void> {
  const address = await litecoin.call('getnewaddress');
  for (let count = 0; count < blocks; count++) await litecoin.call('generateblock', address, []);
  await until(readTo, 'the reading of what was mined', 60_000);
}

const euros = async (): Promise<bigint> => (await readAccounts(till.sql)).get('psp:1 EUR') ?? 0n;

test('an address comes from the extended public key, as the node derives it itself', async () => {
  const chosen = await newChosen(merchant, 'LTC');
  const { descriptor } = await litecoin.call('getdescriptorinfo', `wpkh(${account.publicExtendedKey}/0/*)`);
  const derived: string[] = await litecoin.call('deriveaddresses', descriptor, [0, 50]);
  assert.ok(derived.includes(chosen.payment_cryptocurrency_address), chosen.payment_cryptocurrency_address);
  assert.match(
    chosen.payment_uri,
    new RegExp(`^litecoin:${chosen.payment_cryptocurrency_address}\\?amount=`),
  );
  const unknown = await merchant.post(`/payments/${chosen.payment_reference_number}/conversion`, {
    cryptocurrency_code: 'BTC',
  });
  assert.equal(unknown.statusCode, 404, 'a coin without a node is unknown');
});

test('coins of the operator arrive in the wallet', async () => {
  const address = await run(
    chainCommands.find(({ name }) => name === 'chain address'),
    'LTC',
  );
  await litecoin.pay(address, '5');
  await litecoin.pay(
    await run(
      chainCommands.find(({ name }) => name === 'chain address'),
      'LTC',
    ),
    '3',
  );
  await mine();
  await until(
    async () => (await readAccounts(till.sql)).get('provider:chain LTC') === -800_000_000n,
    "the operator's coins in the books",
    60_000,
  );
});

test('a payment by a signed transaction is seen, confirmed block by block, and paid', async () => {
  const before = await euros();
  const { payment_reference_number: id, ...chosen } = await newChosen(merchant, 'LTC', '40.00');
  const transactionId = await litecoin.pay(
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
    await mine();
    const { transactions } = await untilPayment(merchant, id, 'CONFIRMING', (payment) =>
      payment.transactions.some(({ confirmations }) => confirmations === count),
    );
    assert.equal(transactions.length, 1);
  }
  await mine();
  await untilPayment(merchant, id, 'PAID');
  assert.equal((await euros()) - before, 4000n);
});

test('a block that is replaced takes its confirmation back, and the next ones give it again', async () => {
  const { payment_reference_number: id, ...chosen } = await newChosen(merchant, 'LTC', '15.00');
  await litecoin.pay(chosen.payment_cryptocurrency_address, chosen.cryptocurrency_amount);
  await untilPayment(merchant, id, 'CONFIRMING');
  const [orphaned = ''] = await mine();
  await mine();
  const confirmations = (count: number) => (payment: Awaited<ReturnType<typeof readPayment>>) =>
    payment.transactions.length === 1 && payment.transactions[0]?.confirmations === count;
  await untilPayment(merchant, id, 'CONFIRMING', confirmations(2));

  await litecoin.call('invalidateblock', orphaned);
  await mineEmpty(3);
  await untilPayment(merchant, id, 'CONFIRMING', confirmations(0));
  await mine(3);
  await untilPayment(merchant, id, 'PAID');
});

test('a payment that is replaced by one with a higher fee goes on, one that is taken back was never made', async () => {
  const { payment_reference_number: id, ...chosen } = await newChosen(merchant, 'LTC', '30.00');
  const first = await litecoin.pay(chosen.payment_cryptocurrency_address, chosen.cryptocurrency_amount);
  await untilPayment(merchant, id, 'CONFIRMING');
  const { txid: bumped } = await litecoin.call('bumpfee', first, { fee_rate: 100 });
  const isOf = (transactionId: string) => (payment: Awaited<ReturnType<typeof readPayment>>) =>
    payment.transactions.length === 1 && payment.transactions[0]?.blockchain_transaction_id === transactionId;
  await untilPayment(merchant, id, 'CONFIRMING', isOf(bumped));

  await litecoin.takeBack(bumped);
  const empty = await untilPayment(merchant, id, 'PENDING');
  assert.deepEqual(empty.transactions, []);
  await mine(4);
  assert.equal((await readPayment(merchant, id)).payment_status, 'PENDING');
  const again = await litecoin.pay(chosen.payment_cryptocurrency_address, chosen.cryptocurrency_amount);
  await untilPayment(merchant, id, 'CONFIRMING', isOf(again));
  await mine(3);
  await untilPayment(merchant, id, 'PAID');
});

test('a paid payment whose coins go elsewhere on a longer branch is reversed, and the euros are taken back', async () => {
  const before = await euros();
  const { payment_reference_number: id, ...chosen } = await newChosen(merchant, 'LTC', '22.00');
  const transactionId = await litecoin.pay(
    chosen.payment_cryptocurrency_address,
    chosen.cryptocurrency_amount,
  );
  await untilPayment(merchant, id, 'CONFIRMING');
  const [orphaned = ''] = await mine(3);
  await untilPayment(merchant, id, 'PAID');
  assert.equal((await euros()) - before, 2200n);

  await litecoin.call('invalidateblock', orphaned);
  await litecoin.takeBack(transactionId);
  await mine(4);
  await untilPayment(merchant, id, 'REVERSED');
  assert.equal(await euros(), before);
});

test('two deposits of one block to a customer’s address are two orders, sold at once', async () => {
  const answer = await merchant.post('/deposit/address/LTC', { customer_details: customer });
  assert.equal(answer.statusCode, 200, answer.body);
  const { customer_deposit_wallet_address: address } = answer.json() as Record<string, string>;
  const transactionIds = [
    await litecoin.pay(address ?? '', '0.70000001'),
    await litecoin.pay(address ?? '', '0.30000000'),
  ];
  await mine(3);
  for (const [index, amount] of ['0.70000001', '0.30000000'].entries()) {
    let order: OrderLookup | undefined;
    await until(
      async () => {
        const orders = (await merchant.get('/orders')).json() as OrderLookup[];
        order = orders.find((one) => one.blockchain_transaction_id === transactionIds[index]);
        return order !== undefined;
      },
      'the order of a deposit',
      60_000,
    );
    assert.deepEqual([order?.order_status, order?.order_amount], ['COMPLETED', amount]);
  }
});

test('a refund is signed by us, taken by the node and confirmed', async () => {
  const { payment_reference_number: id, ...chosen } = await newChosen(merchant, 'LTC', '33.00');
  await litecoin.pay(chosen.payment_cryptocurrency_address, chosen.cryptocurrency_amount);
  await untilPayment(merchant, id, 'CONFIRMING');
  await mine(3);
  await untilPayment(merchant, id, 'PAID');

  const address = await litecoin.call('getnewaddress');
  const answer = await merchant.post(`/payments/${id}/refund`, {
    refund_address: address,
    refund_reason: 'sold out',
  });
  assert.equal(answer.statusCode, 200, answer.body);
  const refund = answer.json() as { order_id: string; refund_cryptocurrency_amount: string };
  await until(
    async () => (await litecoin.call('getrawmempool')).length === 1,
    'the refund at the node',
    60_000,
  );
  assert.equal((await readPayment(merchant, id)).payment_status, 'REFUNDING');
  await mine(3);
  await untilPayment(merchant, id, 'REFUNDED');
  const order = await readOrder(merchant, refund.order_id);
  assert.equal(order.order_status, 'COMPLETED');
  assert.equal(await received(address), refund.refund_cryptocurrency_amount);
});

/** Exactly, in however many transactions it came. */
async function received(address: string): Promise<string> {
  const outputs = await litecoin.call('listunspent', 1, 9_999_999, [address]);
  assert.equal(outputs.length, 1, 'paid once');
  return formatAmount(BigInt(Math.round(outputs[0].amount * 1e8)), 8);
}

async function withdraw(amount: string, address: string): Promise<string> {
  const answer = await askToWithdraw(amount, address);
  assert.equal(answer.statusCode, 200, answer.body);
  return (answer.json() as { order_id: string }).order_id;
}

async function askToWithdraw(amount: string, address: string): ReturnType<MerchantClient['post']> {
  const quote = await merchant.post('/conversions', {
    currency_pair: 'LTCEUR',
    transaction_type: 'WITHDRAW',
    cryptocurrency_amount: amount,
  });
  assert.equal(quote.statusCode, 200, quote.body);
  const { conversion_token: token } = quote.json() as { conversion_token: string };
  return merchant.post('/withdrawals', {
    withdrawalData: {
      conversion_token: token,
      customer_wallet_address: address,
      customer_details: customer,
    },
  });
}

test('less than nodes pass on is refused before anything is reserved', async () => {
  const before = await readAccounts(till.sql);
  // 2 940 litoshi is the least to such an address, 5 460 to an older one.
  const address = await litecoin.call('getnewaddress');
  const small = await askToWithdraw('0.00002939', address);
  assert.deepEqual([small.statusCode, small.json().code], [409, 'payout_too_small']);
  assert.match(String(small.json().detail), /0\.00002940 LTC or more/);
  const legacy = await litecoin.call('getnewaddress', '', 'legacy');
  assert.equal((await askToWithdraw('0.00005459', legacy)).statusCode, 409);
  assert.deepEqual(await readAccounts(till.sql), before);
});

test('a withdrawal that the node forgets when it is killed is sent again, the same bytes, and paid once', async () => {
  const address = await litecoin.call('getnewaddress');
  const orderId = await withdraw('1.23456789', address);
  const sent = await untilOrder(
    merchant,
    orderId,
    (order) => order.blockchain_transaction_id !== null,
    'sent',
  );
  const transactionId = sent.blockchain_transaction_id;
  await litecoin.kill();
  await litecoin.restart();
  await until(
    async () => (await litecoin.call('getrawmempool')).includes(transactionId),
    'the same transaction at the node again',
    90_000,
  );
  await mine(6);
  const order = await untilOrder(
    merchant,
    orderId,
    ({ order_status: status }) => status === 'COMPLETED',
    'completed',
  );
  assert.equal(order.blockchain_transaction_id, transactionId);
  assert.equal(await received(address), '1.23456789');
});

test('a withdrawal that no block takes is replaced by one with a higher fee, by itself and by hand, and paid once', async () => {
  const address = await litecoin.call('getnewaddress');
  const orderId = await withdraw('0.75', address);
  const sent = await untilOrder(
    merchant,
    orderId,
    (order) => order.blockchain_transaction_id !== null,
    'sent',
  );
  const first = sent.blockchain_transaction_id ?? '';
  const feeOf = async (id: string): Promise<number> => (await litecoin.call('getmempoolentry', id)).fees.base;
  const firstFee = await feeOf(first);
  const untilReplaced = async (before: string): Promise<string> => {
    const order = await untilOrder(
      merchant,
      orderId,
      ({ blockchain_transaction_id: id }) => id !== before,
      'is replaced',
    );
    const id = order.blockchain_transaction_id ?? '';
    assert.deepEqual(await litecoin.call('getrawmempool'), [id], 'in place of the one before');
    return id;
  };
  await mineEmpty(12);
  const second = await untilReplaced(first);
  const secondFee = await feeOf(second);
  assert.ok(secondFee > firstFee * 1.2, `${secondFee} for ${firstFee}`);

  const [payout] = await till.sql<
    { id: string }[]
  >`select id from merchant.payouts where order_id = ${orderId}`;
  const bump = payoutCommands({}).find(({ name }) => name === 'payout bump');
  await bump?.run(till.platform, { values: { 'fee-rate': '40' }, positionals: [payout?.id ?? ''] }, () => {});
  const third = await untilReplaced(second);
  assert.ok((await feeOf(third)) > secondFee * 2);
  await mine(6);
  const order = await untilOrder(
    merchant,
    orderId,
    ({ order_status: status }) => status === 'COMPLETED',
    'completed',
  );
  assert.equal(order.blockchain_transaction_id, third);
  assert.equal(await received(address), '0.75000000');
});

test('what is asked for while the node is away happens when it is back; payments made in between are found', async () => {
  const { payment_reference_number: id, ...chosen } = await newChosen(merchant, 'LTC', '18.00');
  const address = await litecoin.call('getnewaddress');
  await litecoin.kill();
  const orderId = await withdraw('0.5', address);
  assert.equal((await readPayment(merchant, id)).payment_status, 'PENDING');
  await litecoin.restart();
  await litecoin.pay(chosen.payment_cryptocurrency_address, chosen.cryptocurrency_amount);
  await litecoin.mine(1);
  await untilOrder(merchant, orderId, (order) => order.blockchain_transaction_id !== null, 'sent');
  await mine(6);
  await untilOrder(merchant, orderId, ({ order_status: status }) => status === 'COMPLETED', 'completed');
  await untilPayment(merchant, id, 'PAID');
  assert.equal(await received(address), '0.50000000');
});

/** The ledger against the chain: what the node finds at our addresses is what the books say is in the wallet. */
test('what the books say lies in the wallet lies there', async () => {
  const { total_amount: total } = await litecoin.call('scantxoutset', 'start', [
    { desc: `wpkh(${account.publicExtendedKey}/0/*)`, range: 1000 },
    { desc: `wpkh(${account.publicExtendedKey}/1/*)`, range: 1000 },
  ]);
  const accounts = await readAccounts(till.sql);
  assert.equal(-(accounts.get('provider:chain LTC') ?? 0n), BigInt(Math.round(total * 1e8)));
  assert.equal(accounts.get('provider:payouts LTC') ?? 0n, 0n);
  assert.doesNotMatch([...till.log, ...vault.log].join(''), /a pass:word|a%20pass|tprv/);
});
