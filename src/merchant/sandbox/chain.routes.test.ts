import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, productionSettings, type TestApp } from '../../../test/support/app.ts';
import { merchantClient, type MerchantClient } from '../../../test/support/merchant.ts';
import { coinCodes } from '../assets/asset.rules.ts';
import { getSandboxWallet } from '../chains/simulated/wallet/sandbox-wallet.ts';

let testApp: TestApp;
let client: MerchantClient;
before(async () => {
  testApp = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  client = await merchantClient(testApp);
});
after(() => testApp.close());

const btc = getSandboxWallet('BTC').addresses.derive(0, 3).address;
const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
  const answer = await client.post(`/sandbox/chains/${path}`, body, headers);
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
};
const chainOf = async (code: string) => (await client.get(`/sandbox/chains/${code}`)).json();
const faultsOf = (answer: { status: number; body: { errors?: { field: string; code: string }[] } }) => [
  answer.status,
  ...(answer.body.errors ?? []).map(({ field, code }) => `${field} ${code}`),
];

test('coins are sent, seen in the mempool, mined and reorganised', async () => {
  for (const coin of coinCodes) {
    const { address, destinationTag } = getSandboxWallet(coin).addresses.derive(0, 3);
    const before = await chainOf(coin);
    const sent = await post(`${coin}/send`, {
      address,
      ...(destinationTag === null ? {} : { destination_tag: destinationTag }),
      cryptocurrency_amount: '1.25',
    });
    assert.equal(sent.status, 200, JSON.stringify(sent.body));
    const { blockchain_transaction_id: id, fee } = sent.body;
    const amount = coin === 'XRP' ? '1.250000' : '1.25000000';
    assert.deepEqual(sent.body, {
      blockchain_transaction_id: id,
      cryptocurrency_code: coin,
      address,
      destination_tag: destinationTag,
      cryptocurrency_amount: amount,
      fee,
    });
    const waiting = await chainOf(coin);
    assert.deepEqual([waiting.height, waiting.mempool_count], [before.height, 1]);
    assert.equal(waiting.mempool[0].blockchain_transaction_id, id);
    assert.deepEqual(waiting.mempool[0].outputs, [
      { address, destination_tag: destinationTag, cryptocurrency_amount: amount },
    ]);
    const mined = await post(`${coin}/mine`, { blocks: 2 });
    assert.deepEqual(mined.body, {
      cryptocurrency_code: coin,
      height: before.height + 2,
      hash: mined.body.hash,
      mined: [id],
    });
    const reorganised = await post(`${coin}/reorganise`, { depth: 2 });
    assert.deepEqual(reorganised.body, {
      cryptocurrency_code: coin,
      height: before.height + 3,
      hash: reorganised.body.hash,
      returned: [id],
      dropped: [],
    });
    assert.equal((await chainOf(coin)).mempool_count, 1);
    await post(`${coin}/mine`, { blocks: 1 });
    const dropping = await post(`${coin}/reorganise`, { depth: 1, drop: [id] });
    assert.deepEqual([dropping.body.returned, dropping.body.dropped], [[], [id]]);
    assert.equal((await chainOf(coin)).mempool_count, 0);
  }
});

test('a transaction is replaced by one with a higher fee', async () => {
  const first = await post('BTC/send', { address: btc, cryptocurrency_amount: '0.1', fee: '0.0001' });
  const { blockchain_transaction_id: replaces } = first.body;
  const cheap = await post('BTC/send', {
    address: btc,
    cryptocurrency_amount: '0.1',
    fee: '0.0001',
    replaces,
  });
  assert.deepEqual(faultsOf(cheap), [400, 'fee refused']);
  const second = await post('BTC/send', { address: btc, cryptocurrency_amount: 0.1, replaces });
  assert.deepEqual([second.status, second.body.fee], [200, '0.00020000']);
  const { mempool } = await chainOf('BTC');
  assert.deepEqual(
    mempool.map((one: { blockchain_transaction_id: string }) => one.blockchain_transaction_id),
    [second.body.blockchain_transaction_id],
  );
  const unknown = await post('BTC/send', { address: btc, cryptocurrency_amount: '0.1', replaces });
  assert.deepEqual(faultsOf(unknown), [400, 'replaces unknown']);
  await post('BTC/mine', { blocks: 1 });
});

test('a transaction below the minimum fee rate waits until it is replaced or the minimum falls', async () => {
  const set = await post('LTC/fee-rate', { minimum_fee_rate: 30_000 });
  assert.deepEqual(set.body, { cryptocurrency_code: 'LTC', minimum_fee_rate: 30_000 });
  assert.equal((await chainOf('LTC')).minimum_fee_rate, 30_000);
  const address = getSandboxWallet('LTC').addresses.derive(0, 3).address;
  const send = (more: object) => post('LTC/send', { address, cryptocurrency_amount: '1', ...more });
  const cheap = await send({ fee: '0.00001' });
  const dear = await send({ fee: '0.00004' });
  const mined = async () => (await post('LTC/mine', { blocks: 1 })).body.mined;
  assert.deepEqual(await mined(), [dear.body.blockchain_transaction_id]);
  assert.deepEqual(await mined(), []);
  const raised = await send({ fee: '0.00004', replaces: cheap.body.blockchain_transaction_id });
  assert.deepEqual(await mined(), [raised.body.blockchain_transaction_id]);
  const last = await send({ fee: '0.00001' });
  await post('LTC/fee-rate', { minimum_fee_rate: 0 });
  assert.deepEqual(await mined(), [last.body.blockchain_transaction_id]);
});

test('repeated fee doubling stops at the maximum, after which the transaction cannot be replaced', async () => {
  for (const coin of ['BTC', 'ETH'] as const) {
    const address = getSandboxWallet(coin).addresses.derive(0, 7).address;
    const payment = { address, cryptocurrency_amount: '1' };
    const first = await post(`${coin}/send`, { ...payment, fee: '600000000000' });
    const second = await post(`${coin}/send`, {
      ...payment,
      replaces: first.body.blockchain_transaction_id,
    });
    assert.match(String(second.body.fee), /^1000000000000\.0+$/);
    const before = await chainOf(coin);
    const again = { ...payment, replaces: second.body.blockchain_transaction_id };
    assert.deepEqual(faultsOf(await post(`${coin}/send`, again)), [400, 'replaces too_large']);
    assert.deepEqual(faultsOf(await post(`${coin}/send`, { ...again, fee: '1000000000000' })), [
      400,
      'fee refused',
    ]);
    assert.deepEqual(await chainOf(coin), before);
    await post(`${coin}/mine`, { blocks: 1 });
  }
});

test('requests with the same idempotency key send, mine and reorganise once', async () => {
  const key = { 'idempotency-key': 'send-once' };
  const body = { address: btc, cryptocurrency_amount: '0.5' };
  const [one, other] = [await post('BTC/send', body, key), await post('BTC/send', body, key)];
  assert.deepEqual(other.body, one.body);
  assert.equal(other.headers['idempotency-replayed'], 'true');
  assert.equal((await chainOf('BTC')).mempool_count, 1);
  const mine = { 'idempotency-key': 'mine-once' };
  const blocks = [await post('BTC/mine', { blocks: 3 }, mine), await post('BTC/mine', { blocks: 3 }, mine)];
  assert.deepEqual(blocks[1]?.body, blocks[0]?.body);
  const again = { 'idempotency-key': 'reorganise-once' };
  const tips = [
    await post('BTC/reorganise', { depth: 1 }, again),
    await post('BTC/reorganise', { depth: 1 }, again),
  ];
  assert.deepEqual(tips[1]?.body, tips[0]?.body);
  assert.equal((await chainOf('BTC')).height, tips[0]?.body.height);
});

test('malformed input is refused with the name of its field, and nothing is sent', async () => {
  const before = await Promise.all(coinCodes.map(chainOf));
  const send = (body: object, coin = 'BTC') => post(`${coin}/send`, body).then(faultsOf);
  const good = { address: btc, cryptocurrency_amount: '1' };
  assert.deepEqual(await send({ ...good, address: 'nonsense' }), [400, 'address malformed']);
  assert.deepEqual(await send({ ...good, address: `${btc.slice(0, -1)}q` }), [400, 'address bad_checksum']);
  assert.deepEqual(await send({ ...good, address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' }), [
    400,
    'address wrong_network',
  ]);
  assert.deepEqual(await send(good, 'ETH'), [400, 'address wrong_coin']);
  assert.deepEqual(await send({ ...good, destination_tag: '1' }), [400, 'destination_tag tag_not_taken']);
  const xrp = { address: getSandboxWallet('XRP').addresses.account, cryptocurrency_amount: '1' };
  assert.deepEqual(await send({ ...xrp, destination_tag: 'x' }, 'XRP'), [400, 'destination_tag bad_tag']);
  assert.deepEqual(await send({ ...xrp, cryptocurrency_amount: '0.0000001', destination_tag: 1 }, 'XRP'), [
    400,
    'cryptocurrency_amount too_precise',
  ]);
  assert.deepEqual(await send({ ...good, cryptocurrency_amount: '0.000000001' }), [
    400,
    'cryptocurrency_amount too_precise',
  ]);
  for (const [amount, code] of [
    ['0', 'too_small'],
    ['-1', 'malformed'],
    ['1e3', 'malformed'],
    ['', 'malformed'],
    ['1000000000001', 'too_large'],
    ['🪙', 'malformed'],
  ]) {
    assert.deepEqual(await send({ ...good, cryptocurrency_amount: amount }), [
      400,
      `cryptocurrency_amount ${code}`,
    ]);
  }
  assert.deepEqual(await send({ ...good, fee: '0.000000001' }), [400, 'fee too_precise']);
  assert.deepEqual(await send({ ...good, fee: '0.00000001' }), [400, 'fee refused']);
  assert.deepEqual(faultsOf(await post('LTC/reorganise', { depth: 100 })), [400, 'depth too_large']);
  assert.deepEqual(faultsOf(await post('BTC/reorganise', { depth: 1, drop: ['f'.repeat(64)] })), [
    400,
    'drop.0 unknown',
  ]);
  assert.deepEqual(await Promise.all(coinCodes.map(chainOf)), before);
});

test('XRP can be sent without a tag, with a tag, or to an X-address', async () => {
  const { account } = getSandboxWallet('XRP').addresses;
  const untagged = await post('XRP/send', { address: account, cryptocurrency_amount: '20' });
  assert.deepEqual([untagged.status, untagged.body.destination_tag], [200, null]);
  const tagged = await post('XRP/send', {
    address: account,
    destination_tag: 4294967295,
    cryptocurrency_amount: '20',
  });
  assert.deepEqual([tagged.status, tagged.body.destination_tag], [200, '4294967295']);
  const inside = await post('XRP/send', {
    address: 'T77wVQzA8ntj9wvCTNiQpNYLT5hmhR9kej6uxm4jGcQD7rZ',
    cryptocurrency_amount: '20',
  });
  assert.deepEqual(
    [inside.body.address, inside.body.destination_tag],
    ['rpZc4mVfWUif9CRoHRKKcmhu1nx2xktxBo', '58'],
  );
});

test('an unknown coin returns not_found', async () => {
  for (const code of ['DOGE', 'btc', 'EUR', '%F0%9F%AA%99']) {
    assert.equal((await client.get(`/sandbox/chains/${code}`)).statusCode, 404);
    assert.equal((await post(`${code}/mine`, { blocks: 1 })).status, 404);
    assert.equal((await post(`${code}/send`, { address: btc, cryptocurrency_amount: '1' })).status, 404);
    assert.equal((await post(`${code}/reorganise`, { depth: 1 })).status, 404);
    assert.equal((await post(`${code}/fee-rate`, { minimum_fee_rate: 1 })).status, 404);
  }
});

test('production has no simulated chains and none of these routes', async () => {
  const production = await openMerchantApp({ settings: { ...productionSettings, RATE_VENUES: 'simulated' } });
  try {
    for (const [method, path] of [
      ['GET', 'BTC'],
      ['POST', 'BTC/send'],
      ['POST', 'BTC/mine'],
      ['POST', 'BTC/reorganise'],
      ['POST', 'BTC/fee-rate'],
    ] as const) {
      const answer = await production.app.inject({ method, url: `/merchant/sandbox/chains/${path}` });
      assert.equal(answer.statusCode, 404);
    }
    const [row] = await production.sql<{ count: bigint }[]>`select count(*) from merchant.simulated_chains`;
    assert.equal(row?.count, 0n);
  } finally {
    await production.close();
  }
});
