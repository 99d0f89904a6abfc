import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import { newId } from '../../../platform/ids.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { ProblemError } from '../../../platform/problem.ts';
import { allSettings } from '../../../app.ts';
import { readSettings } from '../../../platform/settings.ts';
import type { Rates } from '../rates/rates.ts';
import { parseToken } from './conversion-token.rules.ts';
import { sweepConversions } from './conversion.jobs.ts';
import { createConversion, type Conversion, type ConversionInput } from './create-conversion.ts';
import { openQuoteWriter } from './write-quotes.ts';
import { spendConversion } from './spend-conversion.ts';

let database: TestDatabase;
let here: TestApp;
let there: TestApp;
let client: MerchantClient;

before(async () => {
  database = await createTestDatabase();
  [here, there] = await Promise.all([openMerchantApp({ database }), openMerchantApp({ database })]);
  client = await merchantClient(here);
});
after(async () => {
  await here.close();
  await there.close();
  await database.drop();
});

const rates: Pick<Rates, 'bestForWithdraw' | 'bestForDeposit'> = {
  bestForWithdraw: (pair) => (pair === 'BTCEUR' ? 5_785_702_000_000n : 200_000_000n),
  bestForDeposit: (pair) => (pair === 'BTCEUR' ? 5_670_120_000_000n : 190_000_000n),
};
const settings = readSettings(allSettings, { environment: {} });

const whole = { currency_pair: 'BTCEUR', transaction_type: 'WITHDRAW', money_amount: '50' };
const quote = (input: ConversionInput, pspId = 1): Promise<Conversion> =>
  createConversion(
    openQuoteWriter({ ...here.platform, settings }),
    { ...here.platform, settings, rates },
    pspId,
    input,
  );
const spend = (token: string, pspId = 1): Promise<unknown> =>
  transaction(here.sql, (tx) => spendConversion(tx, here.platform, { pspId, token, orderId: newId() }));
const refusedWith = (code: string) => (error: unknown) =>
  error instanceof ProblemError && error.code === code;

test('a merchant buys at the best rate for withdraw and sells at the best rate for deposit', async () => {
  const bought = await quote({
    currency_pair: 'BTCEUR',
    transaction_type: 'WITHDRAW',
    cryptocurrency_amount: '0.1',
  });
  assert.deepEqual([bought.cryptocurrency_amount, bought.transaction_total], ['0.10000000', '5785.71']);
  const sold = await quote({
    currency_pair: 'BTCEUR',
    transaction_type: 'DEPOSIT',
    cryptocurrency_amount: 0.1,
  });
  assert.deepEqual([sold.cryptocurrency_amount, sold.transaction_total], ['0.10000000', '5670.12']);
  const spent = await quote({ currency_pair: 'BTCEUR', transaction_type: 'WITHDRAW', money_amount: 25 });
  assert.deepEqual([spent.cryptocurrency_amount, spent.transaction_total], ['0.00043209', '25.00']);
  const ripple = await quote({
    currency_pair: 'XRPEUR',
    transaction_type: 'WITHDRAW',
    money_amount: '25.01',
  });
  assert.deepEqual([ripple.cryptocurrency_amount, ripple.transaction_total], ['12.505000', '25.01']);
});

test('a quote has exactly four fields, expires in 60 s, and stores no secret in the database', async () => {
  const beforeMs = here.clock.nowMs();
  const answer = await client.post('/conversions', {
    currency_pair: 'BTCEUR',
    transaction_type: 'WITHDRAW',
    money_amount: '100',
    unknown: 'ignored',
  });
  assert.equal(answer.statusCode, 200);
  const body = answer.json() as Conversion;
  assert.deepEqual(Object.keys(body), [
    'cryptocurrency_amount',
    'transaction_total',
    'conversion_token',
    'conversion_token_expiration_time',
  ]);
  assert.equal(body.transaction_total, '100.00');
  const endMs = Date.parse(body.conversion_token_expiration_time);
  assert.ok(endMs >= beforeMs + 60_000 && endMs <= here.clock.nowMs() + 60_000, String(endMs - beforeMs));
  const parts = parseToken(body.conversion_token);
  assert.ok(parts);
  assert.equal(parts.secret.length, 32);
  const [row] = await here.sql<{ text: string }[]>`
    select conversions::text as text from merchant.conversions where id = ${parts.id}`;
  assert.ok(row && !row.text.includes(parts.secret.toString('hex')));
});

test('simultaneous quotes are all stored, each with its own amounts', async () => {
  const asked = Array.from({ length: 700 }, (_, index) => `${index + 10}.01`);
  const save = openQuoteWriter({ ...here.platform, settings });
  const given = await Promise.all(
    asked.map((amount) =>
      createConversion(save, { ...here.platform, settings, rates }, 1, {
        currency_pair: 'BTCEUR',
        transaction_type: 'WITHDRAW',
        money_amount: amount,
      }),
    ),
  );
  assert.deepEqual(
    given.map((conversion) => conversion.transaction_total),
    asked,
  );
  for (const index of [0, 1, 499, 500, 699]) {
    const spent = await spend(given[index]?.conversion_token ?? '');
    assert.equal((spent as { euroAmountMinor: bigint }).euroAmountMinor, BigInt(index + 10) * 100n + 1n);
  }
});

test('a quote that cannot be stored returns no token, and later quotes succeed', async () => {
  await here.sql`alter table merchant.conversions rename to conversions_away`;
  const answers = await Promise.all(Array.from({ length: 5 }, () => client.post('/conversions', whole)));
  await here.sql`alter table merchant.conversions_away rename to conversions`;
  for (const answer of answers) assert.equal(answer.statusCode, 500);
  assert.equal((await client.post('/conversions', whole)).statusCode, 200);
});

test('a token is spent once', async () => {
  const { conversion_token: token } = await quote({
    currency_pair: 'BTCEUR',
    transaction_type: 'WITHDRAW',
    money_amount: '50',
  });
  const spent = await spend(token);
  assert.deepEqual(spent, {
    pair: 'BTCEUR',
    type: 'WITHDRAW',
    coinAmountMinor: 86_419n,
    euroAmountMinor: 5000n,
    price: 5_785_702_000_000n,
  });
  await assert.rejects(spend(token), refusedWith('conversion_token_used'));
});

test('a rolled back transaction has not spent the token', async () => {
  const { conversion_token: token } = await quote({
    currency_pair: 'BTCEUR',
    transaction_type: 'WITHDRAW',
    money_amount: '50',
  });
  const failure = new Error('later in the transaction');
  await assert.rejects(
    transaction(here.sql, async (tx) => {
      await spendConversion(tx, here.platform, { pspId: 1, token, orderId: newId() });
      throw failure;
    }),
    failure,
  );
  await spend(token);
});

test('expired, foreign, forged and unknown tokens return different errors only where that reveals nothing', async () => {
  const input = { currency_pair: 'BTCEUR', transaction_type: 'WITHDRAW', money_amount: '50' } as const;
  const { conversion_token: foreign } = await quote(input, 2);
  await assert.rejects(spend(foreign, 1), refusedWith('conversion_token_not_found'));
  await spend(foreign, 2);
  await assert.rejects(spend(foreign, 1), refusedWith('conversion_token_not_found'));
  const { conversion_token: token } = await quote(input);
  const forged = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A');
  for (const unknown of [forged, 'x'.repeat(64), 'nonsense', '', '\u0000']) {
    await assert.rejects(spend(unknown), refusedWith('conversion_token_not_found'));
  }
  const { conversion_token: used } = await quote(input);
  await spend(used);
  here.clock.offsetMs += 59_000;
  await spend(token);
  const { conversion_token: late } = await quote(input);
  here.clock.offsetMs += 60_000;
  await assert.rejects(spend(late), refusedWith('conversion_token_expired'));
  await assert.rejects(spend(used), refusedWith('conversion_token_used'));
});

const { money_amount: _, ...neither } = whole;
const refusals: [string, object, number, string][] = [
  ['both amounts', { ...whole, cryptocurrency_amount: '1' }, 400, 'cryptocurrency_amount'],
  ['no amount', neither, 400, 'cryptocurrency_amount'],
  ['a third decimal of a euro', { ...whole, money_amount: '50.001' }, 400, 'money_amount'],
  [
    'a ninth decimal of a coin',
    { ...neither, cryptocurrency_amount: '0.100000001' },
    400,
    'cryptocurrency_amount',
  ],
  [
    'a seventh decimal of XRP',
    { ...neither, currency_pair: 'XRPEUR', cryptocurrency_amount: '5.0000001' },
    400,
    'cryptocurrency_amount',
  ],
  ['zero', { ...whole, money_amount: 0 }, 400, 'money_amount'],
  ['a negative amount', { ...whole, money_amount: -5 }, 400, 'money_amount'],
  ['an exponent', { ...whole, money_amount: '1e3' }, 400, 'money_amount'],
  ['words', { ...whole, money_amount: 'fifty' }, 400, 'money_amount'],
  ['a list', { ...whole, money_amount: ['50'] }, 400, 'money_amount'],
  ['too little', { ...whole, money_amount: '0.01' }, 400, 'money_amount'],
  ['too much', { ...neither, cryptocurrency_amount: '100.00000001' }, 400, 'cryptocurrency_amount'],
  ['another type', { ...whole, transaction_type: 'SWAP' }, 400, 'transaction_type'],
  ['no pair', { transaction_type: 'WITHDRAW', money_amount: '50' }, 400, 'currency_pair'],
];
for (const [name, body, status, field] of refusals) {
  test(`a conversion with ${name} is rejected with the field name`, async () => {
    const answer = await client.post('/conversions', body);
    assert.deepEqual([answer.statusCode, answer.json().errors?.[0]?.field], [status, field], answer.body);
  });
}

test('an unknown pair returns not_found', async () => {
  assert.equal((await client.post('/conversions', { ...whole, currency_pair: 'DOGEEUR' })).statusCode, 404);
});

test('without a fresh price there is no quote', async () => {
  const unavailable = new Error('rate_unavailable');
  const dead: typeof rates = {
    ...rates,
    bestForWithdraw() {
      throw unavailable;
    },
  };
  await assert.rejects(
    createConversion(
      openQuoteWriter({ ...here.platform, settings }),
      { ...here.platform, settings, rates: dead },
      1,
      {
        currency_pair: 'BTCEUR',
        transaction_type: 'WITHDRAW',
        money_amount: '50',
      },
    ),
    unavailable,
  );
});

test('a retry with the same key returns the same quote from another process', async () => {
  const elsewhere = await merchantClient(there);
  const first = await client.post('/conversions', whole, { 'idempotency-key': 'quote' });
  const again = await elsewhere.post('/conversions', whole, { 'idempotency-key': 'quote' });
  assert.equal(again.headers['idempotency-replayed'], 'true');
  assert.deepEqual(again.json(), first.json());
  const other = await client.post(
    '/conversions',
    { ...whole, money_amount: '51' },
    { 'idempotency-key': 'quote' },
  );
  assert.equal(other.json().code, 'idempotency_key_reused');
});

test('quotes are deleted a day after they expire, and not earlier', async () => {
  const { conversion_token: token } = await quote({
    currency_pair: 'BTCEUR',
    transaction_type: 'WITHDRAW',
    money_amount: '50',
  });
  here.clock.offsetMs += 24 * 3_600_000 + 50_000;
  await sweepConversions(here.platform);
  await assert.rejects(spend(token), refusedWith('conversion_token_expired'));
  here.clock.offsetMs += 20_000;
  await sweepConversions(here.platform);
  await assert.rejects(spend(token), refusedWith('conversion_token_not_found'));
  assert.equal((await here.sql`select 1 from merchant.conversions`).length, 0);
});
