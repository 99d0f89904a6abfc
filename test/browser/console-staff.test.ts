import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { proposeAdjustment } from '../../src/merchant/adjustments/propose-adjustment.ts';
import { assertAccessibleOnScreens, assertFits, assertFitsTablet } from '../support/accessible.ts';
import type { TestApp } from '../support/app.ts';
import { openBrowser } from '../support/browser.ts';
import { runCommand } from '../support/commands.ts';
import { createPerson, goodPassword, openConsoleApp, staffAs } from '../support/console.ts';
import { merchantClient } from '../support/merchant.ts';
import { askToWithdraw } from '../support/withdrawals.ts';
import { until } from '../support/process.ts';

let praca: TestApp;
let browser: Browser;
let address: string;

before(async () => {
  praca = await openConsoleApp({ SIMULATED_BLOCK_SECONDS: '0' });
  address = await praca.listen();
  await praca.start();
  const { sql } = praca;
  await sql`insert into merchant.psps (id, name, created_at) values (7, ${'Café '.repeat(20)}, now())`;
  await runCommand(praca, 'psp limits', ['1', 'BTC'], { approval: '0.001' });
  const client = await merchantClient(praca);
  // Chains are read a moment after the start.
  await until(async () => {
    const [ready] = await sql`select from merchant.chain_states where coin = 'BTC' and fee_rate is not null`;
    return ready !== undefined;
  }, 'the first look at the chain');
  await askToWithdraw(client, 'BTC', '0.005');
  const wanted = {
    pspId: 7,
    asset: 'EUR',
    amountMinor: 10_000_000_00n,
    reference: 'bank transfer 17',
  } as const;
  await proposeAdjustment(praca.platform, { ...wanted, by: 'rui@example.com' });
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  await praca.close();
});

async function signInAs(page: Page, role: 'admin' | 'treasury', to: string): Promise<string> {
  const { email } = await createPerson(praca, [staffAs(role)]);
  await page.goto(`${address}${to}`);
  await page.locator('#email').fill(email);
  await page.locator('#password').fill(goodPassword);
  await page.locator('form[action^="/console/sign-in?"] button').click();
  await page.waitForURL(`**${to}`);
  return email;
}

const paths = [
  '',
  '/psps',
  '/psps/7',
  '/adjustments',
  '/treasury',
  '/payouts',
  '/held',
  '/alerts',
  '/webhooks',
  '/chains',
  '/jobs',
  '/health',
];

test('every page of staff is readable for everybody, at a desk and in the dark on a phone', async () => {
  const context = await browser.newContext({ locale: 'pt-BR' });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  const by = await signInAs(page, 'admin', '/console/staff');
  for (const path of paths) {
    await page.goto(`${address}/console/staff${path}`);
    await assertAccessibleOnScreens(page, path);
  }
  await page.goto(`${address}/console/staff/chains`);
  await page
    .getByText(/^sessão \d+$/)
    .first()
    .waitFor();
  assert.equal(await page.getByText('simulada', { exact: true }).count(), 5);
  // What one proposed oneself has a sentence beside its button, and German the longest.
  const own = {
    pspId: 1,
    asset: 'EUR',
    amountMinor: 10_000_000_00n,
    reference: 'bank transfer 18',
  } as const;
  await proposeAdjustment(praca.platform, { ...own, by });
  await page.goto(`${address}/console/staff/psps/1?lang=de`);
  await page.setViewportSize({ width: 1280, height: 780 });
  await assertFits(page, 'own proposal');
  await assertFitsTablet(page, 'own proposal');
  assert.deepEqual(complaints, []);
  await context.close();
});

test('a second person confirms a credit with the keyboard alone, after having read what it does', async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en' });
  const page = await context.newPage();
  await signInAs(page, 'treasury', '/console/staff/psps/7');
  const opener = page.locator('button[popovertarget^="confirm-"]').first();
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialogue = page.locator('.dialogue:popover-open');
  await dialogue.waitFor();
  assert.match(await dialogue.innerText(), /from €0\.00 to €10,000,000\.00/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate('document.activeElement.textContent.trim()'), 'Credit €10,000,000.00');
  await page.keyboard.press('Enter');
  await page.getByText('Booked').first().waitFor();
  const [row] = await praca.sql<{ balance: bigint }[]>`
    select balance from merchant.ledger_accounts where owner = 'psp:7' and asset = 'EUR'`;
  assert.equal(row?.balance, 10_000_000_00n);
  await context.close();
});

test('what is alive is drawn anew by itself', async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en' });
  const page = await context.newPage();
  await signInAs(page, 'admin', '/console/staff/alerts');
  await runCommand(praca, 'payout freeze', [], { by: 'ana', reason: 'a try', coin: 'LTC' });
  await page.getByText('Payouts of LTC are frozen').waitFor();
  await context.close();
});
