/** Customers pay on the ledger of a rippled stand-in, which closes a ledger only when a test asks for it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { encodeXAddress, decodeAccountID } from 'ripple-address-codec';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { readAccounts } from '../../../../test/support/coins.ts';
import { openStepwiseChain, type StepwiseChain } from '../../../../test/support/stepwise-chain.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import { dueOf, newChosen, readPayment, type ChosenPayment } from '../../../../test/support/payments.ts';
import {
  newXrpWallet,
  startRippledStandIn,
  type RippledStandIn,
  type XrpWallet,
} from '../../../../test/support/rippled/rippled-stand-in.ts';
import { runCommand } from '../../../../test/support/commands.ts';
import { selectState } from '../state/chain-state.store.ts';

let rippled: RippledStandIn;
let here: TestApp;
let client: MerchantClient;
let driven: StepwiseChain;
let customer: XrpWallet;
const ours = newXrpWallet();

before(async () => {
  rippled = await startRippledStandIn();
  rippled.fund(10_000_000n, ours);
  customer = rippled.fund(10n ** 15n);
  rippled.close();
  here = await openMerchantApp({
    settings: {
      XRP_NODE: rippled.url,
      XRP_ADDRESS: ours.address,
      XRP_NETWORK: String(rippled.networkId),
      SIMULATED_BLOCK_SECONDS: '0',
    },
  });
  client = await merchantClient(here);
  driven = await openStepwiseChain(here, { coin: 'XRP' });
  await driven.read();
});
after(async () => {
  await driven?.close();
  await here?.close();
  await rippled?.stop();
});

const closeAndRead = async (): Promise<void> => {
  rippled.close();
  await driven.read();
};

const tagOf = (chosen: ChosenPayment): { DestinationTag: number } => ({
  DestinationTag: Number(chosen.destination_tag),
});

const statusOf = async (chosen: ChosenPayment): Promise<string> =>
  (await readPayment(client, chosen.payment_reference_number)).payment_status;

const run = async (name: string): Promise<string> => (await runCommand(here, name)).join('\n');

test('a payment in a validated ledger is paid at once, by its tag', async () => {
  const chosen = await newChosen(client, 'XRP', '40.00');
  assert.equal(chosen.payment_cryptocurrency_address, ours.address);
  const id = rippled.pay(customer, ours.address, dueOf(chosen), tagOf(chosen));
  await driven.read();
  assert.equal(await statusOf(chosen), 'PENDING', 'nothing counts before a ledger is validated');
  await closeAndRead();
  const paid = await readPayment(client, chosen.payment_reference_number);
  assert.equal(paid.payment_status, 'PAID');
  assert.deepEqual(
    paid.transactions.map((one) => [one.blockchain_transaction_id, one.confirmations]),
    [[id, 1]],
  );
});

test('a partial payment with a huge Amount counts with its delivered amount', async () => {
  const chosen = await newChosen(client, 'XRP', '40.00');
  rippled.ledger.engine.partialDrops = dueOf(chosen) / 10n;
  rippled.pay(customer, ours.address, 10n ** 16n, {
    ...tagOf(chosen),
    Flags: 0x0002_0000,
    SendMax: { currency: 'USD', issuer: customer.address, value: '1000000' },
  });
  await closeAndRead();
  const payment = await readPayment(client, chosen.payment_reference_number);
  assert.equal(payment.payment_status, 'PENDING');
  assert.equal(payment.received_cryptocurrency_amount, formatXrp(dueOf(chosen) / 10n));
});

test('another currency, a failed payment and another account’s payment credit nothing', async () => {
  const chosen = await newChosen(client, 'XRP', '40.00');
  const before = await readAccounts(here.sql);
  rippled.send(customer, {
    TransactionType: 'Payment',
    Destination: ours.address,
    Amount: { currency: 'USD', issuer: customer.address, value: '1000000' },
    ...tagOf(chosen),
  });
  const poor = rippled.fund(2_000_000n);
  rippled.pay(poor, ours.address, dueOf(chosen), tagOf(chosen));
  rippled.pay(customer, newXrpWallet().address, dueOf(chosen), tagOf(chosen));
  await closeAndRead();
  const payment = await readPayment(client, chosen.payment_reference_number);
  assert.deepEqual([payment.payment_status, payment.transactions], ['PENDING', []]);
  assert.deepEqual(await readAccounts(here.sql), before);
});

test('XRP with a wrong or missing tag, or without a payment, is stored unassigned for staff', async () => {
  const before = await readAccounts(here.sql);
  rippled.pay(customer, ours.address, 5_000_001n);
  rippled.pay(customer, ours.address, 5_000_002n, { DestinationTag: 4_000_000_000 });
  rippled.send(rippled.fund(6_000_013n), {
    TransactionType: 'AccountDelete',
    Destination: ours.address,
  });
  await closeAndRead();
  const unassigned = await run('chain unassigned');
  assert.match(unassigned, new RegExp(`5\\.000001 XRP  to ${ours.address}:  .*in a block`));
  assert.match(unassigned, new RegExp(`5\\.000002 XRP  to ${ours.address}:4000000000 `));
  assert.match(unassigned, new RegExp(`6\\.000003 XRP  to ${ours.address}: `));
  assert.deepEqual(await readAccounts(here.sql), before, 'nobody’s in the books');
});

test('the end of an escrow and a deleted account pay the tag that they name', async () => {
  const escrowed = await newChosen(client, 'XRP', '40.00');
  const inherited = await newChosen(client, 'XRP', '40.00');
  rippled.send(customer, {
    TransactionType: 'EscrowCreate',
    Destination: ours.address,
    Amount: String(dueOf(escrowed)),
    FinishAfter: 800_000_000,
    ...tagOf(escrowed),
  });
  await closeAndRead();
  assert.equal(await statusOf(escrowed), 'PENDING', 'it is promised, not paid');
  const [held] = rippled.ledger.engine.escrows.values();
  rippled.send(customer, {
    TransactionType: 'EscrowFinish',
    Owner: customer.address,
    OfferSequence: held?.sequence,
  });
  const leaving = rippled.fund(dueOf(inherited) + 10n);
  rippled.send(leaving, {
    TransactionType: 'AccountDelete',
    Destination: ours.address,
    ...tagOf(inherited),
  });
  await closeAndRead();
  assert.deepEqual([await statusOf(escrowed), await statusOf(inherited)], ['PAID', 'PAID']);
});

test('an X-address of ours contains account and tag', async () => {
  const chosen = await newChosen(client, 'XRP', '40.00');
  const tag = Number(chosen.destination_tag);
  const tagged = encodeXAddress(decodeAccountID(ours.address), tag, true);
  const parsed = driven.chain.addresses.parse(tagged);
  assert.ok('address' in parsed);
  assert.deepEqual(
    [parsed.address.address, parsed.address.destinationTag],
    [ours.address, chosen.destination_tag],
  );
});

test('a node that is behind, sends wrong answers or restarts credits nothing wrong and loses nothing', async () => {
  const chosen = await newChosen(client, 'XRP', '40.00');
  rippled.pay(customer, ours.address, dueOf(chosen), tagOf(chosen));
  rippled.close();
  rippled.lie = (command, answer) => {
    if (command !== 'ledger') return answer;
    const [first] = answer['ledger'].transactions;
    if (first) first.meta = { ...first.meta, delivered_amount: '1e9' };
    return answer;
  };
  await assert.rejects(driven.read(), /no valid delivered_amount/);
  rippled.lie = (_command, answer) => answer;
  await rippled.stop();
  await assert.rejects(driven.read(), /cannot be reached/);
  await rippled.start();
  const found = rippled.ledger.newest.transactions[0];
  assert.ok(found);
  found.meta['delivered_amount'] = String(dueOf(chosen));
  await driven.read();
  assert.equal(await statusOf(chosen), 'PAID');
  rippled.lag = 3;
  await assert.rejects(driven.read(), /behind the stored chain/);
  rippled.lag = 0;
  await driven.read();
});

test('ledgers missing from the node’s history stop the reading with a named fault until they are available', async () => {
  const chosen = await newChosen(client, 'XRP', '40.00');
  rippled.pay(customer, ours.address, dueOf(chosen), tagOf(chosen));
  rippled.close(5);
  const { firstLedger } = rippled;
  rippled.firstLedger = rippled.ledger.newest.ledger_index - 1;
  await assert.rejects(driven.read(), (error: Error & { code?: string }) => error.code === 'history_missing');
  assert.equal(await statusOf(chosen), 'PENDING');
  rippled.firstLedger = firstLedger;
  await driven.read();
  assert.equal(await statusOf(chosen), 'PAID');
  assert.equal(Number((await selectState(here.sql, 'XRP'))?.height), rippled.ledger.newest.ledger_index);
});

test('chain check asks the node and prints its capabilities', async () => {
  const line = /ok {5}XRP {2}xrp 63456 {2}height \d+ {2}fee rate 10 {2}cannot pay out/;
  assert.match(await run('chain check'), line);
});

const formatXrp = (drops: bigint): string =>
  `${drops / 1_000_000n}.${String(drops % 1_000_000n).padStart(6, '0')}`;
