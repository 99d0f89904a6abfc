import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openTestApp, type TestApp } from '../support/app.ts';
import { openBrowser } from '../support/browser.ts';
import { createPerson, goodPassword, memberAs } from '../support/console.ts';

let praca: TestApp;
let browser: Browser;
let address: string;

before(async () => {
  praca = await openTestApp();
  address = await praca.listen();
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  await praca.close();
});

test('whoever was refused loads the page again, or comes back to it, and sends nothing twice', async () => {
  const owner = await createPerson(praca, [memberAs('owner')]);
  const page = await browser.newPage({ locale: 'en' });
  const signIn = async (password: string): Promise<void> => {
    await page.getByLabel('E-mail').fill(owner.email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  await page.goto(`${address}/console/sign-in?to=/console/psp/1/team`);
  await signIn('wrong');
  await page.getByRole('alert').waitFor();
  const again = await page.reload();
  assert.deepEqual([again?.status(), again?.request().method()], [200, 'GET']);
  await signIn(goodPassword);
  await page.waitForURL(`${address}/console/psp/1/team`);
  await page.getByLabel('E-mail').fill(owner.email);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await page.waitForURL(`${address}/console/psp/1/team/invite`);
  await page.locator('.notice.bad, .fault').waitFor();
  await page.goto(`${address}/console/me`);
  const back = await page.goBack();
  assert.deepEqual([back?.status(), page.url()], [200, `${address}/console/psp/1/team`]);
  await page.close();
});
