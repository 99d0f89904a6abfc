import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { customer, mine, readAccounts, reorganise, sendCoins } from '../../../../test/support/coins.ts';
import { runCommand } from '../../../../test/support/commands.ts';
import { openStepwiseChain, type StepwiseChain } from '../../../../test/support/stepwise-chain.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import { checkBooks } from '../../../../test/support/payment-ledger.ts';
import { CommandError } from '../../../platform/command.ts';
import { newId } from '../../../platform/ids.ts';
import { insertLostAddresses } from '../../chains/search/lost-address.store.ts';
import { listSpendable } from '../../chains/outgoing/list-spendable.ts';

/** Coins at an address that was assigned in a period lost by a restore. */
let here: TestApp;
let client: MerchantClient;
let driven: StepwiseChain;
const branch = 1_801_400_000;

before(async () => {
  here = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  client = await merchantClient(here);
  driven = await openStepwiseChain(here, { coin: 'BTC' });
  await driven.read();
});
after(async () => {
  await driven?.close();
  await here?.close();
});

const mineAndRead = async (blocks: number): Promise<void> => {
  await mine(client, 'BTC', blocks);
  await driven.read();
};
const propose = (output: string): Promise<string[]> =>
  runCommand(here, 'chain assign', ['BTC', output], { psp: '1', customer: customer.customer_reference_id });
const refused = (running: Promise<unknown>, message: RegExp): Promise<void> =>
  assert.rejects(running, (error: unknown) => error instanceof CommandError && message.test(error.message));

test('coins at a lost address are listed with it, and once final can be assigned as a deposit and paid out', async () => {
  const lost = { ...driven.chain.addresses.derive(branch, 7), branch, index: 7 };
  await insertLostAddresses(here.sql, {
    coin: 'BTC',
    account: 0,
    subjectId: newId(),
    at: new Date(),
    addresses: [lost],
  });
  const given = await client.post('/deposit/address/BTC', { customer_details: customer });
  assert.equal(given.statusCode, 200, given.body);
  const id = await sendCoins(client, 'BTC', { address: lost.address, amount: '0.5' });
  await mineAndRead(1);
  const output = `${id}:0`;
  const [line = ''] = await runCommand(here, 'chain unassigned');
  assert.ok(line.includes(`0.50000000 BTC  to ${lost.address}  ${output}`), line);
  await refused(propose(output), /not final/);
  await refused(runCommand(here, 'chain return', ['BTC', output]), /Bitcoin has no sender/);
  await mineAndRead(5);
  const [proposed = ''] = await propose(output);
  const assignment = proposed.replace('Proposed: ', '');
  await reorganise(client, 'BTC', 6, []);
  await driven.read();
  const approve = () => runCommand(here, 'assignment approve', [assignment], { by: 'bea@commands.test' });
  await refused(approve(), /not final/);
  await mineAndRead(6);
  await approve();
  await driven.read();
  const [order] = (await client.get('/orders?limit=1')).json();
  assert.deepEqual(
    [order.order_type, order.order_status, order.blockchain_transaction_id],
    ['DEPOSIT', 'COMPLETED', id],
  );
  const spendable = await here.sql.begin((tx) => listSpendable(tx, 'BTC'));
  const found = spendable.find(({ transactionId }) => transactionId === id);
  assert.deepEqual([found?.destination, found?.branch, found?.addressIndex], [lost.destination, branch, 7]);
  await checkBooks(here.sql);

  // A reorganisation undoes it like any other deposit.
  const before = (await readAccounts(here.sql)).get('provider:chain BTC') ?? 0n;
  await reorganise(client, 'BTC', 12, [id]);
  await driven.read();
  assert.equal((await client.get('/orders?limit=1')).json()[0].order_status, 'REVERSED');
  assert.equal(((await readAccounts(here.sql)).get('provider:chain BTC') ?? 0n) - before, 50_000_000n);
  await checkBooks(here.sql);
});

test('rejects the assignment of coins that have left the address', async () => {
  const lost = { ...driven.chain.addresses.derive(branch, 8), branch, index: 8 };
  await insertLostAddresses(here.sql, {
    coin: 'BTC',
    account: 0,
    subjectId: newId(),
    at: new Date(),
    addresses: [lost],
  });
  const id = await sendCoins(client, 'BTC', { address: lost.address, amount: '0.25' });
  await mineAndRead(6);
  await here.sql`
    update merchant.chain_outputs set spent_by = 'elsewhere', spent_height = 1 where transaction_id = ${id}`;
  assert.match((await runCommand(here, 'chain unassigned'))[0] ?? '', /spent by elsewhere$/);
  await refused(propose(`${id}:0`), /spent by transaction elsewhere/);
});
