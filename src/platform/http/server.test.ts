import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { createLogger } from '../telemetry/logger.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { createServer, type App } from './server.ts';
import { Type } from './type.ts';

const log: string[] = [];
const metrics = createMetrics(120_000);
let app: App;

before(async () => {
  app = await createServer({
    log: createLogger({
      level: 'info',
      pretty: false,
      destination: { write: (line: string) => void log.push(line) },
    }),
    metrics,
    bodyLimitBytes: 4096,
    trustProxy: ['127.0.0.1'],
    corsOrigins: ['https://app.example'],
    rateLimit: 0,
    https: true,
  });
  const Body = Type.Object({
    name: Type.String({ minLength: 1, maxLength: 10 }),
    count: Type.Integer({ minimum: 1 }),
    nested: Type.Optional(Type.Object({ kind: Type.Union([Type.Literal('A'), Type.Literal('B')]) })),
  });
  app.post('/echo', { schema: { body: Body } }, (request) => request.body);
  const Choice = Type.Union([Type.Literal('0'), Type.Literal('1'), Type.Literal(0), Type.Literal(1)]);
  const Listed = Type.Unsafe({ enum: ['0', 0, '1', 1] });
  app.post('/choose', { schema: { body: Type.Object({ one: Choice, other: Listed }) } }, () => ({}));
  const Tag = Type.Union([Type.String(), Type.Integer({ minimum: 0, maximum: 9 }), Type.Null()]);
  app.post('/tag', { schema: { body: Type.Object({ tag: Tag }) } }, () => ({}));
  const Frame = Type.Object({ size: Type.Integer({ maximum: 9 }) });
  app.post(
    '/frame',
    { schema: { body: Type.Object({ frame: Type.Union([Frame, Type.Null()]) }) } },
    () => ({}),
  );
  app.get('/things/:id', (request) => request.params as object);
  app.post('/nobody', (request) => ({ body: request.body ?? null }));
  app.get('/fails', () => {
    throw new Error('select secret from users');
  });
  app.get(
    '/query',
    { schema: { querystring: Type.Object({ limit: Type.Integer({ maximum: 200 }) }) } },
    (r) => r.query,
  );
});
after(() => app.close());

const post = (payload: unknown, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/echo',
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    headers: { 'content-type': 'application/json', ...headers },
  });

test('reports every invalid field by its name on the wire', async () => {
  const answer = await post({ name: '', count: 'x', nested: { kind: 'C' } });
  assert.equal(answer.statusCode, 400);
  assert.match(String(answer.headers['content-type']), /^application\/problem\+json/);
  const { code, errors, request_id, status, title, type } = answer.json();
  assert.deepEqual([code, status, type], ['invalid_input', 400, '/problems#invalid_input']);
  assert.equal(request_id, answer.headers['x-request-id']);
  assert.ok(title);
  assert.deepEqual(
    errors.map((error: { field: string; code: string }) => [error.field, error.code]),
    [
      ['name', 'too_short'],
      ['count', 'wrong_type'],
      ['nested.kind', 'not_allowed'],
    ],
  );
  assert.equal(errors[2].message, 'must be A or B');
});

test('an error inside an optional object names the inner field and not the object', async () => {
  const answer = await app.inject({ method: 'POST', url: '/frame', payload: { frame: { size: 10 } } });
  assert.equal(answer.json().detail, 'frame.size must be at most 9');
  const other = await app.inject({ method: 'POST', url: '/frame', payload: { frame: 1 } });
  assert.equal(other.json().detail, 'frame must be an object or null');
});

test('an invalid value of a union is reported once', async () => {
  const answer = await app.inject({ method: 'POST', url: '/choose', payload: { one: '2', other: '2' } });
  assert.deepEqual(
    answer.json().errors.map((error: { message: string }) => error.message),
    ['must be 0 or 1', 'must be 0 or 1'],
  );
});

test('reports a missing field and ignores an unknown one', async () => {
  const missing = await post({ name: 'x', surprise: 1 });
  assert.deepEqual(missing.json().errors, [{ field: 'count', code: 'required', message: 'is missing' }]);
  assert.equal((await post({ name: 'x', count: 1, surprise: 1 })).statusCode, 200);
});

test('a string is not accepted as a number in a body, but is in a query', async () => {
  assert.equal((await post({ name: 'x', count: '1' })).statusCode, 400);
  const query = await app.inject('/query?limit=50');
  assert.deepEqual(query.json(), { limit: 50 });
  const large = await app.inject('/query?limit=500');
  assert.deepEqual(large.json().errors[0], {
    field: 'limit',
    code: 'too_large',
    message: 'must be at most 200',
  });
});

test('a number in a query must be in decimal notation, not in other forms that JavaScript accepts', async () => {
  for (const text of ['1', '0', '-3', '007']) {
    assert.deepEqual((await app.inject(`/query?limit=${text}`)).json(), { limit: Number(text) }, text);
  }
  for (const text of ['0x1', '1e0', '%201', '1%20', '1.', '1.0', '.5', '%2B1', '1_0', 'Infinity', '']) {
    const answer = await app.inject(`/query?limit=${text}`);
    assert.deepEqual(
      [answer.statusCode, answer.json().errors],
      [400, [{ field: 'limit', code: 'wrong_type', message: 'must be a whole number' }]],
      text,
    );
  }
});

for (const [tag, code, message] of [
  [-1, 'too_small', 'must be at least 0'],
  [10, 'too_large', 'must be at most 9'],
  [true, 'wrong_type', 'must be a string or a whole number or null'],
] as const) {
  test(`reports for ${tag} the most specific error of a union of text, number and null`, async () => {
    const answer = await app.inject({ method: 'POST', url: '/tag', payload: { tag } });
    assert.deepEqual(answer.json().errors, [{ field: 'tag', code, message }]);
  });
}

const refusals: [string, string, Record<string, string>, number, string][] = [
  ['no JSON', '{"name":', {}, 400, 'malformed_json'],
  ['a body over the limit', JSON.stringify({ name: 'x'.repeat(5000) }), {}, 413, 'payload_too_large'],
  ['another content type', '<x/>', { 'content-type': 'text/xml' }, 415, 'unsupported_media_type'],
  ['a null byte', '{"name":"a\\u0000","count":1}', {}, 400, 'invalid_input'],
  ['a null byte and nothing else', '"\\u0000"', {}, 400, 'invalid_input'],
  ['half a surrogate pair', '{"name":"\\ud83d","count":1}', {}, 400, 'invalid_input'],
  ['an array', '[]', {}, 400, 'invalid_input'],
];

for (const [name, payload, headers, status, code] of refusals) {
  test(`${name} is rejected with ${status} ${code}`, async () => {
    const answer = await post(payload, headers);
    assert.deepEqual([answer.statusCode, answer.json().code], [status, code]);
  });
}

const controls = [...Array.from({ length: 0x20 }, (_, code) => code), 0x7f, 0x80, 0x85, 0x9f]
  .map((code) => String.fromCharCode(code))
  .filter((character) => character !== '\0' && !'\t\n\r'.includes(character));
test('rejects control characters with the name of their field, literal or escaped', async () => {
  const message = 'must not have control characters other than tabs and line ends';
  const errors = [{ field: 'nested.0.name', code: 'invisible_characters', message }];
  for (const control of controls) {
    const code = control.charCodeAt(0).toString(16).padStart(4, '0');
    const written = JSON.stringify(control).slice(1, -1);
    for (const character of [written, `\\u${code}`, `\\u${code.toUpperCase()}`]) {
      const payload = `{"nested":[{"name":"a${character}b"}]}`;
      const answer = await app.inject({
        method: 'POST',
        url: '/nobody',
        payload,
        headers: { 'content-type': 'application/json' },
      });
      assert.deepEqual([answer.statusCode, answer.json().errors], [400, errors], payload);
    }
  }
  const lines = 'a\r\nb\tc\nd';
  assert.equal((await post({ name: lines, count: 1 })).json().name, lines);
});

test('a password may contain any characters that can be stored', async () => {
  for (const field of ['password', 'user_password', 'new_password', 'newPassword']) {
    const payload = JSON.stringify({ [field]: controls.join('') });
    const answer = await app.inject({
      method: 'POST',
      url: '/nobody',
      payload,
      headers: { 'content-type': 'application/json' },
    });
    assert.equal(answer.statusCode, 200, field);
    const broken = JSON.stringify({ [field]: '\0' });
    const refused = await app.inject({
      method: 'POST',
      url: '/nobody',
      payload: broken,
      headers: { 'content-type': 'application/json' },
    });
    assert.equal(refused.statusCode, 400, field);
  }
});

test('accepts an emoji', async () => {
  assert.equal((await post({ name: '🎉', count: 1 })).json().name, '🎉');
});

test('removes __proto__ from a body at any depth without polluting prototypes', async () => {
  const poison = '{"constructor":{"prototype":{"admin":true}},"__proto__":{"admin":true}}';
  const answer = await app.inject({
    method: 'POST',
    url: '/nobody',
    payload: `{"name":"x","__proto__":{"admin":true},"nested":[${poison}]}`,
    headers: { 'content-type': 'application/json' },
  });
  assert.deepEqual([answer.statusCode, answer.body], [200, '{"body":{"name":"x","nested":[{}]}}']);
  assert.ok(!('admin' in {}));
});

test('accepts a JSON content type without a body', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/nobody',
    headers: { 'content-type': 'application/json' },
  });
  assert.deepEqual([answer.statusCode, answer.json()], [200, { body: null }]);
});

test('an internal error reveals only its request id', async () => {
  const answer = await app.inject('/fails');
  assert.equal(answer.statusCode, 500);
  assert.ok(!answer.body.includes('secret'));
  const line = log.find((candidate) => candidate.includes('select secret'));
  assert.ok(
    line?.includes(String(answer.headers['x-request-id'])) || line?.includes(answer.json().request_id),
  );
});

test('a path that is too long or invalid is a problem with a request id', async () => {
  for (const [url, status] of [
    [`/things/${'a'.repeat(4000)}`, 404],
    ['/things/%zz', 400],
  ] as const) {
    const answer = await app.inject(url);
    assert.equal(answer.statusCode, status);
    assert.equal(answer.headers['x-request-id'], answer.json().request_id);
    assert.equal(answer.headers['x-content-type-options'], 'nosniff');
  }
});

test('the problem for an unknown path does not repeat the query', async () => {
  const answer = await app.inject('/nothing?access_token=abc123');
  assert.equal(answer.statusCode, 404);
  assert.equal(answer.json().code, 'not_found');
  assert.ok(!answer.body.includes('abc123'));
  assert.ok(log.some((line) => line.includes('"/nothing')));
  assert.ok(!log.some((line) => line.includes('abc123')));
});

test('every answer has the request id of its log line and the security headers', async () => {
  const answer = await app.inject('/query?limit=1');
  const id = String(answer.headers['x-request-id']);
  assert.match(id, /^[0-9a-f-]{36}$/);
  assert.equal(answer.headers['x-content-type-options'], 'nosniff');
  assert.match(String(answer.headers['content-security-policy']), /default-src 'none'/);
  assert.match(String(answer.headers['strict-transport-security']), /max-age/);
  const line = JSON.parse(log.find((candidate) => candidate.includes(id)) ?? '{}') as Record<string, unknown>;
  assert.deepEqual([line['path'], line['status'], line['method']], ['/query', 200, 'GET']);
});

const idGivenTo = async (remoteAddress: string, id: string): Promise<unknown> => {
  const headers = { 'x-request-id': id, 'x-forwarded-for': '127.0.0.1' };
  const answer = await app.inject({ url: '/query?limit=1', remoteAddress, headers });
  return answer.headers['x-request-id'];
};

test('ignores a request id from an untrusted client', async () => {
  assert.match(String(await idGivenTo('203.0.113.9', 'chosen-by-a-stranger')), /^[0-9a-f-]{36}$/);
});

test('uses the request id of a trusted proxy in the answer and in the log', async () => {
  const nginx = '4cf1e4d2a7b84f0c9d3f6d2f1f0a9b7e';
  assert.equal(await idGivenTo('127.0.0.1', nginx), nginx);
  assert.ok(log.some((line) => line.includes(nginx)));
  assert.equal(await idGivenTo('::ffff:127.0.0.1', 'by-its.mapped_address'), 'by-its.mapped_address');
  const missing = await app.inject({ url: '/nothing', headers: { 'x-request-id': nginx } });
  assert.equal(missing.json().request_id, nginx);
});

test('replaces an invalid request id of a trusted proxy', async () => {
  for (const id of [
    '',
    'short',
    'a'.repeat(129),
    'with space',
    '"quoted-id"',
    'two-ids-1, two-ids-2',
    'çççççççç',
  ])
    assert.match(String(await idGivenTo('127.0.0.1', id)), /^[0-9a-f-]{36}$/, id);
});

test('names an invalid address among the trusted proxies', async () => {
  const options = { log: createLogger({ level: 'silent', pretty: false }), metrics: createMetrics(120_000) };
  const rest = { bodyLimitBytes: 1, corsOrigins: [], rateLimit: 0, https: false };
  await assert.rejects(createServer({ ...options, ...rest, trustProxy: ['127.0.0.1', 'proxy.internal'] }), {
    name: 'StartError',
    message: /^TRUST_PROXY takes addresses and networks, .*proxy\.internal/,
  });
});

test('allows cross-origin calls from the configured origins only', async () => {
  const preflight = (origin: string) =>
    app.inject({
      method: 'OPTIONS',
      url: '/echo',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
  assert.equal(
    (await preflight('https://app.example')).headers['access-control-allow-origin'],
    'https://app.example',
  );
  assert.equal((await preflight('https://evil.example')).headers['access-control-allow-origin'], undefined);
});

test('labels metrics of routes with their pattern', async () => {
  await app.inject('/query?limit=2');
  const text = await metrics.registry.metrics();
  assert.match(text, /http_request_duration_seconds_count\{[^}]*route="\/query"[^}]*status="2xx"[^}]*\} \d/);
});

test('logs and measures a request without a route once, also if a route calls callNotFound', async () => {
  const measured = async () => {
    const text = await metrics.registry.metrics();
    return Number(
      /duration_seconds_count\{[^}]*route="unknown"[^}]*status="4xx"[^}]*\} (\d+)/.exec(text)?.[1] ?? 0,
    );
  };
  for (const method of ['GET', 'OPTIONS'] as const) {
    const before = await measured();
    const answer = await app.inject({ method, url: '/nowhere' });
    assert.equal(answer.statusCode, 404);
    const lines = log.filter((line) => line.includes(String(answer.headers['x-request-id'])));
    assert.equal(lines.length, 1, method);
    assert.equal((await measured()) - before, 1, method);
  }
});

test('a client that disconnects during its request counts as not answered, and no error is logged', async () => {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  for (const path of ['/nowhere-gone', '/echo?gone']) {
    const asked = once(app.server, 'request');
    const accepted = once(app.server, 'connection') as Promise<[Socket]>;
    const client = connect(port, '127.0.0.1');
    client.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{"a":`,
    );
    const [socket] = await accepted;
    const ended = new Promise((resolve) => socket.once('close', resolve));
    await asked;
    const before = log.length;
    client.destroy();
    await ended;
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(log.slice(before), [], path);
  }
});
