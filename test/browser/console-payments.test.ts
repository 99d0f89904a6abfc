import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { TestApp } from '../support/app.ts';
import { assertAccessibleOnScreens, assertFits } from '../support/accessible.ts';
import { openBrowser } from '../support/browser.ts';
import { mine } from '../support/coins.ts';
import { merchantClient, type MerchantClient } from '../support/merchant.ts';
import { newChosen, openPaymentsApp, payShare, untilPayment } from '../support/payments.ts';
import { makeLink } from '../support/refund-links.ts';

let praca: TestApp;
let client: MerchantClient;
let browser: Browser;
let address: string;
before(async () => {
  praca = await openPaymentsApp();
  client = await merchantClient(praca);
  address = await praca.listen();
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  await praca.close();
});

const complaints: string[] = [];

async function open(locale: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale });
  const page = await context.newPage();
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${address}/console/sign-in`);
  await page.locator('button[name="as"][value="merchant"]').click();
  await page.waitForURL(/\/console\/psp\/1/);
  return page;
}

/** Asserts that the print view is as wide as the sheet, without buttons and without relative times. */
async function assertPrints(page: Page, where: string): Promise<void> {
  const main = await page.locator('main').boundingBox();
  assert.equal(main?.width, 794, where);
  await assertFits(page, `${where} on paper`);
  const clickable = page.locator('button, form, .button, .chips, nav, .menu').filter({ visible: true });
  assert.deepEqual(await clickable.allTextContents(), [], where);
  const near = await page.evaluate<string[]>(
    `[...document.querySelectorAll('time[data-near]')].filter((time) =>
      getComputedStyle(time).fontSize !== '0px' ||
      getComputedStyle(time, '::after').content !== JSON.stringify(time.title)).map(({ outerHTML }) => outerHTML)`,
  );
  assert.deepEqual(near, [], where);
}

test('the overview and payments are accessible on phones and desktops, light and dark', async () => {
  const chosen = await newChosen(client, 'BTC', '40.00');
  await payShare(client, chosen, 1200n);
  await mine(client, 'BTC', 6);
  const { payment_reference_number: paid } = chosen;
  await untilPayment(client, paid, 'PAID');
  const { payment_reference_number: pending } = await newChosen(client, 'XRP', '25.00');
  await makeLink(client, paid, '5.00');
  const page = await open('de-DE');
  for (const path of [
    '?days=90',
    '/payments?status=PAID',
    '/payments?q=nothing',
    '/payments/new',
    `/payments/${paid}`,
    `/payments/${pending}`,
    `/payments/${paid}/refund`,
    `/payments/${paid}/refund-link`,
    '/contact',
  ]) {
    await page.goto(`${address}/console/psp/1${path}`);
    await assertAccessibleOnScreens(page, path);
  }
  await page.emulateMedia({ media: 'print', colorScheme: 'light' });
  await page.setViewportSize({ width: 794, height: 1123 });
  for (const path of ['', '/statement', `/payments/${paid}`]) {
    await page.goto(`${address}/console/psp/1${path}`);
    await assertPrints(page, path);
  }
  await page.context().close();
  assert.deepEqual(complaints, []);
});

test('a payment is created, watched and cancelled with the keyboard alone, and its history updates by itself', async () => {
  const page = await open('en-GB');
  await page.goto(`${address}/console/psp/1/payments/new`);
  await page.locator('[name=payment_amount]:focus').waitFor();
  for (const text of ['12.50', 'Bread']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  // Unfolds the rest of the form.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  for (const text of ['order 77', '', 'customer 7', 'Ana', 'Sousa', 'ana@example.com']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/payments\/[0-9a-f-]{36}/);
  await page.getByRole('img', { name: /QR code/ }).waitFor();
  const id = /payments\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';
  // The customer's actions appear without a reload.
  assert.equal(
    (await client.post(`/payments/${id}/conversion`, { cryptocurrency_code: 'LTC' })).statusCode,
    200,
  );
  await page.getByText('Litecoin chosen').waitFor();
  await page.getByRole('button', { name: 'Cancel payment…' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Cancel this payment?').waitFor();
  await page.getByRole('button', { name: 'Cancel payment', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Payment cancelled').waitFor();
  await untilPayment(client, id, 'EXPIRED');
  // The key `/` searches for any copied text.
  await page.goto(`${address}/console/psp/1/payments`);
  await page.keyboard.press('/');
  await page.keyboard.type('order 77');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'order 77' }).waitFor();
  assert.deepEqual(complaints, []);
});
