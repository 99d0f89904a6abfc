import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { checkoutTexts } from '../../src/merchant/checkout/texts/translations.ts';
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
/** Whoever is sent to the shop waits at its door, on the page, until it is opened. */
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
  test(`from the merchant's request to its thanks page, in ${language}`, async () => {
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
    assert.ok(said[1]?.endsWith(confirmations(2)), 'a screen reader hears of it');
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

    // Who comes back to look is not sent away again.
    await page.goBack();
    await heading(page, texts.phases.paid.title).waitFor();
    assert.equal(await page.locator('.redirect').isVisible(), false);
    await leave();
  });
}

test('without a script everything works by forms and a link that refreshes', async () => {
  const texts = checkoutTexts.en;
  const { id, url } = await praca.createPayment({ success_return_url: `${praca.shop.url}/no-script` });
  const { page, leave, complaints } = await arrive({ script: false });
  await page.goto(url);
  await page.getByRole('button', { name: 'Bitcoin BTC' }).click();
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

test('a keyboard is enough, and what has the focus is to be seen', async () => {
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
  // It is said for two seconds.
  await Promise.all([page.getByText(texts.copied, { exact: true }).waitFor(), press(texts.copyAddress)]);
  await press(texts.testCoins);
  await heading(page, texts.phases.confirming.title).waitFor();
  // A slow machine must not take the customer away before the button is reached.
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

test('where the stream cannot get through, the page asks', async () => {
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

test('time runs out before the customer’s eyes, and the page says what to do', async () => {
  const { id, url } = await praca.createPayment();
  await praca.choose(id, 'XRP');
  const { page, leave, complaints } = await arrive();
  await page.goto(url);
  await heading(page, /^Send /).waitFor();
  await page.getByText(checkoutTexts.en.tagWarning).waitFor();
  assert.equal(await page.locator('.qr').count(), 1);
  await praca.advance(16 * 60);
  await heading(page, checkoutTexts.en.phases.expired.title).waitFor();
  assert.equal(await page.locator('.qr').count(), 0, 'nobody is asked for coins any more');
  assert.equal(
    await page.getByRole('link', { name: 'Back to Café Aurora' }).getAttribute('href'),
    `${praca.shop.url}/cart`,
  );
  await praca.pay(id);
  await heading(page, checkoutTexts.en.phases.late.title).waitFor();
  assert.deepEqual(complaints, []);
  await leave();
});

test('what is replaced under the customer’s hands keeps the focus', async () => {
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

test('another coin may be chosen as long as nothing was sent', async () => {
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

test('a reader changes the language, and a form keeps it', async () => {
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

/** The numbers that stand on more than one line. */
const brokenNumbers = `[...document.querySelectorAll('.sum, h1, #amount, #tag')].flatMap((element) =>
  [...element.childNodes].flatMap((node) =>
    [...(node.data ?? '').matchAll(/\\d[\\d.,]*/g)].filter(({ 0: { length }, index }) => {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + length);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
    }).map(([number]) => number)))`;

test('letters of twice the size and the largest amount fit on a phone, and break no number', async () => {
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

test('a page that has lost its connection says so until it has it again', async () => {
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

test('an answer that the stream has overtaken changes nothing', async () => {
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
  // The page has read the answer when the pause after it is over, and it asks again.
  const again = page.waitForRequest('**/state?*');
  await page.evaluate("setInterval(() => document.dispatchEvent(new Event('visibilitychange')), 100)");
  await again;
  assert.equal(await page.title(), `${title} · Café Aurora`);
  await leave();
});
