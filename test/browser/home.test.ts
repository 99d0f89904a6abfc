import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { transaction } from '../../src/platform/postgres/client/transaction.ts';
import { queueMail } from '../../src/platform/mail/mail.ts';
import { assertAccessible, assertAccessibleOnScreens, assertFits } from '../support/accessible.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { openBrowser } from '../support/browser.ts';
import { until } from '../support/process.ts';

let testApp: TestApp;
let browser: Browser;
let address: string;

before(async () => {
  testApp = await openTestApp();
  address = await testApp.listen();
  await testApp.runJobs();
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  await testApp.close();
});

/** Opens a page and records every complaint of the browser and every request to another host. */
async function open(
  path: string,
  width = 360,
  language = 'en',
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({
    viewport: { width, height: 740 },
    locale: language,
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on(
    'request',
    (request) =>
      !request.url().startsWith(address) &&
      !request.url().startsWith('data:') &&
      !request.url().startsWith('blob:') &&
      complaints.push(`requested ${request.url()}`),
  );
  await page.goto(address + path, { waitUntil: 'networkidle' });
  return { page, complaints };
}

test('the accessibility check finds faults in a bad page', async () => {
  const page = await browser.newPage();
  await page.setContent(`<!doctype html><html lang="en"><title>A page</title><main><h1>Heading</h1>
    <p style="color: #bbb; background: #fff">faint</p><img src="data:,"></main></html>`);
  await assert.rejects(assertAccessible(page), /(?=[^]*\ncolor-contrast: <p)(?=[^]*\nimage-alt: <img)/);
  await assertFits(page);
  const lying = (ground: string): string => `<div style="position: relative">
      <div style="background: ${ground}; height: 9em"></div><p style="position: absolute; top: 2em">dim</p></div>`;
  const among = (one: string): Promise<void> =>
    page.setContent(`<!doctype html><html lang="en"><title>A page</title><style>p { margin: 0 }</style><main>
      <h1>Heading</h1><div style="height: 17em; overflow: hidden">${'<p>clear</p>'.repeat(40)}</div>${one}
      ${'<p>clear</p>'.repeat(9)}</main></html>`);
  // One text in the middle of many similar ones, differing only in its background.
  for (const dark of ['<div style="background: #555"><p>dim</p></div>', lying('#555')]) {
    await among(dark);
    await assert.rejects(assertAccessible(page), /\ncolor-contrast: <p[^>]*>dim</);
  }
  // A covered text cannot be checked, but it is checked on the next page where it is visible.
  const dimmer = '<div style="background: #666"><p>dim</p></div>';
  await among(
    `<div style="position: relative">${dimmer}<div style="position: absolute; inset: 0; background: #fff"></div></div>`,
  );
  await assertAccessible(page);
  await among(dimmer);
  await assert.rejects(assertAccessible(page), /\ncolor-contrast: <p[^>]*>dim</);
  // A similar text without a fault on an earlier page must not hide this fault.
  await among(lying('#fff'));
  await assertAccessible(page);
  await among(lying('#555'));
  await assert.rejects(assertAccessible(page), /\ncolor-contrast: <p[^>]*>dim</);
  await page.setContent('<div style="width: 9000px">wide</div>');
  await assert.rejects(assertFits(page), /wider than the screen/);
  await page.close();
});

test('the home page leads to the reference and the error codes and is accessible on a phone', async () => {
  const { page, complaints } = await open('/');
  await assertAccessible(page);
  await page.getByRole('link', { name: 'Error codes' }).click();
  await page.getByRole('heading', { name: 'Error codes' }).waitFor();
  await assertAccessible(page);
  assert.deepEqual(complaints, []);
});

test('the home page shows what runs here, in three languages, light and dark, on every screen', async () => {
  for (const [language, says] of [
    ['en', ['Open the console', 'Ready', 'Sandbox: test money', 'Mailbox']],
    ['pt', ['Abrir o console', 'Pronto', 'Sandbox: dinheiro de teste', 'Caixa de e-mail']],
    ['de', ['Konsole öffnen', 'Bereit', 'Sandbox: Testgeld', 'Postfach']],
  ] as const) {
    const { page, complaints } = await open('/', 360, language);
    await assertAccessibleOnScreens(page, language);
    for (const text of says) await page.getByText(text, { exact: true }).first().waitFor();
    for (const service of ['Merchant', 'Accounts', 'Social']) {
      await page.getByRole('heading', { name: service, exact: true }).waitFor();
    }
    assert.equal(await page.locator('html').getAttribute('lang'), language);
    assert.deepEqual(complaints, []);
    await page.context().close();
  }
  const { page } = await open('/');
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await page.getByRole('link', { name: 'Konsole öffnen' }).click();
  await page.waitForURL(/\/console/);
});

test('the reference shows every service and sends requests to this server only', async () => {
  const { page, complaints } = await open('/docs', 1280);
  const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  await title('Merchant').waitFor();
  for (const [shown, next] of [
    ['Merchant', 'Accounts'],
    ['Accounts', 'Social'],
  ] as const) {
    await page.getByRole('button', { name: shown, exact: true }).click();
    await page.getByRole('option', { name: next, exact: true }).click();
    await title(next).waitFor();
  }
  const links = await page.evaluate<string[]>(
    `[...document.querySelectorAll('a[href]')].filter((link) => link.checkVisibility()).map(({ href }) => href)`,
  );
  assert.deepEqual(
    links.filter((href) => !href.startsWith(address)),
    [],
  );
  assert.equal(await page.locator('.reference-bar .sandbox').innerText(), 'Sandbox');
  await assertAccessibleOnScreens(page, 'reference');
  assert.deepEqual(complaints, []);
  await page.getByRole('link', { name: 'Praça', exact: true }).click();
  await page.waitForURL(`${address}/`);
});

test('the reference of a service opens at an operation with the sandbox’s token filled in', async () => {
  const { page, complaints } = await open('/docs/merchant#tag/rates/GET/rates/{currencyPairCode}', 1280);
  await page.getByRole('heading', { name: 'Current market rate' }).first().waitFor();
  await page.waitForFunction('scrollY > 300');
  assert.match(await page.getByPlaceholder('Token').first().inputValue(), /^eyJ[\w.-]+$/);
  assert.deepEqual(complaints, []);
});

test('a mail in the mailbox is shown as its reader would see it', async () => {
  await transaction(testApp.sql, (tx) =>
    queueMail(tx, testApp.platform, {
      to: 'ana@example.com',
      subject: 'Bem-vinda',
      text: 'Olá Ana',
      html: '<p>Olá <b>Ana</b></p><script>document.body.append("hacked")</script>',
    }),
  );
  await until(async () => (await testApp.sql`select from platform.mailbox`).length > 0, 'the mail');
  const { page } = await open('/mailbox');
  await assertAccessible(page);
  await page.getByRole('link', { name: 'Bem-vinda' }).click();
  const mail = page.frameLocator('iframe');
  await mail.getByText('Ana').waitFor();
  await page.waitForLoadState('networkidle');
  assert.equal((await mail.locator('body').innerText()).trim(), 'Olá Ana', 'its script does not run');
  assert.equal(await page.title(), 'Bem-vinda');
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  );
  assert.equal(overflow, false);
});
