import assert from 'node:assert/strict';
import { test } from 'node:test';
import { merchant, social, type PracaError } from '../../packages/client/src/index.ts';

type Step = Response | Error;

/** Returns a client with scripted answers. It records every request except those for tokens. */
function play(steps: Step[]) {
  const sent: { method: string; url: string; key: string | null }[] = [];
  let tokens = 0;
  const client = merchant({
    baseUrl: 'http://praca.test/merchant/',
    clientId: 'größe',
    clientSecret: 's',
    longestWaitMs: 2000,
    fetch: (async (url: string, init: RequestInit) => {
      const headers = new Headers(init.headers);
      if (url.includes('/oauth/token')) {
        assert.equal(
          Buffer.from(headers.get('authorization')?.slice(6) ?? '', 'base64').toString(),
          'größe:s',
        );
        return Response.json({ access_token: `token${++tokens}`, expires_in: 3_600_000 });
      }
      sent.push({ method: init.method ?? '', url, key: headers.get('idempotency-key') });
      const step = steps.shift();
      if (step instanceof Error) throw step;
      return step ?? Response.json([]);
    }) as typeof fetch,
  });
  return { client, sent, tokens: () => tokens };
}

const problem = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  Response.json({ code, detail: `because ${code}`, request_id: 'r-1' }, { status, headers });
const quick = { 'retry-after': '0' };
const body = { currency_pair: 'BTCEUR', transaction_type: 'WITHDRAW', money_amount: '1.00' } as const;

test('a request without an answer is repeated with the same idempotency key until it is answered', async () => {
  const { client, sent } = play([
    new TypeError('fetch failed'),
    problem(503, 'database_unavailable', quick),
    problem(409, 'idempotency_in_progress', quick),
    Response.json({ conversion_token: 't' }),
  ]);
  assert.equal((await client.post('/conversions', { body })).conversion_token, 't');
  assert.equal(sent.length, 4);
  assert.equal(new Set(sent.map(({ key }) => key)).size, 1);
  assert.match(sent[0]?.key ?? '', /^[0-9a-f-]{36}$/);
});

test('a deletion of the caller’s user whose answer is lost is repeated with the same token', async () => {
  const sent: (string | null)[] = [];
  const client = social({
    baseUrl: 'http://praca.test/social',
    refreshToken: 'r',
    fetch: (async (url: string, init: RequestInit) => {
      if (url.includes('/oauth/token'))
        return Response.json({ access_token: 't', refresh_token: 'r', expires_in: 900 });
      sent.push(new Headers(init.headers).get('authorization'));
      if (sent.length === 1) throw new TypeError('fetch failed');
      return Response.json({ status: 'deleted', restorable_until: '2026-12-19T00:00:00.000Z' });
    }) as typeof fetch,
  });
  const { status } = await client.post('/user/{userId}/delete', { path: { userId: 'u' } });
  assert.deepEqual([status, sent], ['deleted', ['Bearer t', 'Bearer t']]);
});

test('a given idempotency key is kept, and two calls get two keys', async () => {
  const { client, sent } = play([]);
  await client.post('/conversions', { body, idempotencyKey: 'mine' });
  await client.post('/conversions', { body });
  await client.post('/conversions', { body });
  assert.equal(sent[0]?.key, 'mine');
  assert.equal(new Set(sent.map(({ key }) => key)).size, 3);
});

test('a refused request is not repeated and its error has the reason', async () => {
  for (const [status, code] of [
    [400, 'invalid_input'],
    [404, 'not_found'],
    [409, 'conversion_token_used'],
    [500, 'internal_error'],
  ] as const) {
    const { client, sent } = play([problem(status, code)]);
    await assert.rejects(client.post('/conversions', { body }), (error: PracaError) => {
      assert.deepEqual([error.status, error.code, error.requestId], [status, code, 'r-1']);
      assert.equal(error.message, `because ${code}`);
      return true;
    });
    assert.equal(sent.length, 1, code);
  }
});

test('a Retry-After that is too long is left to the caller with its duration', async () => {
  const { client, sent } = play([problem(429, 'rate_limited', { 'retry-after': '3' })]);
  await assert.rejects(client.get('/balances'), (error: PracaError) => error.retryAfterMs === 3000);
  assert.equal(sent.length, 1);
});

test('a refused token is renewed once', async () => {
  const { client, sent, tokens } = play([problem(401, 'unauthorized')]);
  await client.get('/balances');
  assert.deepEqual([sent.length, tokens()], [2, 2]);
  const lasting = play([problem(401, 'unauthorized'), problem(401, 'unauthorized')]);
  await assert.rejects(lasting.client.get('/balances'), (error: PracaError) => error.status === 401);
  assert.equal(lasting.sent.length, 2);
});

test('many simultaneous calls share one token request', async () => {
  const { client, tokens } = play([]);
  await Promise.all(Array.from({ length: 20 }, () => client.get('/balances')));
  assert.equal(tokens(), 1);
});

test('a list follows its pages at the configured base URL even if the link has another host', async () => {
  const next = (url: string) => ({ link: `<${url}>; rel="next"` });
  const { client, sent } = play([
    Response.json([{ order_id: '1' }], { headers: next('https://elsewhere.test/merchant/orders?cursor=a') }),
    Response.json([{ order_id: '2' }], { headers: next('?cursor=b') }),
    Response.json([]),
  ]);
  const found: string[] = [];
  for await (const { order_id: id } of client.list('/orders', { query: { limit: 1 } })) found.push(id);
  assert.deepEqual(found, ['1', '2']);
  assert.deepEqual(
    sent.map(({ url }) => url),
    [
      'http://praca.test/merchant/orders?limit=1',
      'http://praca.test/merchant/orders?cursor=a',
      'http://praca.test/merchant/orders?cursor=b',
    ],
  );
});

test('a proxy’s HTML error becomes a PracaError, and an empty id is never sent', async () => {
  const { client, sent } = play([
    new Response('<h1>Bad</h1>', { status: 400, headers: { 'x-request-id': 'r-9' } }),
  ]);
  await assert.rejects(
    client.get('/balances'),
    (error: PracaError) => error.code === 'unknown' && error.requestId === 'r-9',
  );
  await assert.rejects(
    async () => client.get('/orders/{orderId}', { path: { orderId: '' } }),
    /needs orderId/,
  );
  assert.equal(sent.length, 1);
});

test('an abort ends a request at once, even during a wait', async () => {
  const leaving = new AbortController();
  const { client } = play([problem(503, 'overloaded', { 'retry-after': '1' })]);
  const asked = client.get('/balances', { signal: leaving.signal });
  setTimeout(() => leaving.abort(new Error('left')), 20);
  await assert.rejects(asked, /left/);
});
