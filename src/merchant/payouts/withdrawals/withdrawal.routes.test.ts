import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { classicAddressToXAddress } from 'ripple-address-codec';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import {
  customer,
  listArrivals,
  mine,
  newWallet,
  readAccounts,
  untilFunded,
  untilOrder,
} from '../../../../test/support/coins.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import { coinCodes, type CoinCode } from '../../assets/asset.rules.ts';
import { createPsp } from '../../access/credentials/manage-credentials.ts';

let here: TestApp;
let client: MerchantClient;

before(async () => {
  here = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  client = await merchantClient(here);
  await here.start();
  await untilFunded(here.sql);
});
after(() => here.close());

const amounts: Record<CoinCode, string> = { BTC: '0.005', BCH: '0.5', LTC: '2', ETH: '0.1', XRP: '50' };

async function quote(coin: CoinCode, type = 'WITHDRAW', by = client, amount = amounts[coin]) {
  const answer = await by.post('/conversions', {
    currency_pair: `${coin}EUR`,
    transaction_type: type,
    cryptocurrency_amount: amount,
  });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json() as {
    conversion_token: string;
    transaction_total: string;
    cryptocurrency_amount: string;
  };
}

const bodyOf = (token: string, address: string, extra: object = {}) => ({
  withdrawalData: {
    conversion_token: token,
    customer_wallet_address: address,
    customer_details: customer,
    ...extra,
  },
});

/** Counts the traces of a withdrawal. A refused one leaves no order, payout or movement, and its quote stays valid. */
async function traces(): Promise<unknown> {
  const [counts] = await here.sql`
    select (select count(*) from merchant.orders)::int as orders, (select count(*) from merchant.payouts)::int as payouts,
      (select count(*) from merchant.ledger_movements where kind = 'withdrawal')::int as movements,
      (select count(*) from merchant.conversions where order_id is not null)::int as spent`;
  return counts;
}

for (const coin of coinCodes) {
  test(`a withdrawal of ${coin} charges the quoted euros and pays the quoted coins once`, async () => {
    const quoted = await quote(coin);
    const wallet = newWallet(coin);
    const tag = coin === 'XRP' ? { destination_tag: '77' } : {};
    const accounts = await readAccounts(here.sql);
    const answer = await client.post('/withdrawals', bodyOf(quoted.conversion_token, wallet, tag));
    assert.equal(answer.statusCode, 200, answer.body);
    const { order_id: id, network_fee: estimate, ...rest } = answer.json();
    assert.match(estimate, /^\d+\.\d\d$/);
    assert.deepEqual(rest, { order_type: 'WITHDRAW', order_status: 'PROCESSING', order_hold: null });
    const sent = await untilOrder(
      client,
      id,
      (order) => order.blockchain_transaction_id !== null,
      'was sent',
    );
    assert.equal(sent.order_status, 'PROCESSING');
    await mine(client, coin, 12);
    const done = await untilOrder(client, id, (order) => order.order_status !== 'PROCESSING', 'ended');
    assert.equal(done.order_status, 'COMPLETED');
    assert.equal(done.order_amount, quoted.cryptocurrency_amount);
    assert.equal(done.order_total, quoted.transaction_total);
    assert.equal(done.customer_wallet_address?.toLowerCase(), wallet.toLowerCase());
    const arrivals = await listArrivals(here.sql, coin, wallet);
    assert.deepEqual(
      arrivals.map((arrival) => [arrival.mined, arrival.transaction_id]),
      [[true, done.blockchain_transaction_id]],
    );
    const now = await readAccounts(here.sql);
    const change = (account: string): bigint => (now.get(account) ?? 0n) - (accounts.get(account) ?? 0n);
    const cents = BigInt(quoted.transaction_total.replace('.', ''));
    assert.match(done.network_fee ?? '', /^\d+\.\d\d$/);
    const feeCents = BigInt((done.network_fee ?? '').replace('.', ''));
    assert.equal(change('psp:1 EUR'), -cents - feeCents);
    assert.equal(change('psp:1:fees EUR'), 0n);
    assert.equal(change('provider:fees EUR'), feeCents);
    assert.equal(change('provider:trading EUR'), cents);
    assert.equal(change(`provider:payouts ${coin}`), 0n);
    const fee = -change(`provider:fees ${coin}`);
    assert.ok(fee > 0n);
    assert.equal(change(`provider:chain ${coin}`), (arrivals[0]?.amount ?? 0n) + fee);
    assert.equal(change(`psp:1 ${coin}`), 0n);
  });
}

test('an XRP withdrawal accepts its tag separately or inside an X-address', async () => {
  const [apart, inside] = [newWallet('XRP'), newWallet('XRP')];
  const given = [
    bodyOf((await quote('XRP')).conversion_token, apart, { destination_tag: 4_294_967_295 }),
    bodyOf((await quote('XRP')).conversion_token, classicAddressToXAddress(inside, 58, true)),
  ];
  const ids: string[] = [];
  for (const body of given) {
    const answer = await client.post('/withdrawals', body);
    assert.equal(answer.statusCode, 200, answer.body);
    ids.push(answer.json().order_id);
  }
  const rows = await here.sql<{ address: string; destination_tag: string }[]>`
    select address, destination_tag from merchant.payouts where order_id = any(${ids}::uuid[]) order by id`;
  assert.deepEqual(
    rows.map((row) => [row.address, row.destination_tag]),
    [
      [apart, '4294967295'],
      [inside, '58'],
    ],
  );
  const shown = await Promise.all(ids.map(async (id) => (await client.get(`/orders/${id}`)).json()));
  assert.deepEqual(
    shown.map((order) => [order.customer_wallet_address, order.destination_tag]),
    rows.map((row) => [row.address, row.destination_tag]),
  );
});

const wallet = newWallet('BTC');
const mistyped = wallet.slice(0, -1) + (wallet.endsWith('q') ? 'p' : 'q');
type Fault = readonly [string, CoinCode, object, string, string];
const faults: readonly Fault[] = [
  [
    'nonsense',
    'BTC',
    { customer_wallet_address: 'to my wallet, please 🙏' },
    'customer_wallet_address',
    'malformed',
  ],
  ['a typing error', 'BTC', { customer_wallet_address: mistyped }, 'customer_wallet_address', 'bad_checksum'],
  [
    'another coin',
    'BTC',
    { customer_wallet_address: newWallet('LTC') },
    'customer_wallet_address',
    'wrong_coin',
  ],
  [
    'the main network',
    'BTC',
    { customer_wallet_address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' },
    'customer_wallet_address',
    'wrong_network',
  ],
  ['a tag where there are none', 'BTC', { destination_tag: '1' }, 'destination_tag', 'tag_not_taken'],
  [
    'a tag that is too large',
    'XRP',
    { customer_wallet_address: newWallet('XRP'), destination_tag: '4294967296' },
    'destination_tag',
    'bad_tag',
  ],
  ...['', '01'].map((tag): Fault => [
    `the tag "${tag}"`,
    'XRP',
    { customer_wallet_address: newWallet('XRP'), destination_tag: tag },
    'destination_tag',
    'bad_tag',
  ]),
];

for (const [what, coin, given, field, code] of faults) {
  test(`${what} is rejected with the field name, and changes nothing`, async () => {
    const { conversion_token: token } = await quote(coin);
    const before = await traces();
    const answer = await client.post('/withdrawals', bodyOf(token, wallet, given));
    assert.equal(answer.statusCode, 400, answer.body);
    const [fault] = answer.json().errors;
    assert.deepEqual([fault.field, fault.code], [`withdrawalData.${field}`, code]);
    assert.deepEqual(await traces(), before);
    const tag = coin === 'XRP' ? { destination_tag: 5 } : {};
    const again = await client.post('/withdrawals', bodyOf(token, newWallet(coin), tag));
    assert.equal(again.statusCode, 200, 'the quote is still good');
  });
}

for (const coin of ['XRP', 'BTC'] as const) {
  test(`rejects an own ${coin} address as the recipient`, async () => {
    const deposit = await client.post(`/deposit/address/${coin}`, { customer_details: customer });
    const { customer_deposit_wallet_address: address, destination_tag: tag } = deposit.json();
    const { conversion_token: token } = await quote(coin);
    const tagged = tag === undefined ? {} : { destination_tag: tag };
    const answer = await client.post('/withdrawals', bodyOf(token, address, tagged));
    assert.equal(answer.statusCode, 400, answer.body);
    assert.equal(answer.json().errors[0].code, 'own_address');
  });
}

test('a quote to sell coins is rejected with the field name, and stays valid for an order', async () => {
  const { conversion_token: token } = await quote('BTC', 'DEPOSIT');
  const before = await traces();
  const answer = await client.post('/withdrawals', bodyOf(token, wallet));
  assert.equal(answer.statusCode, 400);
  assert.equal(answer.json().errors[0].field, 'withdrawalData.conversion_token');
  assert.deepEqual(await traces(), before);
  const order = await client.post('/orders', {
    orderData: { conversion_token: token, customer_details: customer },
  });
  assert.equal(order.statusCode, 200);
});

test('rejects a spent, expired or unknown token with its own error', async () => {
  const { conversion_token: token } = await quote('BTC');
  assert.equal((await client.post('/withdrawals', bodyOf(token, newWallet('BTC')))).statusCode, 200);
  const before = await traces();
  const spent = await client.post('/withdrawals', bodyOf(token, wallet));
  assert.deepEqual([spent.statusCode, spent.json().code], [409, 'conversion_token_used']);
  const unknown = await client.post('/withdrawals', bodyOf('nobody knows this', wallet));
  assert.deepEqual([unknown.statusCode, unknown.json().code], [404, 'conversion_token_not_found']);
  const { conversion_token: old } = await quote('BTC');
  here.clock.offsetMs += 61_000;
  const expired = await client.post('/withdrawals', bodyOf(old, wallet));
  assert.deepEqual([expired.statusCode, expired.json().code], [409, 'conversion_token_expired']);
  assert.deepEqual(await traces(), before);
});

test('fifty simultaneous uses of one quote create one withdrawal', async () => {
  const { conversion_token: token } = await quote('LTC');
  const to = newWallet('LTC');
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => client.post('/withdrawals', bodyOf(token, to))),
  );
  assert.equal(answers.filter((answer) => answer.statusCode === 200).length, 1);
  const [row] = await here.sql<{ count: number }[]>`
    select count(*)::int as count from merchant.payouts where address = ${to}`;
  assert.equal(row?.count, 1);
});

test('an idempotency key returns the same withdrawal again, and is rejected with another address', async () => {
  const { conversion_token: token } = await quote('BTC');
  const to = newWallet('BTC');
  const key = { 'idempotency-key': 'a withdrawal' };
  const first = await client.post('/withdrawals', bodyOf(token, to), key);
  const second = await client.post('/withdrawals', bodyOf(token, to), key);
  assert.equal(second.headers['idempotency-replayed'], 'true');
  assert.deepEqual(second.json(), first.json());
  const other = await client.post('/withdrawals', bodyOf(token, newWallet('BTC')), key);
  assert.deepEqual([other.statusCode, other.json().code], [409, 'idempotency_key_reused']);
});

test('rejects a withdrawal without sufficient balance', async () => {
  const { clientId, clientSecret } = await createPsp(here.platform, 'Somebody else');
  const unknownSpend = await merchantClient(here, { clientId, clientSecret });
  const own = await quote('BTC', 'WITHDRAW', unknownSpend);
  const before = await traces();
  const poor = await unknownSpend.post('/withdrawals', bodyOf(own.conversion_token, wallet));
  assert.deepEqual([poor.statusCode, poor.json().code], [422, 'insufficient_funds']);
  assert.deepEqual(await traces(), before);
});

test('rejects withdrawals with a retry time while no process reads the chain', async () => {
  const { conversion_token: token } = await quote('BCH');
  const before = await traces();
  await here.sql`
    create function public.stop_reading() returns trigger language plpgsql as $$
    begin new.checked_at := clock_timestamp() - interval '3 minutes'; return new; end $$`;
  await here.sql`
    create trigger stop_reading before update on merchant.chain_states
    for each row execute function public.stop_reading()`;
  await here.sql`update merchant.chain_states set coin = coin`;
  const answer = await client.post('/withdrawals', bodyOf(token, newWallet('BCH')));
  await here.sql`drop trigger stop_reading on merchant.chain_states`;
  assert.deepEqual([answer.statusCode, answer.json().code], [503, 'node_unavailable']);
  assert.ok(Number(answer.headers['retry-after']) > 0);
  assert.deepEqual(await traces(), before);
});
