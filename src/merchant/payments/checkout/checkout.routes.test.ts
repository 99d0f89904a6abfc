import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, productionSettings } from '../../../../test/support/app.ts';
import { chainContext } from '../../../../test/support/chain-context.ts';
import { openCheckoutApp, type CheckoutApp } from '../../../../test/support/checkout.ts';
import { merchantClient } from '../../../../test/support/merchant.ts';
import type { Chain } from '../../chains/chain.ts';
import { simulatedNetwork } from '../../chains/simulated/simulated-coin.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import { maximumChoices } from '../facts/payment.rules.ts';
import { findCheckout } from './find-checkout.ts';
import { sendTestCoins } from './send-test-coins.ts';
import { checkoutTexts } from './texts/translations.ts';

let praca: CheckoutApp;
before(async () => {
  praca = await openCheckoutApp();
});
after(() => praca.close());

const secrets = ['ana-77', 'Secretperson', 'secret.example', '203.0.113.77'];
const texts = checkoutTexts.en;
const form = (path: string, fields: Record<string, string>, language = 'en') =>
  praca.app.inject({
    method: 'POST',
    url: path,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'accept-language': language,
      // Browsers send this header even with an empty form.
      'content-length': String(new URLSearchParams(fields).toString().length),
    },
    payload: new URLSearchParams(fields).toString(),
  });
const unknown = '019a8665-0000-7000-8000-000000000001';

test('the page forbids caching, framing and all scripts but its own', async () => {
  const { id } = await praca.createPayment();
  const { statusCode, headers, body } = await praca.app.inject(`/pay/${id}`);
  assert.equal(statusCode, 200);
  assert.equal(
    headers['content-security-policy'],
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['referrer-policy'], 'no-referrer');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.doesNotMatch(body, / style=|<style| on\w+=|<script>/);
});

test('the page’s data does not identify the customer', async () => {
  const { id } = await praca.createPayment();
  await praca.choose(id, 'BTC');
  const [row] = await praca.sql<{ text: string }[]>`
    select p::text as text from merchant.payments p where id = ${id}`;
  for (const secret of secrets) assert.ok(row?.text.includes(secret), `${secret} is known`);
  for (const path of [`/pay/${id}`, `/pay/${id}/state`]) {
    const { body } = await praca.app.inject(path);
    assert.ok(body.includes('Café Aurora'));
    for (const secret of secrets) assert.ok(!body.includes(secret), secret);
  }
});

test('HTML in a merchant’s name is escaped', async () => {
  const hostile = `<script>alert("1")</script>'&🍋`;
  const { id } = await praca.createPayment({ merchant_name: hostile, payment_description: hostile });
  const { body } = await praca.app.inject(`/pay/${id}`);
  assert.ok(body.includes('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;🍋'));
  assert.ok(!body.includes('<script>alert'));
});

for (const id of [unknown, 'nonsense', '%F0%9F%8D%8B', 'a'.repeat(400), "'; drop table x; --"]) {
  test(`${id.slice(0, 30)} is not the id of a payment`, async () => {
    const path = `/pay/${encodeURI(decodeURI(id))}`;
    const page = await praca.app.inject({ url: path, headers: { 'accept-language': 'de' } });
    assert.equal(page.statusCode, 404);
    assert.match(String(page.headers['content-type']), /^text\/html/);
    assert.ok(page.body.includes(checkoutTexts.de.unknownTitle));
    for (const part of ['state', 'events']) {
      const answer = await praca.app.inject(`${path}/${part}`);
      assert.equal(answer.statusCode, 404);
      assert.match(String(answer.headers['content-type']), /^application\/problem\+json/);
    }
    for (const part of ['coin', 'test-coins'])
      assert.equal((await form(`${path}/${part}`, { cryptocurrency_code: 'BTC' })).statusCode, 404);
  });
}

test('opening the target address of a form shows the page', async () => {
  const { id } = await praca.createPayment();
  for (const part of ['coin', 'refund-address', 'test-coins']) {
    const answer = await praca.app.inject(`/pay/${id}/${part}?lang=de`);
    assert.deepEqual([answer.statusCode, answer.headers.location], [303, `/pay/${id}?lang=de`], part);
  }
});

test('choosing a coin redirects to the page in its current language', async () => {
  const { id } = await praca.createPayment();
  const answer = await form(`/pay/${id}/coin`, { cryptocurrency_code: 'LTC', lang: 'pt' });
  assert.equal(answer.statusCode, 303);
  assert.equal(answer.headers.location, `/pay/${id}?lang=pt`);
  const payment = await praca.lookUp(id);
  assert.equal(payment['payment_status'], 'PENDING');
  const page = await praca.app.inject(`/pay/${id}?lang=pt`);
  assert.ok(page.body.includes(`Envie ${String(payment['cryptocurrency_amount'])} LTC`));
  assert.ok(page.body.includes(String(payment['payment_cryptocurrency_address'])));
});

test('three identical coin choices choose once and keep the address that was shown', async () => {
  const { id } = await praca.createPayment();
  const press = (coin: string) => form(`/pay/${id}/coin`, { cryptocurrency_code: coin });
  const answers = await Promise.all([press('LTC'), press('LTC'), press('LTC')]);
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [303, 303, 303],
  );
  const choices = () =>
    praca.sql<{ coin: string }[]>`
      select coin from merchant.payment_choices where payment_id = ${id} order by chosen_at, id`;
  const shown = (await praca.lookUp(id))['payment_cryptocurrency_address'];
  assert.equal((await choices()).length, 1);
  await press('LTC');
  assert.equal((await praca.lookUp(id))['payment_cryptocurrency_address'], shown);
  await press('BTC');
  await press('LTC');
  assert.deepEqual(
    (await choices()).map(({ coin }) => coin),
    ['LTC', 'BTC', 'LTC'],
    'another coin is another choice',
  );
});

test('a coin that is not offered is refused on the page and changes nothing', async () => {
  const { id } = await praca.createPayment();
  const bodies: Record<string, string>[] = [
    { cryptocurrency_code: 'DOGE' },
    { cryptocurrency_code: '' },
    {},
    { cryptocurrency_code: '🍋' },
  ];
  for (const fields of bodies) {
    const answer = await form(`/pay/${id}/coin`, fields);
    assert.equal(answer.statusCode, 404);
    assert.match(answer.body, /role="alert"/);
    assert.ok(answer.body.includes(texts.faultCoin));
  }
  assert.equal((await praca.lookUp(id))['payment_status'], 'NEW');
  const large = await form(`/pay/${id}/coin`, { cryptocurrency_code: 'x'.repeat(2_000_000) });
  assert.equal(large.statusCode, 413);
  assert.match(String(large.headers['content-type']), /^text\/html/);
});

test('a choice after the deadline redirects to a page that gives the reason', async () => {
  const { id } = await praca.createPayment();
  await praca.choose(id, 'BTC');
  await praca.pay(id);
  await praca.awaitStatus(id, 'CONFIRMING');
  const before = await praca.lookUp(id);
  const answer = await form(`/pay/${id}/coin`, { cryptocurrency_code: 'LTC' });
  assert.equal(answer.statusCode, 303);
  assert.deepEqual(await praca.lookUp(id), before);
});

test('a customer at the limit of coin choices is told in their language and can pay with the current coin', async () => {
  const { id } = await praca.createPayment();
  await praca.choose(id, 'BTC');
  await praca.sql`
    insert into merchant.payment_choices
    select gen_random_uuid(), payment_id, coin, address, destination_tag, destination, payment_uri, price, coin_amount,
      required_confirmations, chosen_at, expires_at
    from merchant.payment_choices, generate_series(2, ${maximumChoices}::integer) where payment_id = ${id}`;
  const before = (await praca.app.inject(`/pay/${id}/state`)).json().version;
  for (const language of ['en', 'pt', 'de'] as const) {
    const answer = await form(`/pay/${id}/coin`, { cryptocurrency_code: 'LTC', lang: language });
    assert.equal(answer.statusCode, 409);
    assert.match(answer.headers['content-type'] ?? '', /^text\/html/);
    assert.ok(answer.body.includes(checkoutTexts[language].faultLimit), answer.body);
    assert.ok(answer.body.includes('bitcoin:'), 'how to pay is still there');
  }
  const merchants = await merchantClient(praca);
  const refused = await merchants.post(`/payments/${id}/conversion`, { cryptocurrency_code: 'LTC' });
  assert.deepEqual([refused.statusCode, refused.json().code], [409, 'payment_choice_limit']);
  assert.equal((await praca.app.inject(`/pay/${id}/state`)).json().version, before);
});

test('the state endpoint returns only parts that differ from the version shown', async () => {
  const { id } = await praca.createPayment();
  const first = (await praca.app.inject(`/pay/${id}/state?lang=de`)).json();
  assert.ok(first.parts.status.includes(checkoutTexts.de.phases.choose.title));
  assert.equal(first.payment_status, 'NEW');
  const page = await praca.app.inject(`/pay/${id}?lang=de`);
  assert.ok(page.body.includes(`data-version="${first.version}"`));
  assert.ok(page.body.includes(first.parts.request), 'the page is made of the same parts');
  const again = (await praca.app.inject(`/pay/${id}/state?lang=de&version=${first.version}`)).json();
  assert.equal(again.version, first.version);
  assert.equal(again.parts, undefined);
  await praca.choose(id, 'BTC');
  const changed = (await praca.app.inject(`/pay/${id}/state?lang=de&version=${first.version}`)).json();
  assert.notEqual(changed.version, first.version);
  assert.match(changed.parts.request, /class="qr"/);
});

test('repeated requests for test coins send them once', async () => {
  for (const coin of ['BTC', 'ETH', 'XRP']) {
    const { id } = await praca.createPayment();
    await praca.choose(id, coin);
    const answers = await Promise.all([1, 2, 3, 4].map(() => form(`/pay/${id}/test-coins`, {})));
    assert.deepEqual(
      answers.map((answer) => answer.statusCode),
      [303, 303, 303, 303],
    );
    await praca.awaitStatus(id, 'CONFIRMING');
    const payment = await praca.lookUp(id);
    assert.equal((payment['transactions'] as unknown[]).length, 1);
    assert.equal(payment['received_cryptocurrency_amount'], payment['cryptocurrency_amount']);
  }
});

test('test coins complete a partial payment, and a paid payment gets none', async () => {
  const { id } = await praca.createPayment();
  assert.equal((await form(`/pay/${id}/test-coins`, {})).statusCode, 303);
  assert.equal((await praca.lookUp(id))['payment_status'], 'NEW');
  await praca.choose(id, 'LTC');
  await praca.pay(id, 40);
  await form(`/pay/${id}/test-coins`, {});
  await praca.mine('LTC', 3);
  await praca.awaitStatus(id, 'PAID');
  await form(`/pay/${id}/test-coins`, {});
  const payment = await praca.lookUp(id);
  assert.equal(payment['received_cryptocurrency_amount'], payment['cryptocurrency_amount']);
  assert.deepEqual(payment['payment_exceptions'], []);
});

test('style and script may be cached for as long as their address stays the same', async () => {
  const { id } = await praca.createPayment();
  const { body } = await praca.app.inject(`/pay/${id}`);
  for (const [pattern, type] of [
    [/href="(\/pay\/checkout\.[\w-]{12}\.css)"/, 'text/css'],
    [/src="(\/pay\/checkout\.[\w-]{12}\.js)"/, 'text/javascript'],
  ] as const) {
    const url = pattern.exec(body)?.[1] ?? '';
    const file = await praca.app.inject(url);
    assert.equal(file.statusCode, 200);
    assert.ok(String(file.headers['content-type']).startsWith(type));
    assert.equal(file.headers['cache-control'], 'public, max-age=31536000, immutable');
    const other = await praca.app.inject(url.replace(/\.[\w-]{12}\./, '.of-another--.'));
    assert.deepEqual([other.statusCode, other.headers['cache-control']], [200, 'no-cache']);
  }
});

test('the page is not in the merchant’s OpenAPI document', async () => {
  const document = (await praca.app.inject('/merchant/openapi.json')).body;
  assert.ok(document.includes('/payments/{'));
  assert.ok(!document.includes('/pay/{'));
  assert.equal((await praca.app.inject(`/merchant/pay/${unknown}`)).statusCode, 404);
});

test('a rate-limited page shows a sentence and the time to retry', async () => {
  const limited = await openMerchantApp({ settings: { RATE_LIMIT: '2' } });
  try {
    for (let count = 0; count < 2; count++) await limited.app.inject(`/pay/${unknown}`);
    const answer = await limited.app.inject(`/pay/${unknown}`);
    assert.equal(answer.statusCode, 429);
    assert.ok(Number(answer.headers['retry-after']) > 0);
    assert.ok(answer.body.includes(texts.busyTitle));
  } finally {
    await limited.close();
  }
});

test('on real chains the test-coin route does not exist', async () => {
  const production = await openMerchantApp({ settings: productionSettings });
  try {
    const answer = await production.app.inject({ method: 'POST', url: `/pay/${unknown}/test-coins` });
    assert.equal(answer.statusCode, 404);
    assert.match(answer.body, /There is no POST/);
  } finally {
    await production.close();
  }
});

test('a coin of a real chain has no test-coin button and sends nothing', async () => {
  const { id } = await praca.createPayment();
  await praca.choose(id, 'BTC');
  const rates = {
    bestForDeposit() {
      throw problem('rate_unavailable');
    },
  };
  const on = (network: string) =>
    ({ ...chainContext(praca, [{ coin: 'BTC', network } as Chain]), rates }) as unknown as MerchantContext;
  const countSent = async () => (await praca.sql`select from merchant.simulated_transactions`).length;
  const before = await countSent();
  assert.equal((await findCheckout(on('mainnet'), id))?.testCoins, false);
  await sendTestCoins(on('mainnet'), id);
  assert.equal(await countSent(), before);
  assert.equal((await findCheckout(on(simulatedNetwork), id))?.testCoins, true);
  await sendTestCoins(on(simulatedNetwork), id);
  assert.equal(await countSent(), before + 1);
});
