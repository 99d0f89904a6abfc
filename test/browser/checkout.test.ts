import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { checkoutTexts } from '../../src/merchant/payments/checkout/texts/translations.ts';
import { assertAccessible, assertFits, assertFitsLargeLetters } from '../support/accessible.ts';
import { openBrowser } from '../support/browser.ts';
import { openCheckoutApp, type CheckoutApp } from '../support/checkout.ts';
import { openCustomer, type Customer, type CustomerOptions } from '../support/customer.ts';
import { until } from '../support/process.ts';

let praca: CheckoutApp;
let browser: Browser;

before(async () => {
  praca = await openCheckoutApp();
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  await praca.close();
});

const arrive = (options: Omit<CustomerOptions, 'homes'> = {}): Promise<Customer> =>
  openCustomer(browser, { homes: [praca.address, praca.shop.url], ...options });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
/** Holds requests to the shop until the returned function is called, so the customer stays on the page. */
async function closeShop(page: Page): Promise<() => void> {
  const door = Promise.withResolvers<void>();
  await page.route(`${praca.shop.url}/**`, async (route) => {
    await door.promise;
    await route.continue();
  });
  return door.resolve;
}
const secrets = /ana-77|Secretperson|secret\.example|203\.0\.113\.77/;

for (const language of ['en', 'pt', 'de'] as const) {
  test(`a customer goes from the merchant's request to the thanks page, in ${language}`, async () => {
    const texts = checkoutTexts[language];
    const { id, url } = await praca.createPayment();
    assert.equal(url, `${praca.address}/pay/${id}`);
    const { page, leave, complaints, receivedBytes } = await arrive({ language });
    const said: string[] = [];
    await page.goto(url);
    assert.equal(await page.locator('html').getAttribute('lang'), language);
    await heading(page, texts.phases.choose.title).waitFor();
    await page.getByRole('button', { name: 'Litecoin' }).click();

    const amount = String((await praca.lookUp(id))['cryptocurrency_amount']);
    await heading(page, texts.phases.pay.title.replace('{amount}', `${amount} LTC`)).waitFor();
    assert.match((await page.getByRole('timer').textContent()) ?? '', /^1[0-5]:\d\d$/);
    assert.ok(receivedBytes() < 60_000, `${receivedBytes()} bytes`);
    await page.getByRole('button', { name: texts.copyAmount }).click();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), amount);
    await page.getByRole('button', { name: texts.copyAddress }).click();
    await until(
      async () => (await page.evaluate('navigator.clipboard.readText()')) !== amount,
      'the address in the clipboard',
    );
    const address = String((await praca.lookUp(id))['payment_cryptocurrency_address']);
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), address);

    await page.getByRole('button', { name: texts.testCoins }).click();
    await heading(page, texts.phases.confirming.title).waitFor();
    const confirmations = (reached: number): string =>
      texts.confirmations.replace('{reached}', String(reached)).replace('{required}', '3');
    for (const reached of [1, 2]) {
      await praca.mine('LTC', 1);
      await page.locator('.count', { hasText: confirmations(reached) }).waitFor();
      said.push((await page.getByRole('status').textContent()) ?? '');
    }
    assert.ok(said[1]?.endsWith(confirmations(2)), 'a screen reader announces it');
    assert.doesNotMatch(await page.content(), secrets);

    const openShop = await closeShop(page);
    await praca.mine('LTC', 1);
    await heading(page, texts.phases.paid.title).waitFor();
    await page.getByRole('link', { name: texts.toMerchant.replace('{merchant}', 'Café Aurora') }).waitFor();
    assert.match(await page.title(), new RegExp(texts.phases.paid.title));
    await page.locator('.redirect').waitFor();
    openShop();
    await page.waitForURL(`${praca.shop.url}/thanks`);
    assert.deepEqual(complaints, []);

    // A customer who goes back is not redirected again.
    await page.goBack();
    await heading(page, texts.phases.paid.title).waitFor();
    assert.equal(await page.locator('.redirect').isVisible(), false);
    await leave();
  });
}

test('without scripts the checkout works by forms and a refresh link', async () => {
  const texts = checkoutTexts.en;
  const { id, url } = await praca.createPayment({ success_return_url: `${praca.shop.url}/no-script` });
  const { page, leave, complaints } = await arrive({ script: false });
  await page.goto(url);
  await page.getByRole('button', { name: /^Bitcoin ≈/ }).click();
  await heading(page, /^Send /).waitFor();
  await page.getByText('Pay by').waitFor();
  assert.equal(await page.getByRole('button', { name: texts.copyAmount }).isVisible(), false);
  await page.getByRole('button', { name: texts.testCoins }).click();
  await heading(page, texts.phases.confirming.title).waitFor();
  await praca.mine('BTC', 1);
  await praca.awaitStatus(id, 'PAID');
  await page.getByRole('link', { name: texts.reload }).click();
  await heading(page, texts.phases.paid.title).waitFor();
  await page.getByRole('link', { name: 'Back to Café Aurora' }).click();
  await page.waitForURL(`${praca.shop.url}/no-script`);
  assert.deepEqual(complaints, []);
  await leave();
});

test('the checkout works with the keyboard alone, and the focus is visible', async () => {
  const texts = checkoutTexts.en;
  const { url } = await praca.createPayment({ success_return_url: `${praca.shop.url}/keyboard` });
  const { page, leave } = await arrive();
  const press = async (name: string): Promise<void> => {
    for (let tabs = 0; tabs < 40; tabs++) {
      await page.keyboard.press('Tab');
      const focused = page.locator(':focus');
      const label = (await focused.getAttribute('aria-label')) ?? (await focused.innerText());
      const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
      assert.notEqual(outline, 'none', label);
      if (label.includes(name)) return page.keyboard.press('Enter');
    }
    assert.fail(`no Tab leads to ${name}`);
  };
  await page.goto(url);
  await press('Ether');
  await heading(page, /^Send /).waitFor();
  // The confirmation is visible for two seconds.
  await Promise.all([page.getByText(texts.copied, { exact: true }).waitFor(), press(texts.copyAddress)]);
  await press(texts.testCoins);
  await heading(page, texts.phases.confirming.title).waitFor();
  // Keeps the page open on a slow machine until the button is pressed.
  await page.route(`${praca.shop.url}/**`, (route) => route.fulfill({ status: 204 }));
  await praca.mine('ETH', 12);
  await heading(page, texts.phases.paid.title).waitFor();
  await page.locator('.redirect').waitFor();
  await press(texts.stay);
  assert.equal(await page.locator('.redirect').isVisible(), false);
  assert.equal(await page.locator(':focus').getAttribute('id'), 'back');
  await page.unrouteAll();
  await page.keyboard.press('Enter');
  await page.waitForURL(`${praca.shop.url}/keyboard`);
  await leave();
});

test('the page polls if the event stream is blocked', async () => {
  const { id, url } = await praca.createPayment();
  await praca.choose(id, 'BTC');
  const { page, leave } = await arrive();
  await page.route('**/events?*', (route) => route.abort());
  await page.goto(url);
  await heading(page, /^Send /).waitFor();
  await praca.pay(id);
  await heading(page, checkoutTexts.en.phases.confirming.title).waitFor();
  await leave();
});

test('the page announces that the payment expired and says what to do', async () => {
  const { id, url } = await praca.createPayment();
  await praca.choose(id, 'XRP');
  const { page, leave, complaints } = await arrive();
  await page.goto(url);
  await heading(page, /^Send /).waitFor();
  await page.getByText(checkoutTexts.en.tagWarning).waitFor();
  assert.equal(await page.locator('.qr').count(), 1);
  await praca.advance(16 * 60);
  await heading(page, checkoutTexts.en.phases.expired.title).waitFor();
  assert.equal(await page.locator('.qr').count(), 0, 'the page no longer requests coins');
  assert.equal(
    await page.getByRole('link', { name: 'Back to Café Aurora' }).getAttribute('href'),
    `${praca.shop.url}/cart`,
  );
  await praca.pay(id);
  await heading(page, checkoutTexts.en.phases.late.title).waitFor();
  assert.deepEqual(complaints, []);
  await leave();
});

test('the focus survives an update of the page', async () => {
  const { id, url } = await praca.createPayment();
  await praca.choose(id, 'LTC');
  const { page, leave } = await arrive();
  await page.goto(url);
  await page.getByRole('button', { name: checkoutTexts.en.copyAddress }).focus();
  await praca.pay(id, 40);
  await heading(page, /still missing$/).waitFor();
  assert.equal(await page.locator(':focus').getAttribute('id'), 'copy-address');
  await praca.pay(id, 60);
  await heading(page, checkoutTexts.en.phases.confirming.title).waitFor();
  assert.equal(await page.locator(':focus').getAttribute('id'), 'state');
  await leave();
});

test('the customer can choose another coin until coins are sent', async () => {
  const { url } = await praca.createPayment();
  const { page, leave } = await arrive({ width: 1280 });
  await page.goto(url);
  await page.getByRole('button', { name: 'Bitcoin Cash' }).click();
  await heading(page, /BCH$/).waitFor();
  await page.getByText(checkoutTexts.en.otherCoin).click();
  await assertAccessible(page);
  await page.getByRole('button', { name: 'XRP' }).click();
  await heading(page, /XRP$/).waitFor();
  await leave();
});

test('a customer changes the language, and forms keep it', async () => {
  const { url } = await praca.createPayment();
  const { page, leave } = await arrive();
  await page.goto(url);
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await heading(page, checkoutTexts.de.phases.choose.title).waitFor();
  await page.getByRole('button', { name: 'Litecoin' }).click();
  await heading(page, /^Senden Sie /).waitFor();
  await leave();
});

test('names of any length fit on a phone', async () => {
  const { id, url } = await praca.createPayment({
    merchant_name: 'W'.repeat(200),
    payment_description: `${'🍋'.repeat(100)} ${'Donaudampfschifffahrtsgesellschaft'.repeat(20)}`,
  });
  const { page, leave } = await arrive();
  await page.route(`${praca.shop.url}/**`, (route) => route.fulfill({ status: 204 }));
  await page.goto(url);
  await assertFits(page, 'choose');
  await praca.choose(id, 'ETH');
  await page.reload();
  await assertFits(page, 'pay');
  await praca.pay(id);
  await heading(page, checkoutTexts.en.phases.confirming.title).waitFor();
  await assertFits(page, 'confirming');
  await praca.mine('ETH', 12);
  await praca.awaitStatus(id, 'PAID');
  await page.getByRole('link', { name: /^Back to W+$/ }).waitFor();
  await assertFits(page, 'paid');
  await leave();
});

/** Finds numbers that are broken over several lines. */
const brokenNumbers = `[...document.querySelectorAll('.sum, h1, #amount, #tag')].flatMap((element) =>
  [...element.childNodes].flatMap((node) =>
    [...(node.data ?? '').matchAll(/\\d[\\d.,]*/g)].filter(({ 0: { length }, index }) => {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + length);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
    }).map(([number]) => number)))`;

test('text at twice the size and the largest amount fit on a phone without breaking a number', async () => {
  const { id, url } = await praca.createPayment({ payment_amount: '1000000.00' });
  const { page, leave } = await arrive({ width: 320 });
  for (const [coin, state] of [
    [undefined, 'choose'],
    ['BCH', 'pay'],
    ['XRP', 'pay with a tag'],
  ] as const) {
    if (coin !== undefined) await praca.choose(id, coin);
    for (const language of ['pt', 'de'] as const) {
      await page.goto(`${url}?lang=${language}`);
      await assertFits(page, state);
      assert.deepEqual(await page.evaluate(brokenNumbers), [], `${state} ${language}`);
      await assertFitsLargeLetters(page, state);
      await page.evaluate("document.documentElement.style.fontSize = '200%'");
      assert.deepEqual(await page.evaluate(brokenNumbers), [], `${state} ${language}, large`);
    }
  }
  await leave();
});

test('a page without a connection says so until it reconnects', async () => {
  const { url } = await praca.createPayment();
  const { page, leave } = await arrive();
  let cut = true;
  await page.route('**/events?*', (route) => route.abort());
  await page.route('**/state?*', (route) => (cut ? route.abort() : route.continue()));
  await page.goto(url);
  const notice = page.getByText(checkoutTexts.en.offline);
  await notice.waitFor();
  cut = false;
  await notice.waitFor({ state: 'hidden' });
  await leave();
});

test("an answer that is older than the stream's state changes nothing", async () => {
  const { id, url } = await praca.createPayment();
  await praca.choose(id, 'LTC');
  const { page, leave } = await arrive();
  const taken = Promise.withResolvers<void>();
  const door = Promise.withResolvers<void>();
  await page.route('**/state?*', async (route) => {
    const response = await route.fetch();
    taken.resolve();
    await door.promise;
    await route.fulfill({ response });
  });
  await page.goto(url);
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
  await taken.promise;
  await praca.pay(id);
  const { title } = checkoutTexts.en.phases.confirming;
  await heading(page, title).waitFor();
  const answered = page.waitForEvent('requestfinished', (request) => request.url().includes('/state?'));
  door.resolve();
  await answered;
  // A new request shows that the page has processed the answer.
  const again = page.waitForRequest('**/state?*');
  await page.evaluate("setInterval(() => document.dispatchEvent(new Event('visibilitychange')), 100)");
  await again;
  assert.equal(await page.title(), `${title} · Café Aurora`);
  await leave();
});
