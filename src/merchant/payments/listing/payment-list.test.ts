import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { TestApp } from '../../../../test/support/app.ts';
import { customer, mine } from '../../../../test/support/coins.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import {
  choose,
  newChosen,
  openPaymentsApp,
  paymentBody,
  payShare,
  untilPayment,
} from '../../../../test/support/payments.ts';
import { createPsp } from '../../access/credentials/manage-credentials.ts';

let here: TestApp;
let client: MerchantClient;

before(async () => {
  here = await openPaymentsApp();
  client = await merchantClient(here);
});
after(() => here.close());

interface Listed {
  payment_reference_id: string;
  payment_reference: string;
  payment_status: string;
  created_at: string;
  [field: string]: unknown;
}

async function make(by: MerchantClient, fields: object = {}): Promise<string> {
  const answer = await by.post('/payments', { ...paymentBody, ...fields });
  assert.equal(answer.statusCode, 200, answer.body);
  return (answer.json() as { payment_reference_id: string }).payment_reference_id;
}

async function list(by: MerchantClient, query = ''): Promise<Listed[]> {
  const answer = await by.get(`/payments${query}`);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json() as Listed[];
}
const ids = async (by: MerchantClient, query = ''): Promise<string[]> =>
  (await list(by, query)).map((payment) => payment.payment_reference_id);

const newClient = async (name: string): Promise<MerchantClient> =>
  merchantClient(here, await createPsp(here.platform, name));

const queryOf = (metadata: Record<string, string>): string =>
  Object.entries(metadata)
    .map(([key, value]) => `metadata%5B${encodeURIComponent(key)}%5D=${encodeURIComponent(value)}`)
    .join('&');

test('a payment is found by each filter and by all of them together', async () => {
  const by = await newClient('Filters');
  const plain = await make(by);
  const mine1 = await make(by, {
    payment_reference: 'basket 7',
    customer_details: { ...customer, customer_reference_id: 'somebody else' },
  });
  await choose(by, mine1, 'LTC');
  const btc = await make(by);
  await choose(by, btc, 'BTC');
  assert.deepEqual(await ids(by), [btc, mine1, plain]);
  assert.deepEqual(await ids(by, '?payment_status=NEW'), [plain]);
  assert.deepEqual(await ids(by, '?payment_status=PENDING'), [btc, mine1]);
  assert.deepEqual(await ids(by, '?payment_status=PAID'), []);
  assert.deepEqual(await ids(by, '?payment_reference=basket%207'), [mine1]);
  assert.deepEqual(await ids(by, '?customer_reference_id=somebody%20else'), [mine1]);
  assert.deepEqual(await ids(by, '?cryptocurrency_code=BTC'), [btc]);
  const all =
    '?payment_status=PENDING&payment_reference=basket%207&customer_reference_id=somebody%20else&cryptocurrency_code=LTC';
  assert.deepEqual(await ids(by, all), [mine1]);
  assert.deepEqual(await ids(by, `${all}&payment_exception=LATE`), []);
  const [shown] = await list(by, '?cryptocurrency_code=LTC');
  assert.equal(shown?.['cryptocurrency_code'], 'LTC');
  assert.match(String(shown?.['payment_cryptocurrency_address']), /^tltc1/);
  assert.deepEqual(shown?.['customer_details'], { ...customer, customer_reference_id: 'somebody else' });
  // After a new choice only the new coin finds the payment.
  await choose(by, mine1, 'XRP');
  assert.deepEqual(await ids(by, '?cryptocurrency_code=LTC'), []);
  assert.deepEqual(await ids(by, '?cryptocurrency_code=XRP'), [mine1]);
});

test('a paid payment shows its credit, and the exception filter finds payments with an exception', async () => {
  const chosen = await newChosen(client, 'BTC', '40.00');
  await payShare(client, chosen, 1500n);
  await untilPayment(client, chosen.payment_reference_number, 'CONFIRMING');
  await mine(client, 'BTC', 1);
  await untilPayment(client, chosen.payment_reference_number, 'PAID');
  const [found, ...others] = await list(client, '?payment_exception=OVERPAID&payment_status=PAID');
  assert.deepEqual(others, []);
  assert.equal(found?.payment_reference_id, chosen.payment_reference_number);
  assert.deepEqual(found?.['payment_exceptions'], ['OVERPAID']);
  assert.equal(found?.['payment_total'], '40.00');
  assert.equal(typeof found?.['blockchain_transaction_id'], 'string');
  assert.deepEqual(await ids(client, '?payment_exception=LATE'), []);
});

test('a period contains the payments made in it, to the millisecond', async () => {
  const by = await newClient('Periods');
  const made: string[] = [];
  for (let index = 0; index < 5; index++) {
    made.unshift(await make(by));
    here.clock.offsetMs += 10;
  }
  const times = (await list(by)).map((payment) => payment.created_at);
  assert.deepEqual(await ids(by, `?from=${times[3]}&to=${times[1]}`), made.slice(2, 4));
  assert.deepEqual(await ids(by, `?from=${times[0]}`), made.slice(0, 1));
  assert.deepEqual(await ids(by, `?to=${times[4]}`), []);
  assert.deepEqual(await ids(by, '?to=1960-01-01T00:00:00Z'), []);
  assert.deepEqual(await ids(by, '?from=9999-12-31T00:00:00Z'), []);
  assert.deepEqual(await ids(by, '?from=0001-01-01T00:00:00Z'), made);
});

test('metadata is returned as given, and each key and value finds the payment', async () => {
  const by = await newClient('Metadata');
  const metadata = { basket: '7710', note: 'a=b & c', ключ: 'значение', empty: '' };
  const first = await make(by, { metadata });
  const second = await make(by, { metadata: { basket: '7710', note: 'other' } });
  const third = await make(by, { metadata: {} });
  assert.deepEqual((await by.get(`/payments/${first}`)).json().metadata, metadata);
  assert.deepEqual(
    (await list(by)).map((payment) => payment['metadata']),
    [{}, { basket: '7710', note: 'other' }, metadata],
  );
  const search = (given: Record<string, string>) => ids(by, `?${queryOf(given)}`);
  assert.deepEqual(await search({ basket: '7710' }), [second, first]);
  assert.deepEqual(await search({ basket: '7710', note: 'a=b & c' }), [first]);
  assert.deepEqual(await search({ basket: '7710', ключ: 'значение', empty: '' }), [first]);
  assert.deepEqual(await search({ basket: '771' }), []);
  assert.deepEqual(await search({ Basket: '7710' }), []);
  assert.deepEqual(await search({ basket: '7710', note: 'none' }), []);
  assert.deepEqual(await ids(by, '?metadata%5Bbasket%5D=7710&payment_status=NEW&limit=1'), [second]);
  assert.ok(!(await search({})).includes('') && (await search({})).includes(third));
  const page = await here.app.inject({ method: 'GET', url: `/pay/${first}` });
  assert.equal(page.statusCode, 200);
  assert.ok(!page.body.includes('7710'), 'the customer sees nothing of it');
});

for (const [name, metadata, field] of [
  ['seventeen keys', Object.fromEntries(Array.from({ length: 17 }, (_, n) => [`k${n}`, ''])), 'metadata'],
  ['a key that is too long', { ['k'.repeat(41)]: '' }, `metadata.${'k'.repeat(41)}`],
  ['an empty key', { '': 'x' }, 'metadata'],
  ['a value that is too long', { key: 'v'.repeat(501) }, 'metadata.key'],
  ['a number for a value', { key: 5 }, 'metadata.key'],
  ['a list', ['a'], 'metadata'],
  ['a right-to-left override in a value', { key: '\u202Eabc' }, 'metadata.key'],
] as const) {
  test(`metadata with ${name} is refused with the name of the field`, async () => {
    const answer = await client.post('/payments', { ...paymentBody, metadata });
    assert.equal(answer.statusCode, 400, answer.body);
    const fields = answer.json().errors.map((error: { field: string }) => error.field);
    assert.ok(fields.includes(field), answer.body);
  });
}

test('sixteen keys of the maximum length are accepted and found', async () => {
  const by = await newClient('Longest');
  const pairs = Array.from({ length: 16 }, (_, n) => [`${n}${'🥖'.repeat(38)}`, '王'.repeat(500)] as const);
  const id = await make(by, { metadata: Object.fromEntries(pairs) });
  assert.deepEqual(await ids(by, `?${queryOf(Object.fromEntries(pairs.slice(0, 2)))}`), [id]);
});

/** Reads all pages by their Link headers and runs a callback between them. */
async function walk(by: MerchantClient, query: string, between: () => Promise<void>): Promise<string[]> {
  const found: string[] = [];
  let path: string | undefined = `/payments${query}`;
  // Limit of pages: a cursor that does not advance must not hang the test.
  for (let page = 0; path !== undefined; page++) {
    assert.ok(page < 500, 'pages without end');
    const answer = await by.get(path);
    assert.equal(answer.statusCode, 200, answer.body);
    found.push(...answer.json<Listed[]>().map((payment) => payment.payment_reference_id));
    path = /<http[^>]*\/merchant(\/payments\?[^>]*)>; rel="next"/.exec(String(answer.headers['link']))?.[1];
    await between();
  }
  return found;
}

test('pages neither skip nor repeat existing payments while others are added', async () => {
  const by = await newClient('Pages');
  for (let index = 0; index < 12; index++) {
    await make(by, { payment_reference: `r${index % 2}`, metadata: { parity: String(index % 2) } });
  }
  const queries = ['?', '?payment_reference=r1&', '?metadata%5Bparity%5D=1&', '?payment_status=NEW&'];
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 5 }),
      fc.constantFrom(...queries),
      fc.infiniteStream(fc.integer({ min: 0, max: 2 })),
      async (limit, query, additions) => {
        const before = await ids(by, `${query}limit=200`);
        let additionsLeft = 5;
        const found = await walk(by, `${query}limit=${limit}`, async () => {
          const count = additionsLeft-- > 0 ? (additions.next().value ?? 0) : 0;
          for (let n = 0; n < count; n++)
            await make(by, { payment_reference: 'r1', metadata: { parity: '1' } });
        });
        assert.equal(new Set(found).size, found.length, 'repeated');
        assert.deepEqual(
          found.filter((id) => before.includes(id)),
          before,
        );
      },
    ),
    { numRuns: 12 },
  );
});

test('CSV is available by header or parameter, includes every page, and escapes formulas', async () => {
  const by = await newClient('CSV');
  await make(by, { payment_reference: '=HYPERLINK("http://evil.example")', metadata: { a: '1' } });
  await make(by, { merchant_name: 'José, "Zé"', payment_description: 'one\r\n@two' });
  const byHeader = await by.get('/payments', { accept: 'text/csv' });
  assert.match(String(byHeader.headers['content-type']), /^text\/csv; charset=utf-8/);
  assert.equal(byHeader.headers['vary'], 'accept');
  assert.equal(byHeader.body, (await by.get('/payments?format=csv')).body);
  assert.ok(byHeader.body.startsWith('\uFEFFpayment_reference_id,payment_reference,payment_status,'));
  assert.ok(byHeader.body.includes(`"'=HYPERLINK(""http://evil.example"")"`), byHeader.body);
  assert.ok(byHeader.body.includes('"José, ""Zé"""'));
  assert.ok(byHeader.body.includes(`"one\r\n'@two"`));
  assert.match(
    String((await by.get('/payments?format=csv&limit=1')).headers['link']),
    /format=csv&limit=1&cursor=[^>]*>; rel="next"/,
  );
});

for (const [query, field] of [
  ['from=2026-03-02T00:00:00Z&to=2026-03-01T23:59:59.999Z', 'from'],
  ['metadata%5Ba%5D=1&metadata%5Ba%5D=2', 'metadata[a]'],
] as const) {
  test(`a list with ${query} is refused with the name of the field`, async () => {
    const answer = await client.get(`/payments?${query}`);
    assert.deepEqual([answer.statusCode, answer.json().errors?.[0]?.field], [400, field], answer.body);
  });
}
