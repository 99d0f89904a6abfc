import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { assertAccessible } from '../support/accessible.ts';
import { openAccountsApp, type AccountsApp } from '../support/accounts.ts';
import { skipTour, visitApp } from '../support/app-visitor.ts';
import { openBrowser } from '../support/browser.ts';

let accounts: AccountsApp;
let browser: Browser;
let address: string;

before(async () => {
  // Production settings: a stated name is not trusted, and an address must be confirmed.
  accounts = await openAccountsApp({
    settings: {
      // The app belongs to the service social.
      SERVICES: 'accounts,social',
      BELIEVE_STATED_USER: 'no',
      CONFIRM_ADDRESS: 'yes',
      RECOVERY_RETURNS_PASSWORD: 'no',
    },
  });
  await accounts.runJobs();
  address = await accounts.listen();
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  await accounts.close();
});

const fill = (page: Page, label: string, text: string): Promise<void> =>
  page.getByLabel(label, { exact: true }).fill(text);
const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

test('a person signs up, confirms the address, signs in, and replaces a forgotten password by a mailed code', async () => {
  const { page, context, complaints } = await visitApp(browser, address, '/app');
  const email = 'lia@example.com';
  await press(page, 'Create an account');
  await press(page, 'Create account');
  await page.getByText('Please fill this in').waitFor();
  await assertAccessible(page);
  await fill(page, 'First name', 'Lia');
  await fill(page, 'Last name', '<b>Prado</b>');
  await fill(page, 'E-mail', email);
  await fill(page, 'Password', 'um banco na praça');
  await press(page, 'Create account');
  await page.getByRole('heading', { name: 'Confirm your e-mail address' }).waitFor();
  await page.getByText(`We have sent an e-mail to ${email}.`).waitFor();
  await assertAccessible(page);
  const [mail] = await accounts.mailTo(email);
  const [link = ''] = /https?:\/\/\S+/.exec(mail?.text ?? '') ?? [];
  const other = await context.newPage();
  const { pathname, search } = new URL(link);
  await other.goto(address + pathname + search);
  await fill(other, 'Password', 'um banco na praça');
  await press(other, 'Confirm address');
  await other.getByRole('heading', { name: 'Your address is confirmed' }).waitFor();
  await other.getByRole('link', { name: 'Open the app' }).click();
  await other.waitForURL('**/app/sign-in');
  await other.close();
  await press(page, 'I have confirmed it');
  await skipTour(page);
  await page.goto(`${address}/app/me`);
  await page.getByRole('heading', { name: 'Lia <b>Prado</b>' }).waitFor();
  const names = (await context.cookies()).map(({ name }) => name);
  assert.ok(
    !names.some((name) => name.endsWith('praca_session')),
    `the account’s session is over: ${names.join()}`,
  );

  await press(page, 'Sign out');
  await press(page, 'I forgot my password');
  await fill(page, 'E-mail', email);
  await press(page, 'Send e-mail');
  await page.getByText('Open the link, or type the code.').waitFor();
  const mails = await accounts.mailTo(email, 2);
  const code = mails.map(({ text }) => /^\s*([A-Z0-9-]{6,})\s*$/m.exec(text)?.[1]).findLast(Boolean) ?? '';
  assert.notEqual(code, '', mails.map(({ text }) => text).join('\n'));
  await fill(page, 'Code from the e-mail', code);
  await fill(page, 'New password', 'dois bancos na praça');
  await assertAccessible(page);
  await press(page, 'Save password and sign in');
  await page.waitForURL((url) => !/sign-in/.test(url.pathname));
  await page.goto(`${address}/app/me`);
  await press(page, 'Sign out');
  await fill(page, 'E-mail', email);
  await fill(page, 'Password', 'um banco na praça');
  await press(page, 'Sign in');
  await page.getByRole('alert').waitFor();
  await fill(page, 'Password', 'dois bancos na praça');
  await press(page, 'Sign in');
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor({ state: 'detached' });
  // No presentation is published here, so the browser reports a 404.
  assert.deepEqual(
    complaints.filter((text) => !text.includes('404 (Not Found)')),
    [],
  );
  await context.close();
});
