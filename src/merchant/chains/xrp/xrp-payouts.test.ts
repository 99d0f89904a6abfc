/** Payouts on the ledger of a rippled stand-in. The tests build on each other and use one account. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { customer, readAccounts, readOrder } from '../../../../test/support/coins.ts';
import { runCommand } from '../../../../test/support/commands.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import {
  newXrpWallet,
  startRippledStandIn,
  type RippledStandIn,
} from '../../../../test/support/rippled/rippled-stand-in.ts';
import {
  askWithdrawal,
  fundHouse,
  openXrpHouse,
  storeKey,
  type XrpApp,
} from '../../../../test/support/rippled/xrp-house.ts';
import { CommandError } from '../../../platform/command.ts';
import { nodeCommands } from '../node.commands.ts';

let rippled: RippledStandIn;
let house: XrpApp;
let database: TestDatabase;
const ours = newXrpWallet('ecdsa-secp256k1');

before(async () => {
  rippled = await startRippledStandIn();
  rippled.fund(10_000_000n, ours);
  rippled.close();
  database = await createTestDatabase();
  house = await openXrpHouse(rippled, ours, { database });
  await fundHouse(rippled, house, ours);
});
after(async () => {
  await house?.end();
  await database?.drop();
  await rippled?.stop();
});

const drops = (address: string): bigint => rippled.ledger.engine.accounts.get(address)?.balance ?? 0n;
const wallet = async (): Promise<bigint> =>
  -((await readAccounts(house.app.sql)).get('provider:chain XRP') ?? 0n);
const statusOf = async (id: string): Promise<string> => (await readOrder(house.client, id)).order_status;

/** Creates an account that accepts payments. */
const newRecipient = (): string => rippled.fund(5_000_000n).address;

test('a withdrawal is signed, sent and validated, and the books match it to the drop', async () => {
  const to = newRecipient();
  const before = { ours: drops(ours.address), books: await wallet() };
  const id = await house.withdraw(to, '20', '4711');
  await house.signAndSend();
  assert.equal(await statusOf(id), 'PROCESSING');
  await house.close();
  assert.equal(await statusOf(id), 'COMPLETED');
  assert.equal(drops(to), 25_000_000n);
  const { fee, transaction_id: transactionId } = await house.payout(id);
  assert.equal(fee, 10n);
  const found = rippled.ledger.findTransaction(transactionId ?? '');
  assert.equal(found?.tx['DestinationTag'], 4711);
  assert.equal(before.ours - drops(ours.address), 20_000_010n);
  assert.equal(before.books - (await wallet()), 20_000_010n);
});

test("the first payout uses the account's sequence number, and the next ones follow it", async () => {
  const first = rippled.ledger.engine.accounts.get(ours.address)?.sequence;
  const ids = [await house.withdraw(newRecipient()), await house.withdraw(newRecipient())];
  await house.signAndSend();
  const numbers = await Promise.all(ids.map(async (id) => (await house.payout(id)).number));
  assert.deepEqual(numbers.map(Number), [first, (first ?? 0) + 1]);
  await house.close();
  assert.deepEqual(await Promise.all(ids.map(statusOf)), ['COMPLETED', 'COMPLETED']);
});

test('a tec result fails the payout, returns its amount and books its fee', async () => {
  const to = rippled.fund(5_000_000n);
  const id = await house.withdraw(to.address);
  // The account refuses deposits only after it was described.
  rippled.send(to, { TransactionType: 'AccountSet', SetFlag: 9 });
  rippled.close();
  const before = await readAccounts(house.app.sql);
  const chain = drops(ours.address);
  await house.signAndSend();
  await house.close();
  assert.equal(await statusOf(id), 'FAILED');
  const payout = await house.payout(id);
  assert.equal(payout.lost_fee, 10n);
  assert.equal(
    rippled.ledger.findTransaction(payout.transaction_id ?? '')?.meta['TransactionResult'],
    'tecNO_PERMISSION',
  );
  assert.equal(chain - drops(ours.address), 10n);
  const accounts = await readAccounts(house.app.sql);
  const change = (name: string): bigint => (accounts.get(name) ?? 0n) - (before.get(name) ?? 0n);
  assert.equal(change('provider:chain XRP'), 10n);
  assert.equal(change('provider:fees XRP'), -10n);
  assert.equal(change('provider:payouts XRP'), -20_000_000n);
  assert.ok(payout.fee_charge > 0n);
});

test('a payout past its last ledger is signed again with the same unused number', async () => {
  const to = newRecipient();
  const id = await house.withdraw(to);
  await house.signAndSend();
  const first = await house.payout(id);
  rippled.ledger.forgetWaiting();
  await house.close(30);
  assert.equal((await house.payout(id)).status, 'SIGNED', 'its last ledger itself is not past');
  await house.close(1);
  assert.equal((await house.payout(id)).status, 'RESERVED');
  await house.signAndSend();
  const second = await house.payout(id);
  assert.notEqual(second.transaction_id, first.transaction_id);
  assert.equal(second.number, first.number);
  await house.close();
  assert.equal(await statusOf(id), 'COMPLETED');
  assert.equal(drops(to), 25_000_000n, 'once');
});

test('a gap that a crash left in the sequence numbers is filled', async () => {
  const early = newRecipient();
  const late = newRecipient();
  const ids = [await house.withdraw(early), await house.withdraw(late)];
  await house.driven.sign();
  // The process dies after it submitted the second payout but not the first. The node restarts.
  const [first] = await house.app.sql<{ bytes: string }[]>`
    select t.bytes from merchant.payout_transactions t join merchant.payouts p using (batch_id)
    where p.order_id = ${ids[1] ?? ''}`;
  assert.equal((await house.driven.chain.node.broadcast(first?.bytes ?? '')).outcome, 'refused');
  await rippled.stop();
  await assert.rejects(house.driven.send());
  await rippled.start();
  await house.driven.send();
  await house.close();
  assert.deepEqual(await Promise.all(ids.map(statusOf)), ['COMPLETED', 'COMPLETED']);
  assert.deepEqual([drops(early), drops(late)], [25_000_000n, 25_000_000n]);
});

test('the reserve of the account is not spent, even if the books show enough', async () => {
  const root = rippled.ledger.engine.accounts.get(ours.address);
  assert.ok(root);
  const { balance } = root;
  // Coins were taken from the account elsewhere: it has 20 XRP, the base reserve and the reserve of one object, less
  // one drop.
  root.balance = 20_000_000n + 10n + 1_000_000n + 200_000n - 1n;
  root.owners = 1;
  const id = await house.withdraw(newRecipient());
  await house.signAndSend();
  const waiting = await house.payout(id);
  assert.deepEqual([waiting.status, waiting.trouble], ['RESERVED', 'the wallet lacks 0.000001 XRP']);
  root.balance += 1n;
  await house.signAndSend();
  await house.close();
  assert.equal(await statusOf(id), 'COMPLETED');
  assert.equal(drops(ours.address), 1_200_000n);
  root.balance = balance - 20_000_010n;
  root.owners = 0;
});

test('a recipient that the ledger would reject gives a 400', async () => {
  const tagged = rippled.fund(5_000_000n);
  const closed = rippled.fund(5_000_000n);
  rippled.send(tagged, { TransactionType: 'AccountSet', SetFlag: 1 });
  rippled.send(closed, { TransactionType: 'AccountSet', SetFlag: 9 });
  rippled.close();
  const codeOf = async (to: string, amount?: string, tag?: string): Promise<string | number> => {
    const answer = await askWithdrawal(house.client, to, amount, tag);
    return answer.statusCode === 400 ? answer.json().errors[0].code : answer.statusCode;
  };
  assert.equal(await codeOf(tagged.address), 'tag_required');
  assert.equal(await codeOf(closed.address), 'refuses_payments');
  // The base reserve is 1 XRP, which is also the smallest order here. The network raises it to 10 XRP.
  rippled.lie = (command, answer) =>
    command === 'ledger_entry' ? { node: { ...answer['node'], ReserveBaseDrops: '10000000' } } : answer;
  const fresh = newXrpWallet().address;
  assert.equal(await codeOf(fresh, '9.999999'), 'not_funded');
  rippled.lie = () => ({ error: 'tooBusy' });
  assert.equal(await codeOf(fresh), 503);
  rippled.lie = (_command, answer) => answer;
  const ids = [await house.withdraw(tagged.address, '20', '0'), await house.withdraw(fresh, '1')];
  await house.signAndSend();
  await house.close();
  assert.deepEqual(await Promise.all(ids.map(statusOf)), ['COMPLETED', 'COMPLETED']);
  assert.equal(drops(fresh), 1_000_000n);
});

test('a repeated request returns the first answer, even if the recipient or the node has changed', async () => {
  const quote = await house.client.post('/conversions', {
    currency_pair: 'XRPEUR',
    transaction_type: 'WITHDRAW',
    cryptocurrency_amount: '20',
  });
  const { conversion_token } = quote.json();
  const details = { customer_wallet_address: newRecipient(), customer_details: customer };
  const ask = () =>
    house.client.post(
      '/withdrawals',
      { withdrawalData: { conversion_token, ...details } },
      { 'idempotency-key': 'given' },
    );
  const first = await ask();
  assert.equal(first.statusCode, 200, first.body);
  rippled.lie = () => ({ error: 'tooBusy' });
  assert.equal((await askWithdrawal(house.client, newXrpWallet().address)).statusCode, 503);
  const again = await ask();
  rippled.lie = (_command, answer) => answer;
  assert.deepEqual([again.statusCode, again.json()], [200, first.json()]);
  await house.signAndSend();
  await house.close();
});

test('a new regular key takes over while payments continue, and the old key signs nothing further', async () => {
  const regular = newXrpWallet('ed25519');
  const master = { ...ours };
  await assert.rejects(
    storeKey(house.app, regular.seed),
    /neither that of XRP_ADDRESS nor that of its regular key/,
  );
  await assert.rejects(storeKey(house.app, 'no seed'), CommandError);
  rippled.send(master, { TransactionType: 'SetRegularKey', RegularKey: regular.address });
  rippled.send(master, { TransactionType: 'AccountSet', SetFlag: 4 });
  rippled.close();
  const to = newRecipient();
  const id = await house.withdraw(to);
  await assert.rejects(house.driven.sign(), /may not sign/);
  assert.equal((await house.payout(id)).status, 'RESERVED');
  const check = nodeCommands.find(({ name }) => name === 'chain check');
  assert.ok(check);
  await assert.rejects(
    async () => check.run(house.app.platform, { values: {}, positionals: [] }, () => {}),
    /^CommandError: 1 of \d nodes cannot be used/,
  );
  assert.match(await storeKey(house.app, regular.seed), /can pay out/);
  const again = await openXrpHouse(rippled, ours, { database, seed: null });
  try {
    // The operator's two transactions used numbers that this database did not assign.
    await again.driven.sign();
    assert.match((await again.payout(id)).trouble ?? '', /has used 2 numbers/);
    const next = rippled.ledger.engine.accounts.get(ours.address)?.sequence ?? 0;
    await assert.rejects(
      runCommand(again.app, 'payout number', ['XRP', String(next + 1)], {
        by: 'ana@commands.test',
        reason: 'a slip',
      }),
      {
        name: 'CommandError',
        message: `The next number of the account is ${next}: none before ${next + 1} was used.`,
      },
    );
    const given = { by: 'ana@commands.test', reason: 'a new regular key' };
    const [said] = await runCommand(again.app, 'payout number', ['xrp', String(next)], given);
    assert.equal(said, `Payouts of XRP go on with number ${next}.`);
    await again.signAndSend();
    await again.close();
    assert.equal(drops(to), 25_000_000n);
    assert.equal((await readOrder(again.client, id)).order_status, 'COMPLETED');
  } finally {
    await again.end();
  }
});
