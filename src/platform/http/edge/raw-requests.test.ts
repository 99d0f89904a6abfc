import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { until } from '../../../../test/support/process.ts';
import { createLogger } from '../../telemetry/logger.ts';
import { createMetrics } from '../../telemetry/metrics.ts';
import { createServer, type App } from '../server.ts';

const log: string[] = [];
let app: App;
let port = 0;

before(async () => {
  app = await createServer({
    log: createLogger({
      level: 'info',
      pretty: false,
      destination: { write: (line: string) => void log.push(line) },
    }),
    metrics: createMetrics(120_000),
    bodyLimitBytes: 4096,
    trustProxy: [],
    corsOrigins: [],
    rateLimit: 0,
    https: true,
  });
  app.get('/fails', () => {
    throw new Error('a fault');
  });
  app.get('/slow', () => {
    throw Object.assign(new pg.DatabaseError('it took too long', 0, 'error'), { code: '57014' });
  });
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/echo',
    handler: (request) => ({ method: request.method, body: request.body ?? null, url: request.url }),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.server.address() as AddressInfo);
});
after(() => app.close());

interface Answer {
  status: number;
  headers: Map<string, string>;
  body: string;
}

/** Reads the next answer on the connection by its content-length. Resolves to undefined if the connection ends. */
function readAnswer(socket: Socket): Promise<Answer | undefined> {
  let text = '';
  return new Promise((resolve) => {
    const settle = (answer: Answer | undefined): void => {
      socket.off('data', take);
      resolve(answer);
    };
    const take = (chunk: Buffer): void => {
      text += chunk.toString();
      const [head = '', body] = text.split('\r\n\r\n', 2);
      const [first = '', ...lines] = head.split('\r\n');
      const headers = new Map(lines.map((line) => line.toLowerCase().split(': ', 2) as [string, string]));
      if (body === undefined || body.length < Number(headers.get('content-length'))) return;
      settle({ status: Number(first.split(' ')[1]), headers, body });
    };
    socket.on('data', take);
    socket.once('close', () => settle(undefined));
  });
}

/** Sends requests one after the other on one connection, like the connection pool of a proxy. */
async function send(...requests: string[]): Promise<(Answer | undefined)[]> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  const answers: (Answer | undefined)[] = [];
  for (const request of requests) {
    const answer = readAnswer(socket);
    socket.write(request);
    answers.push(await answer);
  }
  socket.destroy();
  return answers;
}

for (const method of ['GET', 'POST', 'DELETE']) {
  test(`${method} with a content type but neither body nor length is a request without a body`, async () => {
    const [answer] = await send(
      `${method} /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n\r\n`,
    );
    assert.deepEqual(
      [answer?.status, JSON.parse(answer?.body ?? '')],
      [200, { method, body: null, url: '/echo' }],
    );
  });
}

test('reads path and query from an absolute request target, as sent to proxies', async () => {
  const targets = ['http://x/echo?a=/b', 'HTTPS://x:80/echo', 'http://x?a=1', 'http://x'];
  const answers = await send(...targets.map((target) => `GET ${target} HTTP/1.1\r\nhost: x\r\n\r\n`));
  assert.deepEqual(
    answers.slice(0, 2).map((answer) => JSON.parse(answer?.body ?? '').url),
    ['/echo?a=/b', '/echo'],
  );
  for (const answer of answers.slice(2)) assert.match(JSON.parse(answer?.body ?? '').detail, / GET \/ here/);
});

test('the answer to an invalid path does not contain the query', async () => {
  const url = '/%ZZ?access_token=SECRET';
  const answer = await app.inject({ url, headers: { 'accept-language': 'pt' } });
  assert.equal(answer.statusCode, 400);
  assert.match(answer.json().detail, /^O caminho não pode ser lido/);
  assert.doesNotMatch(`${answer.body}${log.join('')}`, /SECRET/);
});

test('a body of length zero is no body, and a JSON body after it is read', async () => {
  const head = 'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
  const [none, some, chunked] = await send(
    `${head}content-length: 0\r\n\r\n`,
    `${head}content-length: 7\r\n\r\n{"a":1}`,
    `${head}transfer-encoding: chunked\r\n\r\n7\r\n{"a":1}\r\n0\r\n\r\n`,
  );
  assert.equal(JSON.parse(none?.body ?? '').body, null);
  assert.deepEqual(JSON.parse(some?.body ?? '').body, { a: 1 });
  assert.deepEqual(JSON.parse(chunked?.body ?? '').body, { a: 1 });
});

const refusals: [name: string, request: string, status: number, code: string][] = [
  ['what is no HTTP', 'hello\r\n\r\n', 400, 'invalid_input'],
  ['a version that is none', 'GET /echo HTTP/9.9\r\nhost: x\r\n\r\n', 400, 'invalid_input'],
  ['no Host', 'GET /echo HTTP/1.1\r\n\r\n', 400, 'invalid_input'],
  ['two Hosts', 'GET /echo HTTP/1.1\r\nhost: x\r\nHost: y\r\n\r\n', 400, 'invalid_input'],
  ...[
    'a b/c',
    'a/b',
    'user@a.example',
    'a.example:port',
    'a.example:1:2',
    '[::1',
    'a?b',
    'ä',
    'a%2',
    '[x]',
  ].map((host): [string, string, number, string] => [
    `the Host "${host}"`,
    `GET /echo HTTP/1.1\r\nhost: ${host}\r\n\r\n`,
    400,
    'invalid_input',
  ]),
  ['an invalid Host in the version before', 'GET /echo HTTP/1.0\r\nhost: a b\r\n\r\n', 400, 'invalid_input'],
  [
    'headers without end',
    `GET /echo HTTP/1.1\r\nhost: x\r\na: ${'a'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  ['an expectation', 'GET /echo HTTP/1.1\r\nhost: x\r\nexpect: a-miracle\r\n\r\n', 417, 'expectation_failed'],
];
for (const [name, request, status, code] of refusals) {
  test(`${name} gets ${status} as a problem with its request id`, async () => {
    const [answer] = await send(request);
    assert.ok(answer);
    assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/);
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    const body = JSON.parse(answer.body);
    assert.deepEqual([answer.status, body.status, body.code], [status, status, code]);
    assert.match(body.detail, /\.$/);
    assert.equal(answer.headers.get('x-request-id'), body.request_id);
    assert.ok(log.some((line) => line.includes(body.request_id)));
  });
}

test('an incomplete request gets 408 as a problem', async () => {
  const accepted = once(app.server, 'connection') as Promise<[Socket]>;
  const socket = connect(port, '127.0.0.1');
  const [seen] = await accepted;
  const answer = readAnswer(socket);
  // Emits the error of Node's timer, which runs only every thirty seconds.
  app.server.emit('clientError', Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), seen);
  const { status, body } = (await answer) ?? {};
  assert.deepEqual([status, JSON.parse(body ?? '').code], [408, 'request_timeout']);
});

for (const [kind, request, status, messages] of [
  ['fails', 'GET /fails HTTP/1.1\r\nhost: x\r\n\r\n', 500, ['request failed', undefined]],
  ['is too slow', 'GET /slow HTTP/1.1\r\nhost: x\r\n\r\n', 503, ['request failed', undefined]],
  [
    'has an invalid body',
    'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1\r\n\r\n{',
    400,
    [undefined],
  ],
  ['cannot be parsed', 'NONSENSE\r\n\r\n', 400, ['a request could not be read']],
] as const) {
  test(`every log line of a request that ${kind} carries its id as request_id`, async () => {
    const [answer] = await send(request);
    assert.equal(answer?.status, status);
    const id = answer.headers.get('x-request-id') ?? '';
    const linesOf = () => log.filter((line) => line.includes(id)).map((line) => JSON.parse(line));
    await until(() => linesOf().length === messages.length, 'all lines of the request');
    assert.deepEqual(
      linesOf().map((line) => [line.msg, line.request_id]),
      messages.map((message) => [message, id]),
    );
  });
}

const part = 'x'.repeat(5000);
const bodies = {
  'of a stated length': [`content-length: 10000\r\n\r\n${part}`, part],
  'in chunks': [`transfer-encoding: chunked\r\n\r\n1388\r\n${part}\r\n`, `1388\r\n${part}\r\n0\r\n\r\n`],
} as const;
for (const [kind, [begin, end]] of Object.entries(bodies)) {
  test(`a body over the limit, ${kind}, is read to its end, so that the client receives the answer`, async () => {
    const head = 'POST /echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
    const answers = await send(`${head}${begin}`, `${end}GET /echo HTTP/1.1\r\nhost: x\r\n\r\n`);
    assert.deepEqual(
      answers.map((answer) => answer?.status),
      [413, 200],
    );
  });
}

test('HTTP/1.0 requires no Host header', async () => {
  const [answer] = await send('GET /echo HTTP/1.0\r\n\r\n');
  assert.equal(answer?.status, 200);
});

for (const host of [
  'x',
  'a.example',
  'A_b-c.example:8080',
  '127.0.0.1:',
  '[::1]:8080',
  '[fe80::1]',
  'a%20b',
  '',
]) {
  test(`accepts the Host header "${host}"`, async () => {
    const [answer] = await send(`GET /echo HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
    assert.equal(answer?.status, 200);
  });
}
