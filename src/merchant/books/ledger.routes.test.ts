import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../test/support/app.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { merchantClient, type MerchantClient } from '../../../test/support/merchant.ts';
import { newId } from '../../platform/ids.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { createPsp } from '../access/credentials/manage-credentials.ts';
import { availableTo, tradingAccount, transfer, type Entry } from './ledger.rules.ts';
import { postMovement } from './post-movement.ts';

let database: TestDatabase;
let here: TestApp;
let there: TestApp;
let sandbox: MerchantClient;
let client: MerchantClient;
let pspId: number;

before(async () => {
  database = await createTestDatabase();
  [here, there] = await Promise.all([openMerchantApp({ database }), openMerchantApp({ database })]);
  sandbox = await merchantClient(here);
  const psp = await createPsp(here.platform, 'Statement');
  pspId = psp.pspId;
  client = await merchantClient(here, psp);
});
after(async () => {
  await here.close();
  await there.close();
  await database.drop();
});

const post = (entries: readonly Entry[], reference = newId()): Promise<void> =>
  transaction(here.sql, (tx) => postMovement(tx, here.platform, { kind: 'order', reference, entries }));

test('the sandbox’s PSP gets its money once, even if several processes start', async () => {
  const third = await openMerchantApp({ database });
  const answer = await sandbox.get('/balances');
  await third.close();
  assert.equal(answer.statusCode, 200);
  assert.deepEqual(answer.json(), [
    {
      currency_code: 'EUR',
      balance: '1000000.00',
      held: '0.00',
      reserved: '0.00',
      pending: '0.00',
      owed: '0.00',
    },
    {
      currency_code: 'BTC',
      balance: '10.00000000',
      held: '0.00000000',
      reserved: '0.00000000',
      pending: '0.00000000',
      owed: '0.00000000',
    },
    {
      currency_code: 'BCH',
      balance: '100.00000000',
      held: '0.00000000',
      reserved: '0.00000000',
      pending: '0.00000000',
      owed: '0.00000000',
    },
    {
      currency_code: 'LTC',
      balance: '500.00000000',
      held: '0.00000000',
      reserved: '0.00000000',
      pending: '0.00000000',
      owed: '0.00000000',
    },
    {
      currency_code: 'ETH',
      balance: '200.00000000',
      held: '0.00000000',
      reserved: '0.00000000',
      pending: '0.00000000',
      owed: '0.00000000',
    },
    {
      currency_code: 'XRP',
      balance: '100000.000000',
      held: '0.000000',
      reserved: '0.000000',
      pending: '0.000000',
      owed: '0.000000',
    },
  ]);
});

test('a merchant without money sees zeros, and exact amounts that a chain delivered', async () => {
  const balances = async () =>
    Object.fromEntries(
      (await client.get('/balances'))
        .json()
        .map((row: { currency_code: string; balance: string }) => [row.currency_code, row.balance]),
    );
  assert.equal((await balances())['ETH'], '0.00000000');
  await post(transfer(tradingAccount, availableTo(pspId), 'ETH', 1_500_000_000_000_000_001n));
  assert.equal((await balances())['ETH'], '1.500000000000000001');
});

test('the pages of a statement contain every entry once, newest first', async () => {
  for (let amount = 1n; amount <= 12n; amount++) {
    await post([
      ...transfer(tradingAccount, availableTo(pspId), 'EUR', amount),
      ...transfer(tradingAccount, availableTo(pspId), 'BTC', amount),
    ]);
  }
  const amounts: string[] = [];
  let path: string | undefined = '/ledger?limit=5&currency_code=EUR';
  let pages = 0;
  while (path !== undefined) {
    const answer = await client.get(path);
    assert.equal(answer.statusCode, 200);
    amounts.push(...answer.json().map((row: { amount: string }) => row.amount));
    const next = /^<http[^>]*\/merchant(\/ledger[^>]*)>; rel="next"$/.exec(
      String(answer.headers['link'] ?? ''),
    );
    path = next?.[1];
    pages += 1;
  }
  assert.equal(pages, 3);
  assert.deepEqual(
    amounts,
    Array.from({ length: 12 }, (_, index) => `0.${String(12 - index).padStart(2, '0')}`),
  );

  const seen = new Set<string>();
  const times: string[] = [];
  for (let next: string | undefined = '/ledger?limit=7'; next !== undefined;) {
    const answer = await client.get(next);
    for (const row of answer.json()) {
      seen.add(`${row.movement_id} ${row.currency_code}`);
      times.push(row.created_at);
    }
    next = /\/merchant(\/ledger[^>]*)>/.exec(String(answer.headers['link'] ?? ''))?.[1];
  }
  assert.equal(seen.size, 25);
  assert.equal(times.length, 25);
  assert.deepEqual(times, times.toSorted().toReversed());
});

test('the statement shows amount, balance after it and kind, within the requested period', async () => {
  here.clock.offsetMs += 60_000;
  const from = here.clock.now();
  await post(transfer(availableTo(pspId), tradingAccount, 'EUR', 78n), 'shown');
  here.clock.offsetMs += 60_000;
  const to = here.clock.now();
  await post(transfer(tradingAccount, availableTo(pspId), 'EUR', 1n));
  const answer = await client.get(`/ledger?from=${from.toISOString()}&to=${to.toISOString()}`);
  const [row, ...others] = answer.json();
  assert.deepEqual(others, []);
  const { kind, reference, currency_code, amount, balance_after } = row;
  assert.deepEqual(
    { kind, reference, currency_code, amount, balance_after },
    { kind: 'order', reference: 'shown', currency_code: 'EUR', amount: '-0.78', balance_after: '0.00' },
  );
});

test('the statement is CSV by header or by parameter', async () => {
  const byHeader = await client.get('/ledger?limit=2', { accept: 'text/csv' });
  const byParameter = await client.get('/ledger?limit=2&format=csv');
  assert.match(String(byHeader.headers['content-type']), /^text\/csv/);
  assert.equal(byHeader.body, byParameter.body);
  assert.match(String(byHeader.headers['link']), /rel="next"/);
  const lines = byHeader.body.split('\r\n');
  assert.equal(lines[0], '\uFEFFcreated_at,movement_id,kind,reference,currency_code,amount,balance_after');
  assert.equal(lines.length, 4);
  assert.equal(lines[1]?.split(',').length, 7);
  for (const [accept, type] of [
    ['application/json, text/csv;q=0.1', 'application/json'],
    ['text/csv;q=0, application/json', 'application/json'],
    ['text/csv;q=0.5, */*', 'application/json'],
    ['application/json;q=0.5, text/csv', 'text/csv'],
    ['application/json, text/csv', 'text/csv'],
  ] as const) {
    const answer = await client.get('/ledger?limit=2', { accept });
    assert.ok(String(answer.headers['content-type']).startsWith(type), accept);
  }
  const json = await client.get('/ledger?limit=2&format=json', { accept: 'text/csv' });
  assert.equal(json.json().length, 2);
});

test('a merchant cannot see another’s entries', async () => {
  const other = await merchantClient(here, await createPsp(here.platform, 'Other'));
  assert.ok((await client.get('/ledger')).json().length > 0);
  assert.deepEqual((await other.get('/ledger')).json(), []);
});

for (const [query, field] of [
  ['from=2026-03-02T00:00:00Z&to=2026-03-01T23:59:59.999Z', 'from'],
  ['cursor=x', 'cursor'],
] as const) {
  test(`a statement with ${query} is rejected with the field name`, async () => {
    const answer = await client.get(`/ledger?${query}`);
    assert.equal(answer.statusCode, 400);
    assert.equal(answer.json().errors[0].field, field);
  });
}
