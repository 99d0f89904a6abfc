import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '../../../test/support/app.ts';
import { merchantClient, type MerchantClient } from '../../../test/support/merchant.ts';
import { openPaymentsApp, paymentBody } from '../../../test/support/payments.ts';

let here: TestApp;
let client: MerchantClient;

before(async () => {
  here = await openPaymentsApp();
  client = await merchantClient(here);
});
after(() => here.close());

const count = async (): Promise<number> =>
  (await here.sql<{ count: number }[]>`select count(*)::int as count from merchant.payments`)[0]?.count ?? 0;

const faults: readonly (readonly [string, object, string])[] = [
  ['no amount', { payment_amount: undefined }, 'payment_amount'],
  ['an amount of nothing', { payment_amount: '0.00' }, 'payment_amount'],
  ['a negative amount', { payment_amount: '-1.00' }, 'payment_amount'],
  ['a part of a cent', { payment_amount: '1.001' }, 'payment_amount'],
  ['less than half a euro', { payment_amount: '0.49' }, 'payment_amount'],
  ['more than a million', { payment_amount: '1000000.01' }, 'payment_amount'],
  ['an amount in words', { payment_amount: 'ten' }, 'payment_amount'],
  ['another currency', { currency_code: 'USD' }, 'currency_code'],
  ['an empty reference', { payment_reference: '' }, 'payment_reference'],
  ['a long reference', { payment_reference: 'x'.repeat(256) }, 'payment_reference'],
  ['no description', { payment_description: undefined }, 'payment_description'],
  ['a long description', { payment_description: '🥖'.repeat(1001) }, 'payment_description'],
  ['no name', { merchant_name: '' }, 'merchant_name'],
  ['no customer', { customer_details: undefined }, 'customer_details'],
  [
    'a customer without an address',
    { customer_details: { ...paymentBody.customer_details, customer_ip_address: 'home' } },
    'customer_details.customer_ip_address',
  ],
  ['a name that runs backwards', { merchant_name: 'Padaria\u202Elartnec' }, 'merchant_name'],
  ['an unseen character in its name', { merchant_name: 'Padaria\u200BCentral' }, 'merchant_name'],
  ['an isolate in its description', { payment_description: '\u2066Bread\u2069' }, 'payment_description'],
  ['an escape in its reference', { payment_reference: '\u001B[31m' }, 'payment_reference'],
  [
    'a customer whose name runs backwards',
    { customer_details: { ...paymentBody.customer_details, customer_last_name: '\u202EasuoS' } },
    'customer_details.customer_last_name',
  ],
  ['no way back', { failure_return_url: undefined }, 'failure_return_url'],
  ['a script for a way back', { success_return_url: 'javascript:alert(1)' }, 'success_return_url'],
  ['a hidden script', { success_return_url: 'java\nscript:alert(1)' }, 'success_return_url'],
  ['data for a way back', { success_return_url: 'data:text/html,hello' }, 'success_return_url'],
  ['a relative way back', { failure_return_url: '//evil.example' }, 'failure_return_url'],
  ['a way back to nowhere', { failure_return_url: 'https://' }, 'failure_return_url'],
  [
    'a way back that turns round',
    { success_return_url: 'https://a.example/\u202Egpj' },
    'success_return_url',
  ],
  [
    'a mark of direction on its way back',
    { failure_return_url: 'https://a.example/שלום\u200F' },
    'failure_return_url',
  ],
  ['a control on its way back', { success_return_url: 'https://a.example/\u0085' }, 'success_return_url'],
  ['a hidden sign on its way back', { success_return_url: 'https://a.example/\u034F' }, 'success_return_url'],
  ['a password on its way back', { failure_return_url: 'https://a:b@c.example/' }, 'failure_return_url'],
  ['a user on its way back', { success_return_url: 'https://bank.example@c.example/' }, 'success_return_url'],
  ['nobody on its way back', { success_return_url: 'https://@c.example/' }, 'success_return_url'],
  ['a name of white space', { merchant_name: ' \u00A0\u3000' }, 'merchant_name'],
  ['a description without ink', { payment_description: '\u2800' }, 'payment_description'],
  ['an empty key of its metadata', { metadata: { '': 'x' } }, 'metadata'],
  ['a long way back', { failure_return_url: `https://a.example/${'x'.repeat(2048)}` }, 'failure_return_url'],
];

for (const [name, fields, field] of faults) {
  test(`a payment with ${name} is refused by the name of the field and leaves nothing`, async () => {
    const before = await count();
    for (const path of ['/payments', '/payments/hosted']) {
      if (path === '/payments/hosted' && name === 'no way back') continue;
      const answer = await client.post(path, { ...paymentBody, ...fields });
      assert.equal(answer.statusCode, 400, answer.body);
      assert.equal(answer.json().errors[0].field, field, answer.body);
    }
    assert.equal(await count(), before);
  });
}

test('what is wrong is said of what it is wrong with', async () => {
  const refusal = async (fields: object): Promise<{ detail: string; errors: { message: string }[] }> => {
    const answer = await client.post('/payments', { ...paymentBody, ...fields });
    assert.equal(answer.statusCode, 400, answer.body);
    assert.equal(answer.json().errors.length, 1, answer.body);
    return answer.json();
  };
  const said: [object, string][] = [
    [{ payment_amount: null }, 'payment_amount must be a string or a number'],
    [{ merchant_name: ' ' }, 'merchant_name must not be only white space'],
    [{ metadata: { '': 'x' } }, 'metadata must not have an empty key'],
    [
      { metadata: { ['k'.repeat(41)]: 'x' } },
      `metadata.${'k'.repeat(41)} is a key of more than 40 characters`,
    ],
    [
      { metadata: { 'a\u200Bb': 'x' } },
      'metadata.a\u200Bb is a key with characters that cannot be seen or that change the direction of the text',
    ],
    [
      { success_return_url: 'https://a:b@c.example/' },
      'success_return_url must not have a user name or a password',
    ],
    [
      { success_return_url: 'https://c.example/\u202E' },
      'success_return_url must not have spaces or characters that cannot be seen or that change the direction of the text',
    ],
  ];
  for (const [fields, detail] of said) assert.equal((await refusal(fields)).detail, detail);
});

test('an address with letters of other scripts, and an @ in its path, is a way back', async () => {
  const url = 'https://loja.example/@praça/王?a=b@c';
  const answer = await client.post('/payments', { ...paymentBody, success_return_url: url });
  assert.equal(answer.statusCode, 200, answer.body);
});
