import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { checkoutTexts } from '../../src/merchant/payments/checkout/texts/translations.ts';
import { assertAccessible, assertFits } from '../support/accessible.ts';
import { openBrowser } from '../support/browser.ts';
import { openCheckoutApp, type CheckoutApp } from '../support/checkout.ts';
import { openCustomer } from '../support/customer.ts';

/** A folder for screenshots of the pages, for review by hand. */
const screenshots = process.env['PRACA_TEST_SCREENSHOTS'];

let praca: CheckoutApp;
let browser: Browser;

before(async () => {
  praca = await openCheckoutApp();
  await praca.sql`
    update merchant.psps set support_address = 'help@shop.example', shop_url = 'https://shop.example/' where id = 1`;
  browser = await openBrowser();
  if (screenshots) mkdirSync(screenshots, { recursive: true });
});
after(async () => {
  await browser.close();
  await praca.close();
});

const lifetimeSeconds = 16 * 60;
const { phases } = checkoutTexts.en;

async function paid(id: string, part = 100): Promise<void> {
  await praca.choose(id, 'BTC');
  await praca.pay(id, part);
  await praca.mine('BTC', 1);
  await praca.awaitStatus(id, 'PAID');
}

async function unresolved(id: string): Promise<void> {
  await praca.choose(id, 'BTC');
  await praca.pay(id, 40);
  await praca.mine('BTC', 6);
  await praca.advance(lifetimeSeconds);
  await praca.awaitStatus(id, 'UNRESOLVED');
}

/** An address of the sandbox's test network that belongs to no wallet here. */
const refund = { refund_address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', refund_reason: 'asked for' };

/** How the actions of merchants, customers and chains bring a payment to each state. */
const states: Record<string, { title: string | RegExp; reach: (id: string) => Promise<unknown> }> = {
  choose: { title: phases.choose.title, reach: async () => {} },
  pay: { title: /^Send 0\.\d{8} BTC$/, reach: (id) => praca.choose(id, 'BTC') },
  'pay-with-tag': { title: /^Send .* XRP$/, reach: (id) => praca.choose(id, 'XRP') },
  rest: {
    title: /still missing$/,
    async reach(id) {
      await praca.choose(id, 'LTC');
      await praca.pay(id, 40);
    },
  },
  confirming: {
    title: phases.confirming.title,
    async reach(id) {
      await praca.choose(id, 'LTC');
      await praca.pay(id);
      await praca.mine('LTC', 1);
      await praca.awaitStatus(id, 'CONFIRMING');
    },
  },
  paid: { title: phases.paid.title, reach: (id) => paid(id) },
  overpaid: { title: phases.paid.title, reach: (id) => paid(id, 120) },
  'expired-without-coin': {
    title: phases.expired.title,
    reach: () => praca.advance(61 * 60),
  },
  expired: {
    title: phases.expired.title,
    async reach(id) {
      await praca.choose(id, 'BTC');
      await praca.advance(lifetimeSeconds);
      await praca.awaitStatus(id, 'EXPIRED');
    },
  },
  underpaid: { title: phases.underpaid.title, reach: unresolved },
  late: {
    title: phases.late.title,
    async reach(id) {
      await praca.choose(id, 'BTC');
      await praca.advance(lifetimeSeconds);
      await praca.awaitStatus(id, 'EXPIRED');
      await praca.pay(id, 40);
      await praca.mine('BTC', 6);
      await praca.awaitStatus(id, 'UNRESOLVED');
    },
  },
  refunding: {
    title: phases.refunding.title,
    async reach(id) {
      await unresolved(id);
      await praca.post(`/payments/${id}/refund`, refund);
      await praca.awaitStatus(id, 'REFUNDING');
    },
  },
  refunded: {
    title: phases.refunded.title,
    async reach(id) {
      await unresolved(id);
      await praca.post(`/payments/${id}/refund`, refund);
      await praca.mineUntil(id, 'BTC', 'REFUNDED');
    },
  },
  'partly-refunded': {
    title: phases.partly_refunded.title,
    async reach(id) {
      await paid(id);
      await praca.post(`/payments/${id}/refund`, { ...refund, refund_amount: '5.00' });
      await praca.awaitStatus(id, 'PARTIALLY_REFUNDED');
    },
  },
  reversed: {
    title: phases.reversed.title,
    async reach(id) {
      await paid(id);
      const [transaction] = (await praca.lookUp(id))['transactions'] as {
        blockchain_transaction_id: string;
      }[];
      const drop = [transaction?.blockchain_transaction_id];
      await praca.post('/sandbox/chains/BTC/reorganise', { depth: 1, drop });
      await praca.awaitStatus(id, 'REVERSED');
    },
  },
};

/** Checks only contrast, because dark and light differ only in colours. */
const assertContrast = (page: Page, where: string): Promise<void> =>
  assertAccessible(page, where, ['color-contrast']);

const screens = [
  { screen: 'phone', width: 360, colorScheme: 'light', check: assertAccessible },
  { screen: 'phone-dark', width: 360, colorScheme: 'dark', check: assertContrast },
  { screen: 'desktop', width: 1280, colorScheme: 'light', check: assertFits },
] as const;

for (const [name, { title, reach }] of Object.entries(states)) {
  test(`the state ${name} is accessible on every screen`, async () => {
    const { id, url } = await praca.createPayment();
    await reach(id);
    const { page, leave, complaints } = await openCustomer(browser, {
      homes: [praca.address, praca.shop.url],
    });
    // The route answers 204, so the page does not leave for the shop.
    await page.route(`${praca.shop.url}/**`, (route) => route.fulfill({ status: 204 }));
    await page.goto(url);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    for (const { screen, width, colorScheme, check } of screens) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 740 });
      await check(page, `${name} ${screen}`);
      if (screenshots)
        await page.screenshot({ path: `${screenshots}/${name}-${screen}.png`, fullPage: true });
    }
    assert.deepEqual(complaints, []);
    await leave();
  });
}

test('an unknown payment shows a message', async () => {
  const { page, leave } = await openCustomer(browser, { homes: [praca.address], language: 'pt' });
  for (const id of ['019a8665-0000-7000-8000-000000000001', 'nonsense', '%F0%9F%8D%8B']) {
    const answer = await page.goto(`${praca.address}/pay/${id}`);
    assert.equal(answer?.status(), 404);
    await page.getByRole('heading', { name: checkoutTexts.pt.unknownTitle }).waitFor();
    await assertAccessible(page);
  }
  if (screenshots) await page.screenshot({ path: `${screenshots}/unknown-phone.png`, fullPage: true });
  await leave();
});
