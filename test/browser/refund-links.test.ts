import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Locator } from 'playwright-core';
import { checkoutTexts } from '../../src/merchant/payments/checkout/texts/translations.ts';
import { claimTexts } from '../../src/merchant/payments/checkout/claims/claim-texts.ts';
import { assertAccessibleOnScreens, assertFitsLargeLetters } from '../support/accessible.ts';
import { holdTime } from '../support/app.ts';
import { openBrowser } from '../support/browser.ts';
import { openCheckoutApp, type CheckoutApp } from '../support/checkout.ts';
import { openCustomer } from '../support/customer.ts';

let praca: CheckoutApp;
let browser: Browser;

before(async () => {
  praca = await openCheckoutApp();
  await praca.sql`
    update merchant.psps set support_address = 'help@shop.example', shop_url = 'https://shop.example/' where id = 1`;
  browser = await openBrowser();
});
after(async () => {
  await browser.close();
  await praca.close();
});

const arrive = (script = true) => openCustomer(browser, { homes: [praca.address], script });
const topOf = async (element: Locator): Promise<number> => (await element.boundingBox())?.y ?? Number.NaN;

async function linkOf(amount: string): Promise<string> {
  const { id } = await praca.createPayment({ payment_amount: '40.00' });
  await praca.choose(id, 'BTC');
  await praca.pay(id);
  await praca.mine('BTC', 1);
  await praca.awaitStatus(id, 'PAID');
  const link = await praca.post(`/payments/${id}/refund-links`, {
    refund_reason: 'x',
    refund_amount: amount,
  });
  return String(link['url']);
}

test('a customer claims a refund, corrects the address, and follows its progress', async () => {
  const url = await linkOf('15.00');
  const { page, leave, complaints } = await arrive();
  await page.goto(url);
  await page.getByRole('heading', { level: 1, name: 'Your refund from Café Aurora' }).waitFor();
  await page.getByText('€15.00').first().waitFor();
  await assertAccessibleOnScreens(page, 'the form');
  await assertFitsLargeLetters(page, 'the form');
  const field = page.getByLabel('Your Bitcoin address');
  await field.fill('tb1qmistyped');
  await page.getByRole('button', { name: claimTexts.proceed.en }).click();
  await page.getByText('This is not a Bitcoin address').waitFor();
  assert.equal(await field.inputValue(), 'tb1qmistyped', 'the customer can correct it');
  await assertAccessibleOnScreens(page, 'the fault');
  await field.fill('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx');
  await page.getByRole('button', { name: claimTexts.proceed.en }).click();
  await page.getByRole('heading', { name: claimTexts.reviewTitle.en }).waitFor();
  await page.getByText('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx').waitFor();
  await assertAccessibleOnScreens(page, 'the question');
  await page.getByRole('button', { name: claimTexts.confirm.en }).click();
  await page.getByRole('heading', { name: /^(?:Your refund is|Refunded)/ }).waitFor();
  await assertAccessibleOnScreens(page, 'the progress');
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { name: /^(?:Ihre Erstattung|Erstattet)/ }).waitFor();
  // Chromium reports the refused form as a failed request.
  assert.deepEqual(
    complaints.filter((line) => !line.includes('400')),
    [],
  );
  await leave();
});

test('a refund is claimed without scripts', async () => {
  const { page, leave } = await arrive(false);
  await page.goto(await linkOf('15.00'));
  await page.getByLabel('Your Bitcoin address').fill('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx');
  await page.getByRole('button', { name: claimTexts.proceed.en }).click();
  await page.getByRole('button', { name: claimTexts.confirm.en }).click();
  await page.getByRole('heading', { name: /^(?:Your refund is|Refunded)/ }).waitFor();
  await leave();
});

test('a revoked link and an unknown one say what to do', async () => {
  const url = await linkOf('5.00');
  const [link] = await praca.sql<{ id: string }[]>`
    select id from merchant.refund_links where status = 'OPEN' order by id desc limit 1`;
  await praca.post(`/refund-links/${link?.id}/revoke`);
  const { page, leave } = await arrive();
  await page.goto(url);
  await page.getByRole('heading', { name: claimTexts.revokedTitle.en }).waitFor();
  await assertAccessibleOnScreens(page, 'a revoked link');
  await page.goto(`${praca.address}/pay/refund?token=nonsense`);
  await page.getByRole('heading', { name: claimTexts.unknownTitle.en }).waitFor();
  await assertAccessibleOnScreens(page, 'an unknown link');
  await leave();
});

test('on a phone the wallet comes before the code, on a desktop after it', async () => {
  const { id, url } = await praca.createPayment();
  await praca.choose(id, 'LTC');
  const { page, leave } = await arrive();
  await page.goto(url);
  const [wallet, code] = [page.getByRole('link', { name: checkoutTexts.en.openWallet }), page.locator('.qr')];
  assert.ok((await topOf(wallet)) < (await topOf(code)));
  await page.setViewportSize({ width: 1280, height: 780 });
  assert.ok((await topOf(wallet)) > (await topOf(code)));
  await leave();
});

test('a customer gets a new price in the last two minutes, with and without scripts', async () => {
  // Last, because the clock stands still from here on: the two minutes must not pass during the test.
  holdTime(praca.clock);
  for (const script of [true, false]) {
    const { id, url } = await praca.createPayment();
    const { payment_cryptocurrency_address: first } = await praca.choose(id, 'LTC');
    const { page, leave, complaints } = await arrive(script);
    await page.goto(url);
    const renew = page.getByRole('button', { name: checkoutTexts.en.renew });
    await page.getByText(String(first)).waitFor();
    assert.equal(await renew.count(), 0, 'not before');
    praca.clock.offsetMs += 13.5 * 60_000;
    if (!script) await page.reload();
    await renew.waitFor();
    if (script) await assertAccessibleOnScreens(page, 'the offer of a new price');
    await renew.click();
    await page
      .locator('#address')
      .filter({ hasNotText: String(first) })
      .waitFor();
    assert.equal(await renew.count(), 0, 'the new price is valid for a while');
    const payment = await praca.lookUp(id);
    assert.deepEqual(
      [payment['payment_status'], payment['payment_expire_duration_seconds']],
      ['PENDING', 15 * 60],
    );
    assert.deepEqual(complaints, []);
    await leave();
  }
});
