import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addStaff } from '../../../../test/support/commands.ts';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { customer, newWallet } from '../../../../test/support/coins.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { openStepwiseChain } from '../../../../test/support/stepwise-chain.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { coinCodes } from '../../assets/asset.rules.ts';
import { listChains } from '../../chains/offered-chains.ts';
import { openChains } from '../../chains/open-chains.ts';
import { createPsp } from '../../access/credentials/manage-credentials.ts';
import { assignDepositAddress } from './assign-deposit-address.ts';
import { depositCommands } from './deposit.commands.ts';

let database: TestDatabase;
let here: TestApp;
let there: TestApp;
let client: MerchantClient;
let elsewhere: MerchantClient;

before(async () => {
  database = await createTestDatabase();
  const settings = { SIMULATED_BLOCK_SECONDS: '0' };
  here = await openMerchantApp({ database, settings });
  there = await openMerchantApp({ database, settings });
  client = await merchantClient(here);
  elsewhere = await merchantClient(there);
});
after(async () => {
  await here.close();
  await there.close();
  await database.drop();
});

interface DepositAddress {
  customer_deposit_wallet_address_id: string;
  customer_deposit_wallet_address: string;
  destination_tag?: string;
  cryptocurrency_code: string;
}

async function ask(coin: string, reference = 'customer-42', by = client): Promise<DepositAddress> {
  const answer = await by.post(`/deposit/address/${coin}`, {
    customer_details: { ...customer, customer_reference_id: reference },
  });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json() as DepositAddress;
}

const count = async (table: string): Promise<number> =>
  (
    await here.sql<{ count: number }[]>`
    select count(*)::int as count from ${here.sql.identifier('merchant')}.${here.sql.identifier(table)}`
  )[0]?.count ?? 0;

for (const coin of coinCodes) {
  test(`a customer has one address for ${coin}, and repeated requests return it`, async () => {
    const first = await ask(coin);
    assert.equal(first.cryptocurrency_code, coin);
    assert.match(first.customer_deposit_wallet_address_id, /^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    assert.equal('destination_tag' in first, coin === 'XRP');
    assert.deepEqual(await ask(coin), first);
    assert.deepEqual(await ask(coin, 'customer-42', elsewhere), first);
    const other = await ask(coin, 'customer-43');
    const spot = (address: DepositAddress): string =>
      `${address.customer_deposit_wallet_address} ${address.destination_tag}`;
    assert.notEqual(spot(other), spot(first));
    assert.notEqual(other.customer_deposit_wallet_address_id, first.customer_deposit_wallet_address_id);
  });
}

test('fifty simultaneous requests over two processes get one address', async () => {
  const before = await count('chain_addresses');
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => ask('BTC', 'in a hurry', index % 2 ? client : elsewhere)),
  );
  assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1);
  assert.equal(await count('chain_addresses'), before + 1);
});

test('the same customer reference at another PSP is another customer', async () => {
  const { clientId, clientSecret } = await createPsp(here.platform, 'Somebody else');
  const unknownSpend = await merchantClient(here, { clientId, clientSecret });
  const [ours, theirs] = [await ask('LTC', 'shared'), await ask('LTC', 'shared', unknownSpend)];
  assert.notEqual(theirs.customer_deposit_wallet_address, ours.customer_deposit_wallet_address);
});

test('the latest customer details are stored', async () => {
  const { customer_deposit_wallet_address_id: id } = await ask('BTC', '🦊 customer');
  const renamed = { ...customer, customer_reference_id: '🦊 customer', customer_last_name: 'Sousa Lima' };
  const answer = await client.post('/deposit/address/BTC', { customer_details: renamed });
  assert.equal(answer.json().customer_deposit_wallet_address_id, id);
  const [row] = await here.sql`select customer_last_name from merchant.deposit_addresses where id = ${id}`;
  assert.equal(row?.['customer_last_name'], 'Sousa Lima');
});

test('the customer’s IP address may be omitted, and an earlier one is kept', async () => {
  const { customer_ip_address: ip, ...without } = { ...customer, customer_reference_id: 'no address' };
  const ipOf = async (id: string): Promise<unknown> => {
    const [row] = await here.sql`select customer_ip_address from merchant.deposit_addresses where id = ${id}`;
    return row?.['customer_ip_address'];
  };
  const answer = await client.post('/deposit/address/BTC', { customer_details: without });
  assert.equal(answer.statusCode, 200, answer.body);
  const { customer_deposit_wallet_address_id: id } = answer.json() as DepositAddress;
  assert.equal(await ipOf(id), null);
  await client.post('/deposit/address/BTC', { customer_details: { ...without, customer_ip_address: ip } });
  await client.post('/deposit/address/BTC', { customer_details: without });
  assert.equal(await ipOf(id), ip);
});

test('no address is given out before its chain is read, because earlier coins would never be seen', async () => {
  const chains = await openChains(here.platform, here.platform.settings);
  const { firstHeight: _, ...fromNow } = chains.get('BTC');
  const context = { ...here.platform, chains: listChains([fromNow]) };
  const input = { pspId: 1, coin: 'BTC', customer: { ...customer, customer_reference_id: 'early' } } as const;
  await here.sql`delete from merchant.chain_states where coin = 'BTC'`;
  const assign = (): Promise<unknown> =>
    transaction(here.sql, (tx) => assignDepositAddress(tx, context, input));
  await assert.rejects(assign, { code: 'node_unavailable' });
  const driven = await openStepwiseChain(here, { coin: 'BTC' });
  await driven.read();
  await driven.close();
  await assign();
});

test('the coin in the body may be omitted, and otherwise must match the path', async () => {
  const same = await client.post('/deposit/address/ETH', {
    cryptocurrency_code: 'ETH',
    customer_details: customer,
  });
  assert.equal(same.statusCode, 200, same.body);
  const before = await count('deposit_addresses');
  const other = await client.post('/deposit/address/ETH', {
    cryptocurrency_code: 'BTC',
    customer_details: { ...customer, customer_reference_id: 'confused' },
  });
  assert.equal(other.statusCode, 400);
  assert.equal(other.json().errors[0].field, 'cryptocurrency_code');
  assert.equal(await count('deposit_addresses'), before);
});

test('an unknown coin returns not_found and gets no address', async () => {
  const before = await count('deposit_addresses');
  const unknown = await client.post('/deposit/address/DOGE', { customer_details: customer });
  assert.deepEqual([unknown.statusCode, unknown.json().code], [404, 'not_found']);
  assert.equal(await count('deposit_addresses'), before);
});

test('an idempotency key cannot be used for a second customer', async () => {
  const key = { 'idempotency-key': 'an address' };
  const body = { customer_details: { ...customer, customer_reference_id: 'keyed' } };
  const first = await client.post('/deposit/address/BCH', body, key);
  const second = await elsewhere.post('/deposit/address/BCH', body, key);
  assert.equal(second.headers['idempotency-replayed'], 'true');
  assert.deepEqual(second.json(), first.json());
  const other = await client.post('/deposit/address/BCH', { customer_details: customer }, key);
  assert.deepEqual([other.statusCode, other.json().code], [409, 'idempotency_key_reused']);
});

test('the address has the format of the network', async () => {
  const { customer_deposit_wallet_address: address } = await ask('BTC', 'curious');
  assert.equal(address.slice(0, 4), newWallet('BTC').slice(0, 4));
});

test('the deposit mode command accepts an existing PSP and a known mode, and nothing else', async () => {
  const [command] = depositCommands;
  const lines: string[] = [];
  const run = async (...positionals: string[]): Promise<void> =>
    command?.run(here.platform, { values: { by: await addStaff(here.platform) }, positionals }, (line) =>
      lines.push(line),
    );
  await run('1', 'hold');
  const [psp] = await here.sql`select deposit_mode from merchant.psps where id = 1`;
  assert.equal(psp?.['deposit_mode'], 'hold');
  await run('1', 'sell');
  assert.deepEqual(lines, [
    'Deposits of PSP 1 are held from now on.',
    'Deposits of PSP 1 are sold from now on.',
  ]);
  for (const wrong of [['1', 'burn'], ['one', 'sell'], ['1'], []]) {
    await assert.rejects(async () => run(...wrong), /sell or hold/);
  }
  await assert.rejects(async () => run('99999', 'sell'), /no PSP 99999/);
});
