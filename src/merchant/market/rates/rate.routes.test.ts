import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { merchantClient, merchantToken, type MerchantClient } from '../../../../test/support/merchant.ts';
import { until } from '../../../../test/support/process.ts';
import { pairCodes } from '../../assets/asset.rules.ts';
import { shownDecimalsOf } from './rate.rules.ts';

let testApp: TestApp;
let client: MerchantClient;

before(async () => {
  testApp = await openMerchantApp();
  client = await merchantClient(testApp);
});
after(() => testApp.close());

const decimalsOf = (text: string): number => /\.(\d+)$/.exec(text)?.[1]?.length ?? 0;

for (const pair of pairCodes) {
  test(`${pair} has a current and two best rates, by POST and by GET`, async () => {
    for (const ask of [client.post, client.get]) {
      const answers = await Promise.all(
        ['', '/withdraw', '/deposit'].map((path) => ask(`/rates/${pair}${path}`)),
      );
      const [current, withdraw, deposit] = answers.map((answer) => {
        assert.equal(answer.statusCode, 200, answer.body);
        assert.match(String(answer.headers['content-type']), /^application\/json/);
        return answer.json<Record<string, number>>();
      });
      assert.ok(current && withdraw && deposit);
      assert.deepEqual(Object.keys(current), ['buy_price', 'currency_pair', 'sell_price']);
      assert.deepEqual(Object.keys(withdraw), ['currency_pair', 'buy_price']);
      assert.deepEqual(Object.keys(deposit), ['currency_pair', 'sell_price']);
      for (const body of [current, withdraw, deposit]) assert.equal(body['currency_pair'], pair);
      const [buy = 0, best = 0, bestSell = 0, sell = 0] = [
        current['buy_price'],
        withdraw['buy_price'],
        deposit['sell_price'],
        current['sell_price'],
      ];
      assert.ok(
        buy >= best && best > bestSell && bestSell >= sell && sell > 0,
        `${buy} ${best} ${bestSell} ${sell}`,
      );
      for (const answer of answers) {
        for (const [, price = ''] of answer.body.matchAll(/_price":([\d.]+)/g))
          assert.equal(decimalsOf(price), shownDecimalsOf(pair));
      }
    }
  });
}

test('the body of a rate request is ignored', async () => {
  const token = await merchantToken(testApp);
  const sent: [type: string, payload: string][] = [
    ['application/json', '{broken'],
    ['application/json', '{"currency_pair":"XRPEUR"}'],
    ['text/plain', 'hello'],
    ['application/x-www-form-urlencoded', 'a=b'],
  ];
  for (const [type, payload] of sent) {
    const answer = await testApp.app.inject({
      method: 'POST',
      url: '/merchant/rates/BTCEUR',
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      payload,
    });
    assert.deepEqual([answer.statusCode, answer.json().currency_pair], [200, 'BTCEUR'], `${type} ${payload}`);
  }
});

test('an unknown pair returns not_found', async () => {
  for (const code of ['BTCUSD', 'btceur', 'EURBTC', 'x', '__proto__']) {
    for (const path of ['', '/withdraw', '/deposit', '/history']) {
      const answer = await client.get(`/rates/${code}${path}`);
      assert.deepEqual([answer.statusCode, answer.json().code], [404, 'not_found'], `${code}${path}`);
    }
  }
});

test('reading a rate sends no database query', async () => {
  let taken = 0;
  testApp.sql.pool.on('acquire', () => (taken += 1));
  for (let count = 0; count < 200; count++) await client.get('/rates/BTCEUR');
  // Other parts of this process query the database occasionally.
  assert.ok(taken < 20, `${taken} connections were taken for 200 requests`);
});

test('after a clock change by hours, a fresh rate is available at once', async () => {
  await testApp.start();
  const isHeard = async (sinceMs: number): Promise<boolean> => {
    const [row] = await testApp.sql<{ oldest: Date | null }[]>`
      select min(received_at) as oldest from merchant.rate_books`;
    return (row?.oldest?.getTime() ?? 0) >= sinceMs;
  };
  await until(() => isHeard(0), 'the first prices');
  const before = (await client.get('/rates/BTCEUR')).body;
  testApp.clock.offsetMs += 6 * 3_600_000;
  const movedMs = testApp.clock.nowMs();
  const moved = await merchantClient(testApp);
  const answer = await moved.get('/rates/BTCEUR');
  assert.equal(answer.statusCode, 200);
  assert.notEqual(answer.body, before);
  await until(() => isHeard(movedMs), 'prices of the new time');
  client = moved;
});

test('without a fresh price, the answer is 503 rate_unavailable with retry-after', async () => {
  const silent = await openMerchantApp({ settings: { RATE_VENUES: 'kraken,bitstamp' } });
  try {
    const asking = await merchantClient(silent);
    for (const path of ['', '/withdraw', '/deposit']) {
      for (const answer of [
        await asking.post(`/rates/ETHEUR${path}`),
        await asking.get(`/rates/ETHEUR${path}`),
      ]) {
        assert.deepEqual([answer.statusCode, answer.json().code], [503, 'rate_unavailable']);
        assert.equal(answer.headers['retry-after'], '2');
      }
    }
    const quote = { currency_pair: 'ETHEUR', transaction_type: 'WITHDRAW', money_amount: '25.00' };
    assert.equal((await asking.post('/conversions', quote)).json().code, 'rate_unavailable');
  } finally {
    await silent.close();
  }
});

test('the spread follows the setting', async () => {
  const wide = await openMerchantApp({ settings: { RATE_SPREAD_BPS: '1000' } });
  try {
    const { buy_price, sell_price } = (await (await merchantClient(wide)).get('/rates/BTCEUR')).json();
    assert.ok(buy_price / sell_price > 1.2 && buy_price / sell_price < 1.25);
  } finally {
    await wide.close();
  }
});
