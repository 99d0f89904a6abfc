import assert from 'node:assert/strict';
import { test } from 'node:test';
import { merchant, type PracaError } from '../../packages/client/src/index.ts';

type Step = Response | Error;

/** A client whose every answer after the token's is written down. */
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

test('what is lost is sent again with the same key, until it is answered', async () => {
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

test('a key of one’s own is kept; two calls have two', async () => {
  const { client, sent } = play([]);
  await client.post('/conversions', { body, idempotencyKey: 'mine' });
  await client.post('/conversions', { body });
  await client.post('/conversions', { body });
  assert.equal(sent[0]?.key, 'mine');
  assert.equal(new Set(sent.map(({ key }) => key)).size, 3);
});

test('what was refused is not sent again, and says why', async () => {
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

test('a wait that is too long is the caller’s, who is told how long', async () => {
  const { client, sent } = play([problem(429, 'rate_limited', { 'retry-after': '3' })]);
  await assert.rejects(client.get('/balances'), (error: PracaError) => error.retryAfterMs === 3000);
  assert.equal(sent.length, 1);
});

test('a token that is refused is renewed once', async () => {
  const { client, sent, tokens } = play([problem(401, 'unauthorized')]);
  await client.get('/balances');
  assert.deepEqual([sent.length, tokens()], [2, 2]);
  const lasting = play([problem(401, 'unauthorized'), problem(401, 'unauthorized')]);
  await assert.rejects(lasting.client.get('/balances'), (error: PracaError) => error.status === 401);
  assert.equal(lasting.sent.length, 2);
});

test('many calls at once share one token', async () => {
  const { client, tokens } = play([]);
  await Promise.all(Array.from({ length: 20 }, () => client.get('/balances')));
  assert.equal(tokens(), 1);
});

test('a list follows its pages at the service itself, wherever the link points', async () => {
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

test('a proxy’s page in place of a problem is an error all the same; an empty id is never sent', async () => {
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

test('whoever gives up is obeyed, also while it waits', async () => {
  const leaving = new AbortController();
  const { client } = play([problem(503, 'overloaded', { 'retry-after': '1' })]);
  const asked = client.get('/balances', { signal: leaving.signal });
  setTimeout(() => leaving.abort(new Error('left')), 20);
  await assert.rejects(asked, /left/);
});
