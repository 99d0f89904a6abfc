import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { assertAccessible, assertFitsLargeLetters } from '../support/accessible.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { openBrowser } from '../support/browser.ts';
import { createPerson, goodPassword, memberAs, staffAs } from '../support/console.ts';
import { merchantClient } from '../support/merchant.ts';
import { paymentBody } from '../support/payments.ts';

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

test('reloading or going back after a refused form submits nothing twice', async () => {
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

test('a refused form moves the focus to the first invalid field or to the error message', async () => {
  const owner = await createPerson(praca, [memberAs('owner')]);
  const page = await browser.newPage({ locale: 'en' });
  await page.goto(`${address}/console/sign-in?to=/console/psp/1/payments/new`);
  await page.getByLabel('E-mail').fill(owner.email);
  await page.getByLabel('Password').fill(goodPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`${address}/console/psp/1/payments/new`);
  const untilFocused = (where: string): Promise<void> => page.locator(`${where}:focus`).waitFor();
  await untilFocused('#payment_amount');
  await page.getByText('Reference, shop and customer').click();
  const send = async (fields: Record<string, string>): Promise<void> => {
    for (const [name, value] of Object.entries(fields)) await page.locator(`#${name}`).fill(value);
    await page.getByRole('button', { name: 'Create payment' }).click();
  };
  await send({
    payment_amount: '20',
    payment_reference: 'invoice 7',
    payment_description: ' ',
    merchant_name: 'Oficina',
    customer_reference_id: 'customer 9',
    customer_first_name: 'Rui',
    customer_last_name: 'Alves',
    customer_email_address: 'rui@localhost',
  });
  await untilFocused('#payment_description[aria-invalid]');
  const invalid = page.locator('[aria-invalid=true]');
  assert.deepEqual(await invalid.evaluateAll((fields) => fields.map(({ id }) => id)), [
    'payment_description',
    'customer_email_address',
  ]);
  await page.getByText('Must not be empty.').waitFor();
  await assertAccessible(page, 'a refused form');
  await praca.sql`update merchant.psps set unique_payment_references = true where id = 1`;
  await merchantClient(praca).then((client) =>
    client.post('/payments', { ...paymentBody, payment_reference: 'invoice 7' }),
  );
  await send({ payment_description: 'A chair', customer_email_address: 'rui@example.com' });
  await untilFocused(':has(> [role=alert])');
  assert.match(await page.getByRole('alert').innerText(), /A payment with this reference already exists/);
  assert.equal(await invalid.count(), 0);
  await page.close();
});

test('text at twice the size fits on a phone', async () => {
  const person = await createPerson(praca, [memberAs('owner'), staffAs('admin')]);
  const page = await browser.newPage({ locale: 'pt-BR', viewport: { width: 360, height: 740 } });
  await page.goto(`${address}/console/me`);
  await assertFitsLargeLetters(page, 'sign-in');
  await page.locator('#email').fill(person.email);
  await page.locator('#password').fill(goodPassword);
  await page.locator('form[action^="/console/sign-in?"] button').click();
  await page.waitForURL('**/console/me');
  for (const path of ['/me', '/psp/1', '/staff', '/staff/health', '/psp/1/team']) {
    await page.goto(`${address}/console${path}`);
    await assertFitsLargeLetters(page, path);
  }
  await page.close();
});
