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
  ['an amount of zero', { payment_amount: '0.00' }, 'payment_amount'],
  ['a negative amount', { payment_amount: '-1.00' }, 'payment_amount'],
  ['a part of a cent', { payment_amount: '1.001' }, 'payment_amount'],
  ['less than half a euro', { payment_amount: '0.49' }, 'payment_amount'],
  ['more than a million', { payment_amount: '1000000.01' }, 'payment_amount'],
  ['an amount in words', { payment_amount: 'ten' }, 'payment_amount'],
  ['a long description', { payment_description: '🥖'.repeat(1001) }, 'payment_description'],
  ['a right-to-left override in its name', { merchant_name: 'Padaria\u202Elartnec' }, 'merchant_name'],
  ['an invisible character in its name', { merchant_name: 'Padaria\u200BCentral' }, 'merchant_name'],
  ['an isolate in its description', { payment_description: '\u2066Bread\u2069' }, 'payment_description'],
  ['an escape in its reference', { payment_reference: '\u001B[31m' }, 'payment_reference'],
  [
    'a right-to-left override in the customer’s name',
    { customer_details: { ...paymentBody.customer_details, customer_last_name: '\u202EasuoS' } },
    'customer_details.customer_last_name',
  ],
  ['a script as a return address', { success_return_url: 'javascript:alert(1)' }, 'success_return_url'],
  ['a hidden script', { success_return_url: 'java\nscript:alert(1)' }, 'success_return_url'],
  ['a data URL as a return address', { success_return_url: 'data:text/html,hello' }, 'success_return_url'],
  ['a relative return address', { failure_return_url: '//evil.example' }, 'failure_return_url'],
  ['a return address without a host', { failure_return_url: 'https://' }, 'failure_return_url'],
  [
    'a right-to-left override in a return address',
    { success_return_url: 'https://a.example/\u202Egpj' },
    'success_return_url',
  ],
  [
    'a direction mark in a return address',
    { failure_return_url: 'https://a.example/שלום\u200F' },
    'failure_return_url',
  ],
  [
    'a control character in a return address',
    { success_return_url: 'https://a.example/\u0085' },
    'success_return_url',
  ],
  [
    'an invisible character in a return address',
    { success_return_url: 'https://a.example/\u034F' },
    'success_return_url',
  ],
  ['a password in a return address', { failure_return_url: 'https://a:b@c.example/' }, 'failure_return_url'],
  [
    'a user name in a return address',
    { success_return_url: 'https://bank.example@c.example/' },
    'success_return_url',
  ],
  [
    'an empty user name in a return address',
    { success_return_url: 'https://@c.example/' },
    'success_return_url',
  ],
  ['a name of only white space', { merchant_name: ' \u00A0\u3000' }, 'merchant_name'],
  ['a description of blank characters', { payment_description: '\u2800' }, 'payment_description'],
  ['an empty metadata key', { metadata: { '': 'x' } }, 'metadata'],
];

for (const [name, fields, field] of faults) {
  test(`a payment with ${name} is refused with the name of the field and stores nothing`, async () => {
    const before = await count();
    for (const path of ['/payments', '/payments/hosted']) {
      const answer = await client.post(path, { ...paymentBody, ...fields });
      assert.equal(answer.statusCode, 400, answer.body);
      assert.equal(answer.json().errors[0].field, field, answer.body);
    }
    assert.equal(await count(), before);
  });
}

test('the error detail names the faulty field, metadata key or address', async () => {
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
      'metadata.a\u200Bb is a key with characters that are invisible or change the direction of the text',
    ],
    [
      { success_return_url: 'https://a:b@c.example/' },
      'success_return_url must not contain a user name or password',
    ],
    [
      { success_return_url: 'https://c.example/\u202E' },
      'success_return_url must not have spaces or characters that are invisible or change the direction of the text',
    ],
  ];
  for (const [fields, detail] of said) assert.equal((await refusal(fields)).detail, detail);
});

test('a return address may contain non-Latin letters, and an @ in its path', async () => {
  const url = 'https://loja.example/@praça/王?a=b@c';
  const answer = await client.post('/payments', { ...paymentBody, success_return_url: url });
  assert.equal(answer.statusCode, 200, answer.body);
});
