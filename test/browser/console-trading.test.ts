import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { TestApp } from '../support/app.ts';
import {
  assertAccessible,
  assertFits,
  assertFitsTablet,
  countForcedColours,
  screens,
  showOn,
} from '../support/accessible.ts';
import { openBrowser } from '../support/browser.ts';
import { newWallet, untilFunded } from '../support/coins.ts';
import { createPerson, goodPassword, memberAs, openConsoleApp } from '../support/console.ts';
import { merchantClient } from '../support/merchant.ts';
import { newChosen } from '../support/payments.ts';
import { askToWithdraw } from '../support/withdrawals.ts';

let praca: TestApp;
let browser: Browser;
let address: string;
let paths: string[];

before(async () => {
  praca = await openConsoleApp({ SIMULATED_BLOCK_SECONDS: '0' });
  address = await praca.listen();
  await praca.start();
  await untilFunded(praca.sql);
  const client = await merchantClient(praca);
  const { id } = await askToWithdraw(client, 'BTC');
  await newChosen(client, 'BTC');
  const endpoint = (await client.post('/webhooks', { url: 'http://127.0.0.1:9/hook' })).json();
  const delivery = (await client.post(`/webhooks/${endpoint.webhook_endpoint_id}/test`)).json();
  paths = [
    '/orders',
    '/orders/new',
    '/withdrawals',
    `/withdrawals/${id}`,
    '/deposits',
    '/customers',
    '/customers/customer-42',
    '/rates',
    '/rates/BTCEUR',
    `/statement?month=${new Date(praca.clock.nowMs()).toISOString().slice(0, 7)}`,
    '/report',
    '/report?asset=BTC',
    '/report?by=creation',
    '/webhooks',
    `/webhooks/endpoints/${endpoint.webhook_endpoint_id}`,
    `/webhooks/deliveries/${delivery.webhook_delivery_id}`,
    '/developers',
    '/developers/credentials/sandbox-psp',
    '/sandbox',
  ];
  await praca.sql`
    insert into merchant.rate_history (pair, starts_at, seconds, open, high, low, close)
    select 'BTCEUR', date_bin('2 minutes', ${praca.clock.now()}::timestamptz - n * interval '2 minutes', 'epoch'), 60,
      5000000000000, 5100000000000, 4900000000000, 5000000000000 + n::bigint * 1000000000
    from generate_series(1, 200) n`;
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  await praca.close();
});

async function open(locale: string) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  const { email } = await createPerson(praca, [memberAs('owner')]);
  await page.goto(`${address}/console`);
  await page.locator('#email').fill(email);
  await page.locator('#password').fill(goodPassword);
  await page.locator('form[action^="/console/sign-in?"] button').click();
  await page.waitForURL('**/console/psp/1');
  return { page, complaints };
}

test('the merchant’s pages are accessible, on a desktop and on a phone in dark colours', async () => {
  const { page, complaints } = await open('de-DE');
  for (const path of paths) {
    await page.goto(`${address}/console/psp/1${path}`);
    for (const screen of screens) {
      await showOn(page, screen);
      // The results of axe hardly depend on the width. These four pages together use all colours.
      const isLookedAt =
        screen.width > 360 || ['/withdrawals', '/rates/BTCEUR', '/webhooks', '/sandbox'].includes(path);
      await (isLookedAt ? assertAccessible(page, path) : assertFits(page, path));
    }
    await assertFitsTablet(page, path);
  }
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('coins are withdrawn with the keyboard alone after a look at the amount and the fee', async () => {
  const { page, complaints } = await open('en-GB');
  await page.goto(`${address}/console/psp/1/withdrawals/new`);
  await page.getByLabel('Amount', { exact: true }).focus();
  await page.keyboard.type('100');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type(newWallet('BTC'));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('customer-42');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Check the figures' }).waitFor();
  await assertAccessible(page, 'offer');
  await page.getByRole('button', { name: /^Withdraw 0\.\d+ BTC for €10/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Withdrawal started').first().waitFor();
  await page.getByText('Transaction signed').first().waitFor();
  assert.deepEqual(complaints, []);
  await page.context().close();
});

test('the crosshair of a cheap coin shows as many decimals as the table', async () => {
  await praca.sql`
    insert into merchant.rate_history (pair, starts_at, seconds, open, high, low, close)
    values ('XRPEUR', date_bin('1 minute', ${new Date(praca.clock.nowMs() - 600_000)}::timestamptz, 'epoch'), 60,
      198700000, 198818100, 198647300, 198798300)`;
  const { page, complaints } = await open('en-GB');
  await page.goto(`${address}/console/psp/1/rates/XRPEUR`);
  await page.locator('.plot').press('Home');
  assert.match(
    await page.locator('.legend').innerText(),
    /Price\s+€1\.987983\s+\S+\s+€1\.988181\s+\S+\s+€1\.986473/,
  );
  assert.equal(
    await countForcedColours(page, '.chip'),
    2,
    'chosen and unchosen chips differ in forced colours',
  );
  const lines = { of: 'border-top-color', pseudo: '::before' };
  assert.ok((await countForcedColours(page, '.legend .series', lines)) > 1, 'as in the picture');
  assert.deepEqual(complaints, []);
  await page.context().close();
});
