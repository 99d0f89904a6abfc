import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { TestApp } from '../support/app.ts';
import { assertAccessible } from '../support/accessible.ts';
import { openBrowser } from '../support/browser.ts';
import { mine, newWallet } from '../support/coins.ts';
import { merchantClient, type MerchantClient } from '../support/merchant.ts';
import { newChosen, newPaid, newPayment, openPaymentsApp, payShare } from '../support/payments.ts';

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

async function open(
  options: BrowserContextOptions = {},
  who: 'merchant' | 'staff' = 'merchant',
): Promise<Page> {
  const viewport = { width: 1280, height: 800 };
  const page = await (await browser.newContext({ viewport, locale: 'en-GB', ...options })).newPage();
  // A browser reports each refused request, such as the quote of an impossible amount.
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 400/.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(`${address}/console/sign-in`);
  await page.locator(`button[name="as"][value="${who}"]`).click();
  await page.waitForURL(/\/console\/(psp|staff)/);
  return page;
}

const at = (path: string): string => `${address}/console/psp/1${path}`;
const refundsOf = async (id: string): Promise<string[]> =>
  (await client.get(`/payments/${id}/refunds`))
    .json<{ total_refund_amount: string }[]>()
    .map(({ total_refund_amount: amount }) => amount);

test('half a payment is refunded with two clicks, by a button that follows the typed amount', async () => {
  const id = await newPaid(client, '25.00');
  const page = await open();
  await page.goto(at(`/payments/${id}`));
  let clicks = 0;
  const click = async (where: Locator): Promise<void> => {
    clicks += 1;
    await where.click();
  };
  await click(page.getByRole('link', { name: 'Refund…' }));
  const button = page.locator('#refund-button button');
  await page.getByLabel('Amount in euros').fill('900');
  await page.getByText('Must be at most 25.00').waitFor();
  assert.equal(await button.count(), 0, 'an impossible amount has no button');
  await assertAccessible(page, 'an impossible amount');
  await page.getByLabel('Amount in euros').fill('12.5');
  await page.getByRole('button', { name: 'Refund €12.50' }).waitFor();
  assert.equal(await page.locator('.fault').count(), 0);
  await page.locator('#refund-figures').getByText('€12.50').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Calculate' }).count(), 0);
  await page.getByLabel('Bitcoin address').fill(newWallet('BTC'));
  await page.getByLabel('Why').fill('One of two chairs');
  await click(page.getByRole('button', { name: 'Refund €12.50' }));
  await page.getByText('Refund on its way').waitFor();
  assert.deepEqual([clicks, await refundsOf(id)], [2, ['12.50']]);
  await page.context().close();
  assert.deepEqual(complaints, []);
});

test('without a script, a refund of another amount is confirmed in figures first', async () => {
  const id = await newPaid(client, '25.00');
  const page = await open({ javaScriptEnabled: false });
  await page.goto(at(`/payments/${id}/refund`));
  await page.getByLabel('Amount in euros').fill('5');
  await page.getByLabel('Bitcoin address').fill(newWallet('BTC'));
  await page.getByLabel('Why').fill('A cup');
  await page.getByRole('button', { name: 'Refund €25.00' }).click();
  await page.getByText('nothing was refunded yet').waitFor();
  assert.deepEqual(await refundsOf(id), []);
  await page.getByRole('button', { name: 'Refund €5.00' }).click();
  await page.getByText('Refund on its way').waitFor();
  assert.deepEqual(await refundsOf(id), ['5.00']);
  await page.context().close();
});

test('the menus of the list filter with and without a script, and the address holds only chosen filters', async () => {
  await newPaid(client, '11.00');
  await newPayment(client, '12.00');
  for (const javaScriptEnabled of [true, false]) {
    const page = await open({ javaScriptEnabled });
    await page.goto(at('/payments'));
    await page.getByLabel('Status').selectOption('Paid');
    await page.getByLabel('Coin').selectOption('BTC');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL(/status=PAID/);
    assert.equal(await page.getByText('€12.00').count(), 0);
    await page.getByText('€11.00').first().waitFor();
    const query = new URL(page.url()).search;
    if (javaScriptEnabled) assert.equal(query, '?status=PAID&coin=BTC');
    assert.deepEqual(
      await Promise.all(['Status', 'Coin', 'Time'].map((name) => page.getByLabel(name).inputValue())),
      ['PAID', 'BTC', ''],
    );
    await page.context().close();
  }
  assert.deepEqual(complaints, []);
});

const boxOf = async (where: Locator) => {
  const box = await where.boundingBox();
  assert.ok(box);
  return box;
};
const middleOf = async (where: Locator): Promise<number> => {
  const { y, height } = await boxOf(where);
  return y + height / 2;
};

test('on a phone a payment is a row of two lines, and its facts come before its history', async () => {
  const id = await newPaid(client, '13.00');
  const page = await open({ viewport: { width: 360, height: 740 } });
  await page.goto(at(`/payments?q=${id}`));
  const row = page.locator('tbody tr');
  const [reference, amount, status, time] = [
    row.getByRole('link'),
    row.getByText('€13.00'),
    row.getByText('Paid', { exact: true }),
    row.locator('time'),
  ];
  const middles = await Promise.all([reference, amount, status, time].map(middleOf));
  const [first = 0, second = 0, third = 0, fourth = 0] = middles;
  assert.ok(
    Math.abs(first - second) < 8 && Math.abs(third - fourth) < 8 && third - first > 16,
    middles.join(' '),
  );
  assert.ok((await boxOf(row)).height < 90, 'two lines');
  assert.equal(await row.getByText('BTC').isVisible(), false);
  await page.goto(at(`/payments/${id}`));
  const facts = page.getByRole('region', { name: 'Facts' });
  const history = page.getByRole('region', { name: 'History' });
  assert.ok((await boxOf(facts)).y < (await boxOf(history)).y);
  await page.setViewportSize({ width: 1280, height: 800 });
  assert.ok((await boxOf(history)).x < (await boxOf(facts)).x, 'on a desktop the facts are at the right');
  assert.equal((await boxOf(history)).y, (await boxOf(facts)).y);
  await page.context().close();
});

test('the key / searches on every page of merchants and staff', async () => {
  await newPaid(client, '14.00');
  const merchant = await open();
  for (const path of ['', '/rates', '/payments/new', '/team', '/webhooks?q=x']) {
    await merchant.goto(at(path));
    // The amount of a new payment has the focus, where / is a character.
    await merchant.locator('h1').click();
    await merchant.keyboard.press('/');
    await merchant.locator('input[type=search]:focus').waitFor();
  }
  await merchant.goto(`${address}/console/me`);
  await merchant.locator('h1').click();
  await merchant.keyboard.press('/');
  await merchant.getByRole('dialog', { name: 'Search' }).waitFor();
  await assertAccessible(merchant, 'search');
  await merchant.keyboard.press('Escape');
  await merchant.getByRole('dialog', { name: 'Search' }).waitFor({ state: 'hidden' });
  await merchant.keyboard.press('/');
  await merchant.locator('#find input:focus').waitFor();
  await merchant.keyboard.type('order-1001');
  await merchant.keyboard.press('Enter');
  await merchant.waitForURL(at('/payments?q=order-1001'));
  await merchant.getByRole('link', { name: 'order-1001' }).first().waitFor();
  await merchant.context().close();
  const staff = await open({}, 'staff');
  await staff.goto(`${address}/console/staff/health`);
  await staff.keyboard.press('/');
  await staff.locator('#find input:focus').waitFor();
  await staff.keyboard.type('Sandbox PSP');
  await staff.getByRole('button', { name: 'Payment providers' }).click();
  await staff.waitForURL(`${address}/console/staff/psps?q=Sandbox+PSP`);
  await staff.context().close();
  assert.deepEqual(complaints, []);
});

test('an open page follows its payment: the actions appear, and unfolded webhooks stay unfolded', async () => {
  assert.equal((await client.post('/webhooks', { url: 'http://127.0.0.1:9/hook' })).statusCode, 200);
  const chosen = await newChosen(client, 'BTC', '15.00');
  const page = await open();
  await page.goto(at(`/payments/${chosen.payment_reference_number}`));
  await page.getByRole('button', { name: 'Cancel payment…' }).waitFor();
  const fold = page.locator('#story details').last();
  await fold.locator('summary').click();
  // A part with the focus is not replaced.
  await page.locator('h1').click();
  await payShare(client, chosen);
  await mine(client, 'BTC', 6);
  await page.getByRole('link', { name: 'Refund…' }).waitFor();
  await page.locator('.steps > .done').nth(3).waitFor();
  await page.locator('#story').getByText('The euros are in your balance.').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Cancel payment…' }).count(), 0);
  assert.equal(await fold.evaluate((details) => (details as unknown as { open: boolean }).open), true);
  await fold.getByRole('link').first().click();
  await page.waitForURL(/\/webhooks\/deliveries\//);
  await page.getByText('webhook-signature').waitFor();
  await page.context().close();
  assert.deepEqual(complaints, []);
});
