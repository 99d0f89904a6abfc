import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { openMerchantApp, productionSettings, type TestApp } from '../../../test/support/app.ts';
import { merchantClient, type MerchantClient } from '../../../test/support/merchant.ts';
import { assertHidden, storedText } from '../../../test/support/stored-text.ts';
import { MovableClock } from '../../platform/clock.ts';
import { firstIdAt, newId } from '../../platform/ids.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { createPsp } from '../access/credentials/manage-credentials.ts';
import { redeliveryBatch } from './manage-deliveries.ts';
import { queueOrderEvent } from './queue/queue-order-event.ts';
import { sealPurpose } from './sending/sign-delivery.ts';
import { sweepWebhooks } from './webhook.jobs.ts';

let testApp: TestApp;
let client: MerchantClient;
let pspId: number;

before(async () => {
  testApp = await openMerchantApp();
});
after(() => testApp.close());
beforeEach(async () => {
  const psp = await createPsp(testApp.platform, 'Café Central');
  pspId = psp.pspId;
  client = await merchantClient(testApp, psp);
});

const url = 'https://shop.example/hooks';

async function register(): Promise<{ webhook_endpoint_id: string; url: string; secret: string }> {
  const answer = await client.post('/webhooks', { url });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}

async function queue(orderId = newId()): Promise<string> {
  await transaction(testApp.sql, (tx) =>
    queueOrderEvent(tx, testApp, {
      pspId,
      orderId,
      orderStatus: 'CREATED',
      orderTransactionType: 'DEPOSIT',
      currencyPair: 'ETHEUR',
      cryptocurrencyAmount: null,
      orderTotal: null,
      customerDetails: null,
      paymentAddress: null,
      blockchainTransactionId: null,
      paymentReferenceId: null,
      paymentStatus: null,
      networkFee: null,
    }),
  );
  return orderId;
}

test('registers, lists without secret, and deletes an endpoint', async () => {
  const created = await register();
  assert.deepEqual(Object.keys(created), ['webhook_endpoint_id', 'url', 'secret']);
  assert.match(created.secret, /^whsec_[\w+/]{43}=$/);
  const listed = (await client.get('/webhooks')).json();
  assert.deepEqual(listed, [
    {
      created_at: listed[0].created_at,
      webhook_endpoint_id: created.webhook_endpoint_id,
      url,
      status: 'ENABLED',
      disabled_at: null,
      previous_secret_expires_at: null,
    },
  ]);
  const deleted = await client.delete(`/webhooks/${created.webhook_endpoint_id}`);
  assert.deepEqual(
    [deleted.statusCode, deleted.json()],
    [200, { webhook_endpoint_id: created.webhook_endpoint_id }],
  );
  assert.deepEqual((await client.get('/webhooks')).json(), []);
  assert.equal((await client.delete(`/webhooks/${created.webhook_endpoint_id}`)).statusCode, 404);
});

test('secrets are encrypted in the database and never logged', async () => {
  const { secret: first, webhook_endpoint_id: id } = await register();
  const { secret: second } = (await client.post(`/webhooks/${id}/rotate`)).json();
  const [row] = await testApp.sql<{ sealed_secret: Buffer; sealed_previous_secret: Buffer }[]>`
    select sealed_secret, sealed_previous_secret from merchant.webhook_endpoints where id = ${id}`;
  assert.ok(row);
  const sealed = [row.sealed_previous_secret, row.sealed_secret];
  const { sealer } = testApp.platform;
  const secrets = [first, second].map((secret: string) => secret.slice('whsec_'.length));
  assert.deepEqual(
    sealed.map((bytes) => sealer.open(bytes, sealPurpose(id)).replace('whsec_', '')),
    secrets,
  );
  const stored = await storedText(testApp.sql, 'merchant');
  assertHidden(
    stored,
    secrets,
    sealed.map((bytes) => bytes.toString('hex')),
  );
  assertHidden(testApp.log.join(''), secrets, [`/merchant/webhooks/${id}/rotate`]);
});

test('exactly five of twenty simultaneous registrations succeed, and a deleted one makes room', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => client.post('/webhooks', { url })));
  const refused = answers.filter(({ statusCode }) => statusCode !== 200);
  assert.equal(refused.length, 15);
  for (const answer of refused)
    assert.deepEqual([answer.statusCode, answer.json().code], [409, 'webhook_endpoint_limit']);
  const listed = (await client.get('/webhooks')).json();
  assert.equal(listed.length, 5);
  await client.delete(`/webhooks/${listed[0].webhook_endpoint_id}`);
  await register();
});

test('a registration repeated with the same key returns one endpoint with one secret', async () => {
  const key = { 'idempotency-key': newId() };
  const [first, second] = [
    await client.post('/webhooks', { url }, key),
    await client.post('/webhooks', { url }, key),
  ];
  assert.deepEqual(first.json(), second.json());
  assert.equal(second.headers['idempotency-replayed'], 'true');
  assert.equal((await client.get('/webhooks')).json().length, 1);
  const reused = await client.post('/webhooks', { url: `${url}/2` }, key);
  assert.deepEqual([reused.statusCode, reused.json().code], [409, 'idempotency_key_reused']);
});

test('an impossible address is rejected with the field name', async () => {
  const bodies: [object, string][] = [
    [{ url: 'shop.example' }, 'malformed'],
    [{ url: 'ftp://shop.example/' }, 'malformed'],
    [{ url: 'https://shop.example/a\nb' }, 'malformed'],
    [{ url: ' https://shop.example/' }, 'malformed'],
    [{ url: 'https://user:secret@shop.example/' }, 'not_allowed'],
  ];
  for (const [body, code] of bodies) {
    const answer = await client.post('/webhooks', body);
    assert.deepEqual(
      [answer.statusCode, answer.json().errors?.[0]],
      [400, { ...answer.json().errors?.[0], field: 'url', code }],
      JSON.stringify(body),
    );
  }
});

test('production accepts only https, and no address or name of this machine or a private network', async () => {
  const production = await openMerchantApp({ settings: productionSettings });
  const psp = await merchantClient(production, await createPsp(production.platform, 'Production'));
  const refused = [
    'http://shop.example/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://a.localhost/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://intranet/',
    'https://127.0.0.1/',
    'https://127.0.0.1./',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://0/',
    'https://0.0.0.0/',
    'https://10.0.0.1/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://172.16.0.1/',
    'https://192.168.0.1/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://[64:ff9b::a00:1]/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://①②⑦.⓪.⓪.①/',
    'https://user@shop.example/',
  ];
  for (const address of refused) {
    const answer = await psp.post('/webhooks', { url: address });
    assert.deepEqual([answer.statusCode, answer.json().code], [400, 'invalid_input'], address);
  }
  for (const address of ['https://shop.example/', 'https://1.1.1.1:8443/x?y=1', 'https://[2606:4700::1]/'])
    assert.equal((await psp.post('/webhooks', { url: address })).statusCode, 200, address);
  await production.close();
});

test('deliveries are listed newest first, in pages, by order and by status', async () => {
  await register();
  const orders = [];
  for (let index = 0; index < 5; index++) orders.push(await queue());
  const seen: string[] = [];
  let next: string | undefined = '/webhooks/deliveries?limit=2';
  for (let pages = 0; next !== undefined; pages++) {
    assert.ok(pages < 3);
    const page = await client.get(next);
    seen.push(...page.json().map(({ order_id: id }: { order_id: string }) => id));
    next = /^<\/merchant([^>]+)>; rel="next"$/.exec(String(page.headers['link'] ?? ''))?.[1];
  }
  assert.deepEqual(seen, orders.toReversed());
  const count = async (query: string): Promise<number> =>
    (await client.get(`/webhooks/deliveries?${query}`)).json().length;
  assert.deepEqual(
    [
      await count(`order_id=${orders[2] ?? ''}`),
      await count('status=PENDING'),
      await count('status=DELIVERED'),
      await count('status=FAILED'),
      await count('status=CANCELLED'),
      await count(`order_id=${newId()}`),
    ],
    [1, 5, 0, 0, 0, 0],
  );
});

const attempt = (at: string, more: object) => ({
  attempted_at: at,
  duration_ms: 7,
  response_excerpt: null,
  ...more,
});

test('deliveries are available as CSV, one line each with the last attempt, and contain no spreadsheet formulas', async () => {
  await register();
  for (let index = 0; index < 3; index++) await queue();
  const [newest] = (await client.get('/webhooks/deliveries')).json() as { webhook_delivery_id: string }[];
  const attempts = [
    attempt('2026-01-01T00:00:00.000Z', { response_status: null, error: 'timed_out' }),
    attempt('2026-01-01T00:00:05.000Z', {
      response_status: 500,
      error: 'unexpected_status',
      response_excerpt: '=cmd|A1',
    }),
  ];
  await testApp.sql`
    update merchant.webhook_deliveries set attempts = ${JSON.stringify(attempts)}::jsonb
    where id = ${newest?.webhook_delivery_id ?? ''}`;
  const asked = await client.get('/webhooks/deliveries?limit=2', { accept: 'text/csv' });
  assert.match(String(asked.headers['content-type']), /^text\/csv/);
  const [head, first, second, end] = asked.body.split('\r\n');
  assert.equal(
    head,
    '\uFEFFoccurred_at,webhook_delivery_id,webhook_endpoint_id,url,order_id,event_type,event_sequence,status,' +
      'next_attempt_at,attempts,last_attempted_at,last_duration_ms,last_response_status,last_error,' +
      'last_response_excerpt',
  );
  assert.match(
    first ?? '',
    /,PENDING,[^,]+,2,2026-01-01T00:00:05\.000Z,7,500,unexpected_status,'=cmd\|A1$/,
    'a formula is text',
  );
  assert.ok(first?.includes(newest?.webhook_delivery_id ?? 'none'));
  assert.match(second ?? '', /,0,,,,,$/);
  assert.equal(end, '');
  const named = await client.get('/webhooks/deliveries?limit=2&format=csv');
  assert.equal(named.body, asked.body);
  const next = /^<\/merchant([^>]+)>; rel="next"$/.exec(String(named.headers['link'] ?? ''))?.[1] ?? '';
  assert.equal((await client.get(next)).body.split('\r\n').length, 3, 'the next page is CSV as well');
  assert.equal((await client.get('/webhooks/deliveries?format=xml')).statusCode, 400);
});

test('queues a test event, and redelivers a waiting event at once', async () => {
  const { webhook_endpoint_id: id } = await register();
  const queued = await client.post(`/webhooks/${id}/test`);
  assert.equal(queued.statusCode, 200);
  const delivery = queued.json();
  assert.deepEqual(
    [delivery.status, delivery.event_type, delivery.order_id, delivery.attempts],
    ['PENDING', 'webhook.test', null, []],
  );
  const later = new Date(testApp.clock.nowMs() + 3_600_000);
  await testApp.sql`update merchant.webhook_deliveries set due_at = ${later} where psp_id = ${pspId}`;
  const again = await client.post(`/webhooks/deliveries/${delivery.webhook_delivery_id}/redeliver`);
  assert.equal(again.statusCode, 200);
  assert.ok(Date.parse(again.json().next_attempt_at) <= testApp.clock.nowMs());
});

test('failed deliveries are sent again in batches, each once, and other deliveries are left as they are', async () => {
  const { webhook_endpoint_id: id } = await register();
  const off = await register();
  await client.put(`/webhooks/${off.webhook_endpoint_id}`, { url, status: 'DISABLED' });
  const add = (many: number, status: string, endpoint = id) => testApp.sql`
    insert into merchant.webhook_deliveries (psp_id, id, endpoint_id, event_type, occurred_at, event, status, due_at,
      failed_attempts)
    select ${pspId}, gen_random_uuid(), ${endpoint}, 'order.created', now(), '{}', ${status}, now() - interval '1 day', 10
    from generate_series(1, ${many})`;
  await add(redeliveryBatch + 2, 'FAILED');
  await add(3, 'DELIVERED');
  await add(4, 'CANCELLED');
  await add(5, 'FAILED', off.webhook_endpoint_id);
  const call = async (headers: Record<string, string> = {}) => {
    const answer = await client.post('/webhooks/deliveries/redeliver-failed', undefined, headers);
    assert.equal(answer.statusCode, 200, answer.body);
    return answer.json();
  };
  const key = { 'idempotency-key': newId() };
  const first = { redelivered: redeliveryBatch, failed_remaining: true };
  assert.deepEqual(
    [await call(key), await call(key)],
    [first, first],
    'a repeated request sends nothing more',
  );
  const statuses = async () =>
    testApp.sql<{ status: string; count: number; attempts: number }[]>`
      select status, count(*)::int as count, max(failed_attempts)::int as attempts
      from merchant.webhook_deliveries where psp_id = ${pspId} group by 1 order by 1`.then((rows) => [
      ...rows,
    ]);
  const left = [
    { status: 'CANCELLED', count: 4, attempts: 10 },
    { status: 'DELIVERED', count: 3, attempts: 10 },
  ];
  assert.deepEqual(await statuses(), [
    ...left,
    { status: 'FAILED', count: 7, attempts: 10 },
    { status: 'PENDING', count: redeliveryBatch, attempts: 0 },
  ]);
  assert.deepEqual(await call(), { redelivered: 2, failed_remaining: false });
  assert.deepEqual(await call(), { redelivered: 0, failed_remaining: false });
  assert.deepEqual(await statuses(), [
    ...left,
    { status: 'FAILED', count: 5, attempts: 10 },
    { status: 'PENDING', count: redeliveryBatch + 2, attempts: 0 },
  ]);
});

test('deleting an endpoint cancels its pending deliveries, which cannot be sent again', async () => {
  const { webhook_endpoint_id: id } = await register();
  await queue();
  await client.delete(`/webhooks/${id}`);
  const [delivery] = (await client.get('/webhooks/deliveries?status=CANCELLED')).json();
  const again = await client.post(`/webhooks/deliveries/${delivery.webhook_delivery_id}/redeliver`);
  assert.deepEqual([again.statusCode, again.json().code], [409, 'webhook_endpoint_disabled']);
});

test('deliveries are deleted after 30 days, and strays of ended endpoints are cancelled', async () => {
  const { webhook_endpoint_id: id } = await register();
  const old = await queue();
  const clock = new MovableClock();
  const shifted = { sql: testApp.sql, clock };
  clock.offsetMs = 29 * 86_400_000;
  await sweepWebhooks(shifted);
  assert.equal((await client.get(`/webhooks/deliveries?order_id=${old}`)).json().length, 1);
  await testApp.sql`update merchant.webhook_endpoints set disabled_at = now() where id = ${id}`;
  await sweepWebhooks(shifted);
  assert.equal((await client.get('/webhooks/deliveries?status=CANCELLED')).json().length, 1);
  clock.offsetMs = 31 * 86_400_000;
  await sweepWebhooks(shifted);
  assert.deepEqual((await client.get('/webhooks/deliveries')).json(), []);
});

test('deletes any number of sequences of orders without recent events', async () => {
  const clock = new MovableClock();
  const count = async (): Promise<number> =>
    (await testApp.sql`select from merchant.webhook_order_sequences where last_sequence = 77`).length;
  const insert = (many: number, daysAgo: number) => testApp.sql`
    insert into merchant.webhook_order_sequences (order_id, last_sequence, updated_at)
    select (substr(${firstIdAt(Date.now() - 500 * 86_400_000)}, 1, 24) || lpad(to_hex(n + ${daysAgo * 10_000}), 12, '0'))::uuid,
      77, now() - ${daysAgo} * interval '1 day'
    from generate_series(1, ${many}) n`;
  await insert(2500, 401);
  await insert(3, 1);
  await sweepWebhooks({ sql: testApp.sql, clock });
  assert.equal(await count(), 3);
  await testApp.sql`delete from merchant.webhook_order_sequences where last_sequence = 77`;
});

test('the queue is visible in the metrics', async () => {
  await register();
  await queue();
  const text = (await testApp.app.inject('/metrics')).body;
  assert.match(text, /webhook_queue\{state="due"\} [1-9]/);
  assert.match(text, /webhook_oldest_due_seconds [\d.]+/);
  assert.match(text, /# TYPE webhook_attempts_total counter/);
});
