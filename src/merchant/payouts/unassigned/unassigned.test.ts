import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { customer, readAccounts } from '../../../../test/support/coins.ts';
import { runCommand } from '../../../../test/support/commands.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { merchantClient } from '../../../../test/support/merchant.ts';
import { checkBooks } from '../../../../test/support/payment-ledger.ts';
import {
  dueOf,
  newChosen,
  newPayment,
  readPayment,
  type ChosenPayment,
} from '../../../../test/support/payments.ts';
import {
  newXrpWallet,
  startRippledStandIn,
  type RippledStandIn,
  type XrpWallet,
} from '../../../../test/support/rippled/rippled-stand-in.ts';
import { fundHouse, openXrpHouse, type XrpApp } from '../../../../test/support/rippled/xrp-house.ts';
import { CommandError } from '../../../platform/command.ts';
import { reviewPayment } from '../../payments/judging/bring-up-to-date.ts';

/** Uses XRP without a tag, on a simulated rippled ledger. */
let rippled: RippledStandIn;
let house: XrpApp;
let database: TestDatabase;
let sender: XrpWallet;
const ours = newXrpWallet('ecdsa-secp256k1');
const [ana, bea] = ['ana@commands.test', 'bea@commands.test'];

before(async () => {
  rippled = await startRippledStandIn();
  rippled.fund(10_000_000n, ours);
  sender = rippled.fund(10n ** 15n);
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

const run = (name: string, positionals: string[], values: Record<string, string> = {}): Promise<string[]> =>
  runCommand(house.app, name, positionals, { by: ana, ...values });
const list = (values: Record<string, string> = {}): Promise<string[]> =>
  runCommand(house.app, 'chain unassigned', [], values);
const refused = (running: Promise<unknown>, message: RegExp): Promise<void> =>
  assert.rejects(running, (error: unknown) => {
    assert.ok(error instanceof CommandError, String(error));
    assert.match(error.message, message);
    return true;
  });
const drops = (address: string): bigint => rippled.ledger.engine.accounts.get(address)?.balance ?? 0n;

/** Sends a payment without a tag in a ledger that was read. Returns the output in the form that the commands take. */
async function payUntagged(amount: bigint, from = sender, more: object = {}): Promise<string> {
  const id = rippled.pay(from, ours.address, amount, more);
  await house.close();
  return `${id}:0`;
}

async function propose(output: string, to: Record<string, string>, by = ana): Promise<string> {
  const [line = ''] = await run('chain assign', ['XRP', output], { ...to, by });
  return /^Proposed: (\S+)$/.exec(line)?.[1] ?? '';
}
const approve = (id: string, by = bea): Promise<string[]> => run('assignment approve', [id], { by });
const toPayment = (chosen: ChosenPayment) => ({ payment: chosen.payment_reference_number });

async function giveBack(output: string, by = ana): Promise<string> {
  const lines = await run('chain return', ['XRP', output], { by });
  return /payout approve (\S+)/.exec(lines.at(-1) ?? '')?.[1] ?? '';
}

const lineOf = async (output: string, values?: Record<string, string>): Promise<string | undefined> =>
  (await list(values)).find((line) => line.includes(output));
const changeSince = (before: Map<string, bigint>, now: Map<string, bigint>): Record<string, bigint> =>
  Object.fromEntries(
    [...new Set([...before.keys(), ...now.keys()])].flatMap((name) => {
      const change = (now.get(name) ?? 0n) - (before.get(name) ?? 0n);
      return change === 0n ? [] : [[name, change]];
    }),
  );

test('a thousand dust payments do not hide a payment: the list is paged, sorted and filtered', async () => {
  const output = await payUntagged(77_000_000n);
  await house.app.sql`
    insert into merchant.chain_outputs (
      coin, transaction_id, output_index, destination, amount, first_seen_at, block_height, unconfirmed)
    select 'XRP', 'D057' || place, 0, ${`${ours.address}:`}, 1, date_trunc('milliseconds', now()) + interval '1 hour', 1, false
    from generate_series(1, 1050) as place`;
  const pages: string[] = [];
  for (let after = ''; ;) {
    const page = await list(after === '' ? {} : { after });
    after = /--after (\S+)$/.exec(page.at(-1) ?? '')?.[1] ?? '';
    pages.push(...page.filter((line) => !line.startsWith('More follow')));
    if (after === '') break;
  }
  assert.equal(new Set(pages).size, 1051);
  assert.ok(pages.at(-1)?.includes(output), 'the oldest');
  assert.ok((await list({ sort: 'largest' }))[0]?.includes(output));
  assert.deepEqual((await list({ coin: 'XRP', least: '1' })).length, 1);
  assert.deepEqual(await list({ coin: 'BTC' }), ['There are no such coins.']);
  for (const [values, message] of [
    [{ least: '1' }, /add --coin/],
    [{ coin: 'XRP', least: '-1' }, /--least/],
    [{ coin: 'DOGE' }, /--coin/],
    [{ sort: 'oldest' }, /newest or largest/],
    [{ state: 'lost' }, /open or assigned or returned/],
    [{ after: 'x' }, /--after/],
  ] as const)
    await refused(list(values), message);
  await house.app.sql`delete from merchant.chain_outputs where transaction_id like 'D057%'`;
});

test('coins assigned to a customer become a deposit, as if the tag had been given', async () => {
  await refused(
    propose(await payUntagged(20_000_000n), { psp: '1', customer: customer.customer_reference_id }),
    /no address for deposits of XRP/,
  );
  const given = await house.client.post('/deposit/address/XRP', { customer_details: customer });
  assert.equal(given.statusCode, 200, given.body);
  const { destination_tag: tag } = given.json();
  rippled.pay(sender, ours.address, 30_000_000n, { DestinationTag: Number(tag) });
  const before = await readAccounts(house.app.sql);
  await house.close();
  const tagged = changeSince(before, await readAccounts(house.app.sql));
  const output = await payUntagged(30_000_000n);
  const untouched = await readAccounts(house.app.sql);
  const id = await propose(output, { psp: '1', customer: customer.customer_reference_id });
  assert.match((await lineOf(output)) ?? '', new RegExp(`assignment ${id} to deposit address .*ana@`));
  assert.deepEqual(
    changeSince(untouched, await readAccounts(house.app.sql)),
    {},
    'nothing before a second person',
  );
  await refused(approve(id, ana), /another person/);
  await approve(id);
  await house.driven.read();
  assert.deepEqual(changeSince(untouched, await readAccounts(house.app.sql)), tagged);
  const [order, likeIt] = (await house.client.get('/orders?limit=2')).json();
  for (const field of ['order_type', 'order_status', 'order_amount', 'destination_tag'])
    assert.equal(order[field], likeIt[field], field);
  assert.equal(`${order.blockchain_transaction_id}:0`, output);
  const [events] = await house.app.sql<{ orders: number }[]>`
    select count(distinct order_id)::int as orders from merchant.events
    where order_id in (${order.order_id}, ${likeIt.order_id})`;
  assert.equal(events?.orders, 2, 'its merchant is told');
  assert.equal(await lineOf(output), undefined);
  assert.match(
    (await lineOf(output, { state: 'assigned' })) ?? '',
    /assigned to deposit address .*ana@.*bea@/,
  );
  await checkBooks(house.app.sql);
});

test('coins assigned to a payment count towards it, or as an overpayment', async () => {
  const open = await newChosen(house.client, 'XRP', '40.00');
  const assign = async (chosen: ChosenPayment): Promise<string> => {
    const output = await payUntagged(dueOf(chosen));
    await approve(await propose(output, toPayment(chosen)));
    await house.driven.read();
    return output;
  };
  const first = await assign(open);
  const paid = await readPayment(house.client, open.payment_reference_number);
  assert.deepEqual([paid.payment_status, paid.payment_exceptions], ['PAID', []]);
  assert.deepEqual(
    paid.transactions.map((one) => `${one.blockchain_transaction_id}:0`),
    [first],
  );
  await assign(open);
  const over = await readPayment(house.client, open.payment_reference_number);
  assert.deepEqual([over.payment_status, over.payment_exceptions], ['PAID', ['OVERPAID']]);

  await checkBooks(house.app.sql);
});

test('coins go back to the sender with the sender’s tag, less the fee, after approval by a second person', async () => {
  const exchange = rippled.fund(10n ** 9n);
  const output = await payUntagged(25_000_000n, exchange, { SourceTag: 815 });
  const before = { books: await readAccounts(house.app.sql), theirs: drops(exchange.address) };
  const lines = await run('chain return', ['XRP', output]);
  assert.match(lines[0] ?? '', new RegExp(`^24\\.999990 XRP go back to ${exchange.address} with tag 815$`));
  const payout = /payout approve (\S+)/.exec(lines.at(-1) ?? '')?.[1] ?? '';
  await house.signAndSend();
  await house.close();
  assert.equal(drops(exchange.address), before.theirs, 'nothing before a second person');
  await refused(run('payout approve', [payout]), /another person/);
  await run('payout approve', [payout], { by: bea });
  await house.signAndSend();
  await house.close();
  assert.equal(drops(exchange.address) - before.theirs, 24_999_990n);
  const [row] = await house.app.sql<{ transaction_id: string }[]>`
    select transaction_id from merchant.payouts where id = ${payout}`;
  assert.equal(rippled.ledger.findTransaction(row?.transaction_id ?? '')?.tx['DestinationTag'], 815);
  assert.deepEqual(changeSince(before.books, await readAccounts(house.app.sql)), {}, 'they came and went');
  assert.equal(await lineOf(output), undefined);
  assert.match(
    (await lineOf(output, { state: 'returned' })) ?? '',
    new RegExp(`returned by payout ${payout}`),
  );
  await refused(giveBack(output), /assigned or returned already/);
  await checkBooks(house.app.sql);
});

test('a rejected or failed return leaves the coins unassigned and assignable', async () => {
  const account = rippled.fund(10n ** 9n);
  const output = await payUntagged(12_000_000n, account);
  const before = await readAccounts(house.app.sql);
  await run('payout reject', [await giveBack(output)], { by: bea });
  assert.deepEqual(changeSince(before, await readAccounts(house.app.sql)), {});
  const failing = await giveBack(output);
  // The sender starts to refuse deposits after the return was proposed.
  rippled.send(account, { TransactionType: 'AccountSet', SetFlag: 9 });
  await run('payout approve', [failing], { by: bea });
  rippled.close();
  await house.signAndSend();
  await house.close();
  assert.deepEqual(changeSince(before, await readAccounts(house.app.sql)), {
    'provider:chain XRP': 10n,
    'provider:fees XRP': -10n,
  });
  const chosen = await newChosen(house.client, 'XRP', '40.00');
  await approve(await propose(output, toPayment(chosen)));
  await house.driven.read();
  const payment = await readPayment(house.client, chosen.payment_reference_number);
  assert.equal(payment.received_cryptocurrency_amount, '12.000000');
  await checkBooks(house.app.sql);
});

test('exactly one of several simultaneous decisions about the same coins wins', async () => {
  const chosen = await newChosen(house.client, 'XRP', '40.00');
  for (let round = 0; round < 3; round++) {
    const output = await payUntagged(3_000_000n + BigInt(round));
    const outcomes = await Promise.allSettled([
      propose(output, toPayment(chosen)),
      propose(output, toPayment(chosen), bea),
      giveBack(output),
      giveBack(output, bea),
    ]);
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') assert.match(String(outcome.reason), /assigned or returned already/);
    }
  }
  const output = await payUntagged(4_000_000n);
  const id = await propose(output, toPayment(chosen));
  const decided = await Promise.allSettled([
    approve(id),
    approve(id, 'caio@commands.test'),
    run('assignment reject', [id], { by: bea }),
  ]);
  assert.ok(decided.some(({ status }) => status === 'fulfilled'));
  await house.driven.read();
  const [row] = await house.app.sql<{ status: string; credits: number }[]>`
    select d.status, o.credit_count as credits from merchant.unassigned_decisions d
    join merchant.chain_outputs o using (coin, transaction_id, output_index) where d.id = ${id}`;
  assert.equal(row?.credits, row?.status === 'done' ? 1 : 0);
  assert.match((await approve(id).catch((error: Error) => [error.message]))[0] ?? '', /already/);
  await checkBooks(house.app.sql);
});

test('rejects impossible returns and assignments with the reason, and changes nothing', async () => {
  const before = await readAccounts(house.app.sql);
  const poor = rippled.fund(7_000_000n);
  const left = await payUntagged(900_000n, poor);
  rippled.send(poor, {
    TransactionType: 'AccountDelete',
    Destination: sender.address,
  });
  await house.close();
  await refused(giveBack(left), /does not exist yet: the XRP network makes it with 1\.000000 XRP or more/);
  await refused(giveBack(await payUntagged(10n)), /fee, 0\.000010 XRP, would take all/);
  rippled.send(rippled.fund(6_000_000n), { TransactionType: 'AccountDelete', Destination: ours.address });
  await house.close();
  const inherited = (await list())[0]?.split('  ')[3] ?? '';
  await refused(giveBack(inherited), /did not come by a payment/);
  const output = await payUntagged(5_000_000n);
  const never = { payment: await newPayment(house.client) };
  await refused(propose(output, never), /XRP was never chosen for this payment/);
  await refused(propose(output, { payment: '0197d1a4-0000-7000-8000-000000000000' }), /no such payment/);
  await refused(propose(output, { payment: 'x' }), /no such payment/);
  await refused(propose(output, { psp: '999', customer: 'nobody' }), /no address for deposits/);
  await refused(propose(output, {}), /--payment <id>, or --psp/);
  await refused(propose(`${'0'.repeat(64)}:0`, never), /no such coins/);
  await refused(giveBack('x'), /<transaction:index>/);
  await refused(run('chain return', ['BTC', output]), /Bitcoin has no sender/);
  await refused(run('assignment approve', ['x'], { by: bea }), /no such assignment/);
  await rippled.stop();
  await refused(giveBack(output), /cannot be read at the moment/);
  await rippled.start();
  assert.deepEqual(changeSince(before, await readAccounts(house.app.sql)), {});
  assert.ok((await lineOf(output))?.endsWith('in a block'));
});

test("coins received in time but assigned after the payment's end are late", async () => {
  const late = await newChosen(house.client, 'XRP', '40.00');
  const output = await payUntagged(dueOf(late));
  await house.client.post('/sandbox/clock/advance', { seconds: 3600 });
  const client = await merchantClient(house.app);
  await house.close();
  await house.app.sql.begin((tx) => reviewPayment(tx, house.driven.context, late.payment_reference_number));
  assert.equal((await readPayment(client, late.payment_reference_number)).payment_status, 'EXPIRED');
  await approve(await propose(output, toPayment(late)));
  await house.driven.read();
  const unresolved = await readPayment(client, late.payment_reference_number);
  assert.deepEqual([unresolved.payment_status, unresolved.payment_exceptions], ['UNRESOLVED', ['LATE']]);
  await checkBooks(house.app.sql);
});
