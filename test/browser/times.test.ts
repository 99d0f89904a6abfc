import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { queueMail } from '../../src/platform/mail/mail.ts';
import { transaction } from '../../src/platform/postgres/client/transaction.ts';
import { assertFitsLargeLetters } from '../support/accessible.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { openBrowser } from '../support/browser.ts';
import { createPerson, goodPassword, memberAs } from '../support/console.ts';
import { until } from '../support/process.ts';

let praca: TestApp;
let browser: Browser;
let address: string;

before(async () => {
  praca = await openTestApp();
  address = await praca.listen();
  await praca.runJobs();
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  await praca.close();
});

/** Formats a time for a German reader in Manaus, which is UTC-4 all year. */
const inManaus = (text: string): string =>
  new Intl.DateTimeFormat('de-DE', {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: 'America/Manaus',
  }).format(new Date(text));

test('exact times use the reader’s time zone and language in the mailbox and in the console', async () => {
  const { platform, sql } = praca;
  await transaction(sql, async (tx) =>
    queueMail(tx, platform, { to: 'a@example.com', subject: 'Hi', text: '' }),
  );
  await until(async () => (await praca.app.inject('/mailbox/messages')).json().length > 0, 'the mail');
  const owner = await createPerson(praca, [memberAs('owner')]);
  const page = await browser.newPage({ locale: 'de-DE', timezoneId: 'America/Manaus' });
  const read = async (): Promise<void> => {
    const time = page.locator('time[data-exact]').first();
    const [machine, text] = [await time.getAttribute('datetime'), await time.textContent()];
    assert.equal(text, inManaus(machine ?? ''), page.url());
    assert.match((await time.getAttribute('title')) ?? '', /GMT-4$/);
  };
  await page.goto(`${address}/mailbox`);
  await read();
  await page.getByRole('link', { name: 'Hi' }).click();
  await page.waitForURL(/\/mailbox\/[0-9a-f]/);
  await read();
  await page.goto(`${address}/console/psp/1/sandbox`);
  await page.locator('#email').fill(owner.email);
  await page.locator('#password').fill(goodPassword);
  await page.locator('form[action^="/console/sign-in?"] button').click();
  await page.waitForURL('**/sandbox');
  await read();
  await assertFitsLargeLetters(page, 'the sandbox’s buttons');
  await page.close();
});
