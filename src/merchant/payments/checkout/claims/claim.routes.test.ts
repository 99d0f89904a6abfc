import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { openMerchantApp, type TestApp } from '../../../../../test/support/app.ts';
import { customer, mine, newWallet } from '../../../../../test/support/coins.ts';
import { merchantClient, type MerchantClient } from '../../../../../test/support/merchant.ts';
import { choose, payShare, paymentBody, readPayment } from '../../../../../test/support/payments.ts';
import {
  claim,
  makeLink,
  openLink,
  readLink,
  submitClaim,
  tokenOf,
} from '../../../../../test/support/refund-links.ts';
import { openStepwiseChain, type StepwiseChain } from '../../../../../test/support/stepwise-chain.ts';
import { readRows } from '../../../../../test/support/table-rows.ts';
import { languages } from '../../../../platform/http/language.ts';
import { transaction } from '../../../../platform/postgres/client/transaction.ts';
import { changePspContact } from '../../../access/contact/psp-contact.ts';
import type { CoinCode } from '../../../assets/asset.rules.ts';
import { claimTexts } from './claim-texts.ts';

let here: TestApp;
let client: MerchantClient;
const chains = new Map<CoinCode, StepwiseChain>();

before(async () => {
  here = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0', RATE_LIMIT: '0' } });
  client = await merchantClient(here);
  for (const coin of ['LTC', 'BCH', 'XRP'] as const)
    chains.set(coin, await openStepwiseChain(here, { coin }));
  for (const driven of chains.values()) await driven.read();
});
after(async () => {
  for (const driven of chains.values()) await driven.close();
  await here.close();
});

async function newPaid(coin: CoinCode, reference = 'customer-42'): Promise<string> {
  const created = await client.post('/payments', {
    ...paymentBody,
    payment_amount: '100.00',
    merchant_name: 'Café <Aurora>',
    customer_details: { ...customer, customer_reference_id: reference, customer_last_name: 'Secretperson' },
  });
  const id = created.json<{ payment_reference_id: string }>().payment_reference_id;
  await payShare(client, await choose(client, id, coin));
  await mine(client, coin, 6);
  await chains.get(coin)?.read();
  assert.equal((await readPayment(client, id)).payment_status, 'PAID');
  return id;
}

const linkOf = async (coin: CoinCode) => makeLink(client, await newPaid(coin), '25.00');

/** Returns all rows that a claim could write, and the new log lines with the given text. */
async function readAll(): Promise<unknown> {
  const tables = ['refund_links', 'refunds', 'payouts', 'orders', 'ledger_movements', 'payments'];
  return Promise.all(tables.map((table) => readRows(here.sql, 'merchant', table)));
}

test('opening the link changes nothing, is not cached or passed on, and its token is stored and logged nowhere', async () => {
  const link = await linkOf('LTC');
  const before = await readAll();
  for (const method of ['GET', 'HEAD', 'GET'] as const) {
    const answer = await here.app.inject({ method, url: `/pay/refund?token=${tokenOf(link)}` });
    assert.equal(answer.statusCode, 200);
    assert.deepEqual(
      ['cache-control', 'referrer-policy', 'x-robots-tag'].map((name) => answer.headers[name]),
      ['no-store', 'no-referrer', 'noindex'],
    );
    assert.doesNotMatch(String(answer.headers['content-security-policy']), /script-src/);
  }
  const asked = await submitClaim(here, link, { refund_address: newWallet('LTC') });
  assert.equal(asked.statusCode, 200);
  assert.match(asked.body, /Is this right\?/);
  await submitClaim(here, link, { refund_address: 'nonsense', confirmed: 'yes' });
  assert.ok(
    isDeepStrictEqual(await readAll(), before),
    'not even the question and a refused claim change anything',
  );
  await claim(here, link, newWallet('LTC'));
  assert.ok(!here.log.join('').includes(tokenOf(link)), 'the log contains the token');
  assert.ok(!JSON.stringify(await readAll()).includes(tokenOf(link)), 'a row contains the token');
});

test('the page shows what will be sent and who sends it, in each language, without data of the customer', async () => {
  const link = await linkOf('LTC');
  for (const language of languages) {
    const { body } = await openLink(here, link, language);
    assert.match(body, new RegExp(`<html lang="${language}">`));
    assert.ok(body.includes(claimTexts.proceed[language]));
    assert.match(body, /25[.,]00/);
    assert.match(body, /\d\.\d{8} LTC/);
    assert.ok(body.includes('Café &lt;Aurora&gt;'));
    assert.doesNotMatch(body, /Secretperson|customer-42|undefined|null|\{\w+\}/);
    const asked = await submitClaim(here, link, { lang: language, refund_address: newWallet('LTC') });
    assert.ok(asked.body.includes(claimTexts.confirm[language]));
    assert.doesNotMatch(asked.body, /undefined|null|\{\w+\}/);
  }
});

/** Returns the address with another last letter, so that its checksum is wrong. */
const mistype = (address: string): string => address.slice(0, -1) + (address.endsWith('q') ? 'p' : 'q');

for (const [what, coin, fields, fault] of [
  ['an address of another coin', 'LTC', { refund_address: newWallet('BTC') }, /Your Litecoin address: /],
  [
    'a typing mistake',
    'LTC',
    { refund_address: mistype(newWallet('LTC')) },
    /This is not a Litecoin address/,
  ],
  ['no address', 'LTC', { refund_address: '  ' }, /This is not a Litecoin address/],
  ['markup', 'LTC', { refund_address: '"><script>alert(1)</script>' }, /This is not a Litecoin address/],
  ['a legacy address', 'BCH', { refund_address: 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn' }, /bitcoincash:/],
  ['a bad tag', 'XRP', { refund_address: newWallet('XRP'), destination_tag: '-7' }, /Destination tag: /],
] as const) {
  test(`${what} is refused at its field, before and after the confirmation`, async () => {
    const link = await linkOf(coin);
    for (const confirmed of [{}, { confirmed: 'yes' }]) {
      const answer = await submitClaim(here, link, { ...fields, ...confirmed });
      assert.equal(answer.statusCode, 400, answer.body);
      assert.match(answer.body, fault);
      assert.match(
        answer.body,
        /aria-invalid="true" aria-describedby="(?:refund_address|destination_tag)-fault"/,
      );
      assert.doesNotMatch(answer.body, /<script/);
    }
    assert.equal((await readLink(client, link)).refund_link_status, 'OPEN');
  });
}

test('an address of the service itself is refused', async () => {
  const link = await linkOf('LTC');
  const other = await choose(
    client,
    await (async () =>
      (await client.post('/payments', paymentBody)).json<{ payment_reference_id: string }>()
        .payment_reference_id)(),
    'LTC',
  );
  const answer = await claim(here, link, other.payment_cryptocurrency_address);
  assert.equal(answer.statusCode, 400);
  assert.match(answer.body, /id="refund_address-fault"/);
});

test('a claim in XRP takes a destination tag and shows it before it is sent', async () => {
  const link = await linkOf('XRP');
  const fields = { refund_address: newWallet('XRP'), destination_tag: '4711' };
  const asked = await submitClaim(here, link, fields);
  assert.match(asked.body, /<code>4711<\/code>/);
  assert.equal((await submitClaim(here, link, { ...fields, confirmed: 'yes' })).statusCode, 303);
  const { refund_id: id } = await readLink(client, link);
  const refund = (await client.get(`/refunds/${id}`)).json<Record<string, string>>();
  assert.deepEqual([refund['refund_address'], refund['destination_tag']], [fields.refund_address, '4711']);
});

test('a used link shows the progress with a shortened address, and nothing of it can be changed', async () => {
  const link = await linkOf('LTC');
  const wallet = newWallet('LTC');
  const answer = await claim(here, link, wallet);
  assert.equal(answer.headers.location, `/pay/refund?token=${tokenOf(link)}&lang=en`);
  const { body } = await openLink(here, link);
  assert.match(body, /Your refund is being prepared/);
  assert.ok(body.includes(`${wallet.slice(0, 8)}…${wallet.slice(-8)}`));
  assert.doesNotMatch(body, /<form/);
});

for (const token of ['', 'nonsense', 'a'.repeat(43), '%00', "'; drop table x; --", 'a'.repeat(150)]) {
  test(`the token ${token.slice(0, 20)} belongs to no link`, async () => {
    for (const answer of [
      await here.app.inject({ url: `/pay/refund?lang=de&token=${encodeURIComponent(token)}` }),
      await here.app.inject({
        method: 'POST',
        url: '/pay/refund',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ token, lang: 'de', refund_address: 'x', confirmed: 'yes' }).toString(),
      }),
    ]) {
      assert.equal(answer.statusCode, 404);
      assert.ok(answer.body.includes(claimTexts.unknownTitle.de));
    }
  });
}

test('without a price the page says so and the link stays valid', async () => {
  const link = await linkOf('LTC');
  await here.sql`update merchant.chain_states set fee_rate = null where coin = 'LTC'`;
  const page = await openLink(here, link);
  assert.ok(page.body.includes(claimTexts.faultLater.en));
  const answer = await claim(here, link, newWallet('LTC'));
  assert.equal(answer.statusCode, 503);
  assert.ok(answer.body.includes(claimTexts.faultLater.en));
  await mine(client, 'LTC', 1);
  await chains.get('LTC')?.read();
  assert.equal((await claim(here, link, newWallet('LTC'))).statusCode, 303);
});

test('a customer with an open link is not erased, and after an erasure the link shows nothing', async () => {
  const id = await newPaid('LTC', 'erased-1');
  const link = await makeLink(client, id, '100.00');
  const erase = () => client.delete('/customers/erased-1');
  assert.equal((await erase()).json<{ code: string }>().code, 'customer_in_use');
  await client.post(`/refund-links/${link.refund_link_id}/revoke`);
  assert.equal((await erase()).statusCode, 200);
  assert.equal((await openLink(here, link)).statusCode, 404);
  const kept = (await client.get(`/refund-links/${link.refund_link_id}`)).json<Record<string, string>>();
  assert.deepEqual([kept['refund_reason'], kept['refund_amount']], ['', '100.00']);
});

test('the page names the support address and the shop of the PSP', async () => {
  const contact = { support_address: 'help@shop.example', shop_url: 'https://shop.example' };
  await transaction(here.sql, (tx) => changePspContact(tx, 1, contact));
  const { body } = await openLink(here, await linkOf('LTC'));
  assert.match(body, /href="mailto:help@shop\.example\?subject=Payment%20[0-9a-f-]{36}"/);
  assert.match(body, /href="https:\/\/shop\.example\/"/);
});
