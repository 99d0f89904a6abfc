import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { proposeAdjustment } from '../../src/merchant/books/adjustments/propose-adjustment.ts';
import {
  assertAccessible,
  assertAccessibleOnScreens,
  assertFits,
  assertFitsTablet,
} from '../support/accessible.ts';
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
  // The chain readers start shortly after the app.
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

test('every staff page is accessible, on a desktop and on a phone in dark colours', async () => {
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
  // The page shows one moment, in which another process may be about to take over.
  await until(async () => {
    await page.goto(`${address}/console/staff/chains`);
    return (await page.getByText(/^sessão \d+$/).count()) > 0;
  }, 'a reader of a chain');
  assert.equal(await page.getByText('simulada', { exact: true }).count(), 5);
  // A member's own proposal has a sentence beside its button. German has the longest one.
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

test('a second member confirms a credit with the keyboard alone after reading its consequences', async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en' });
  const page = await context.newPage();
  await signInAs(page, 'treasury', '/console/staff/psps/7');
  const opener = page.locator('button[popovertarget^="confirm-"]').first();
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialogue = page.locator('.dialogue:popover-open');
  await dialogue.waitFor();
  assert.match(await dialogue.innerText(), /from €0\.00 to €10,000,000\.00/);
  // The dialogue gets the focus first, so it is read before a button can be pressed, and it blocks the page behind it.
  await page.locator('.dialogue[aria-modal]:focus').waitFor();
  await assertAccessible(page, 'a dialogue');
  const walked: unknown[] = [];
  for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key);
    const place = `document.activeElement === document.body ? 'the browser' :
      document.activeElement.closest('.dialogue:popover-open') ? 'the dialogue' : 'the page'`;
    walked.push(await page.evaluate(place));
  }
  assert.ok(!walked.includes('the page'), walked.join());
  await page.keyboard.press('Escape');
  await dialogue.waitFor({ state: 'hidden' });
  await page.locator('[popovertarget^="confirm-"]:not(.dialogue *):focus').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.dialogue[aria-modal]:focus').waitFor();
  await page.mouse.click(2, 400);
  await page.locator('[popovertarget^="confirm-"]:not(.dialogue *):focus').waitFor();
  assert.equal(await page.locator('[inert], [aria-modal]').count(), 0);
  await page.keyboard.press('Enter');
  await dialogue.waitFor();
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

test('a refused dialogue opens again with the typed values and the reason', async () => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'de' });
  const page = await context.newPage();
  await signInAs(page, 'admin', '/console/staff/psps/7');
  await page.locator('button[popovertarget="limits-LTC"]').first().click();
  const dialogue = page.locator('.dialogue:popover-open');
  await dialogue.locator('#one-LTC').fill('viel');
  await dialogue.locator('#day-LTC').fill('12');
  await dialogue.locator('button[type=submit]').click();
  await page.waitForURL('**/psps/7/limits');
  await dialogue.waitFor();
  assert.equal(await dialogue.getAttribute('id'), 'limits-LTC');
  assert.equal(await dialogue.getByRole('alert').count(), 1);
  assert.equal(await page.locator('.notice.bad').count(), 1, 'the message appears once');
  await dialogue.locator('[data-refused]:focus').waitFor();
  assert.deepEqual(
    [await page.locator('#one-LTC').inputValue(), await page.locator('#day-LTC').inputValue()],
    ['viel', '12'],
  );
  assert.equal(await page.locator('#day-BTC').inputValue(), '', 'other fields are unchanged');
  await assertAccessible(page, 'a refused dialogue');
  await page.keyboard.press('Escape');
  await dialogue.waitFor({ state: 'hidden' });
  await page.locator('button[popovertarget="limits-LTC"]:not(.dialogue *):focus').waitFor();
  await page.keyboard.press('Enter');
  await dialogue.locator('#one-LTC').fill('3');
  await dialogue.locator('button[type=submit]').click();
  await page.waitForURL(/psps\/7\?done=/);
  const limits = await praca.sql`
    select coin, one_amount, day_amount from merchant.payout_limits where psp_id = 7`;
  assert.deepEqual(
    limits.map((row) => ({ ...row })),
    [{ coin: 'LTC', one_amount: 300_000_000n, day_amount: 1_200_000_000n }],
  );
  await context.close();
});

test('a refused dialogue also opens again if its form has a `once` field, which is new on each page', async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en' });
  const page = await context.newPage();
  await signInAs(page, 'admin', '/console/staff/psps');
  await page.locator('button[popovertarget="create-psp"]').first().click();
  const dialogue = page.locator('.dialogue:popover-open');
  await dialogue.locator('[name=name]').fill('   ');
  await dialogue.locator('button[type=submit]').click();
  await page.waitForURL('**/psps/create');
  await dialogue.locator('[data-refused]:focus').waitFor();
  assert.equal(await dialogue.getAttribute('id'), 'create-psp');
  await context.close();
});

test('a moderator uploads the picture of a new event', async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en' });
  const page = await context.newPage();
  await signInAs(page, 'admin', '/console/staff/social/events/new');
  for (const [name, value] of [
    ['name', 'Roda de samba'],
    ['category', 'Music'],
    ['starts', '2040-03-20T19:00'],
    ['ends', '2040-03-20T23:00'],
    ['venue', 'Praça da Sé'],
    ['city', 'São Paulo, SP'],
  ] as const)
    await page.locator(`[name="${name}"]`).fill(value);
  const buffer = await sharp({ create: { width: 600, height: 300, channels: 3, background: 'navy' } })
    .png()
    .toBuffer();
  const picture = page.locator('input[type="file"]');
  await picture.setInputFiles({ name: 'poster.png', mimeType: 'image/png', buffer });
  await page.getByRole('button', { name: 'Create an event' }).click();
  await page.waitForURL('**/console/staff/social/events/*?done=event.created');
  const shown = page.locator('img.cover');
  await shown.waitFor();
  assert.match((await shown.getAttribute('src')) ?? '', /^\/social\/event-pictures\//);
  await until(
    async () => (await page.evaluate("document.querySelector('img.cover').naturalWidth")) === 600,
    'the picture in the page',
  );
  await assertAccessible(page, 'an event with a picture');
  await context.close();
});

test('live parts of a page update by themselves', async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en' });
  const page = await context.newPage();
  await signInAs(page, 'admin', '/console/staff/alerts');
  await runCommand(praca, 'payout freeze', [], { by: 'ana@commands.test', reason: 'a try', coin: 'LTC' });
  await page.getByText('Payouts of LTC are frozen').waitFor();
  await context.close();
});

test('a live page says when it lost its connection, reconnects, and leads to the sign-in after the session has ended', async () => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, locale: 'en' });
  const page = await context.newPage();
  await page.clock.install();
  await signInAs(page, 'admin', '/console/staff/alerts');
  await page.waitForLoadState();
  await page.clock.pauseAt(Date.now() + 60_000);
  const looks = (): Promise<unknown> =>
    page.waitForRequest((request) => request.headers()['x-watching'] !== undefined);
  const said = page.locator('#away .notice');
  const letTimePass = async (isSo: () => Promise<boolean>, what: string): Promise<number> => {
    let seconds = 0;
    await until(async () => {
      if (await isSo()) return true;
      await page.clock.runFor(1000);
      seconds += 1;
      return false;
    }, what);
    return seconds;
  };
  let failed = 0;
  page.on('requestfailed', () => (failed += 1));

  await context.setOffline(true);
  await letTimePass(() => said.isVisible(), 'the message about the lost connection');
  assert.ok(failed >= 2, 'one lost look is no news');
  assert.match(await said.innerText(), /^Not updated since \d+ \w+ 20\d\d, \d\d:\d\d\./);
  await assertFits(page, 'not live');
  // The page's clock is stopped, so only the online event can reconnect it.
  await context.setOffline(false);
  await said.waitFor({ state: 'detached' });

  let isDown = true;
  await page.route('**/console/staff/alerts', (route) =>
    isDown ? route.fulfill({ status: 503, body: 'away' }) : route.fallback(),
  );
  await letTimePass(() => said.isVisible(), 'the message about the lost server');
  await page.clock.runFor(600_000);
  isDown = false;
  const waited = await letTimePass(async () => !(await said.isVisible()), 'the server is back');
  assert.ok(waited <= 40, `${waited} seconds until the next try`);
  const look = looks();
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
  await look;

  const other = await context.newPage();
  await other.goto(`${address}/console/me`);
  await other.locator('.push summary').click();
  await other.getByRole('button', { name: 'Sign out' }).click();
  await other.getByRole('heading', { name: 'Sign in' }).waitFor();
  const isAtSignIn = (): boolean => page.url().endsWith('/console/sign-in?to=%2Fconsole%2Fstaff%2Falerts');
  await letTimePass(async () => isAtSignIn(), 'the sign-in page');
  await context.close();
});

test('a payout is approved from the overview in two clicks', async () => {
  const context = await browser.newContext({ viewport: { width: 360, height: 780 }, locale: 'en' });
  const page = await context.newPage();
  await signInAs(page, 'treasury', '/console/staff');
  const clicks = { count: 0 };
  await page.exposeFunction('countClick', () => void (clicks.count += 1));
  await page.evaluate("document.addEventListener('click', () => countClick(), true)");
  await page.locator('#queue').getByRole('button', { name: 'Approve', exact: true }).click();
  const dialogue = page.locator('.dialogue:popover-open');
  assert.match(await dialogue.innerText(), /0\.00500000 BTC \(about €[\d,.]+\) is sent/);
  await dialogue.getByRole('button', { name: 'Approve 0.00500000 BTC' }).click();
  await page.waitForURL('**/console/staff?done=payout.approved');
  assert.equal(clicks.count, 2);
  await page.getByText('Payout approved').waitFor();
  assert.equal(await page.locator('[popovertarget^="approve-"]').count(), 0);
  await context.close();
});
