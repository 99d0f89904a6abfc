import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import websocket from '@fastify/websocket';
import fc from 'fast-check';
import { createLogger } from '../../telemetry/logger.ts';
import { createMetrics } from '../../telemetry/metrics.ts';
import { createServer, type App } from '../server.ts';

let app: App;
let port = 0;
/** Callbacks that release the answers of `/held`. */
const held: (() => void)[] = [];

before(async () => {
  app = await createServer({
    log: createLogger({ level: 'info', pretty: false, destination: { write: () => {} } }),
    metrics: createMetrics(120_000),
    bodyLimitBytes: 4096,
    trustProxy: [],
    corsOrigins: [],
    rateLimit: 0,
    https: true,
  });
  await app.register(websocket);
  app.route({
    method: ['GET', 'POST'],
    url: '/echo/:id',
    handler: async ({ method, url, body }) => ({ method, url, body: body ?? null }),
  });
  app.get('/held', async () => {
    await new Promise<void>((go) => held.push(go));
    return { url: '/held' };
  });
  await app.register(async (scope) => {
    scope.get('/socket', { websocket: true }, (socket) => {
      socket.on('message', (data: Buffer) => socket.send(`heard ${data.toString()}`));
    });
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.server.address() as AddressInfo);
});
after(() => app.close());

interface Connection {
  readonly client: Socket;
  readonly server: Socket;
  /** Returns all bytes received so far. */
  received(): Buffer;
}

async function open(): Promise<Connection> {
  const accepted = once(app.server, 'connection') as Promise<[Socket]>;
  const client = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  client.on('data', (chunk) => chunks.push(chunk));
  client.on('error', () => {});
  const [server] = await accepted;
  return { client, server, received: () => Buffer.concat(chunks) };
}

/** Writes the packets one by one, each after the server has read the previous one. */
async function write({ client, server }: Connection, packets: readonly string[]): Promise<void> {
  for (const packet of packets) {
    const before = server.bytesRead;
    client.write(packet);
    while (server.bytesRead < before + packet.length && !server.destroyed) await turn();
  }
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Splits the received bytes into complete answers by their content-length. */
function parse(received: Buffer): Answer[] {
  const answers: Answer[] = [];
  for (let text = received.toString(); ;) {
    const [head = '', rest] = text.split(/\r\n\r\n(.*)/s, 2);
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1]);
    if (rest === undefined || rest.length < length) return answers;
    answers.push({ status: Number(head.split(' ')[1]), body: rest.slice(0, length) });
    text = rest.slice(length);
  }
}

async function answersOf(connection: Connection, count: number): Promise<Answer[]> {
  for (;;) {
    const answers = parse(connection.received());
    if (answers.length >= count || connection.client.closed) return answers;
    await Promise.race([once(connection.client, 'data'), once(connection.client, 'close')]);
  }
}

const offers = {
  none: '',
  x: 'Connection: Upgrade\r\nUpgrade: x\r\n',
  // Sent by curl with --http2, and by Java's HttpClient by default.
  h2c: 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n',
  websocket:
    'Connection: keep-alive, Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n',
} as const;
const bodies = {
  none: '\r\n',
  empty: 'content-type: application/json\r\ncontent-length: 0\r\n\r\n',
  sized: 'content-type: application/json\r\ncontent-length: 7\r\n\r\n{"a":1}',
  chunked:
    'content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n3\r\n{"a\r\n4\r\n":1}\r\n0\r\n\r\n',
} as const;
interface Request {
  readonly offer: keyof typeof offers;
  readonly body: keyof typeof bodies;
}
const methodOf = ({ body }: Request) => (body === 'none' ? 'GET' : 'POST');
const requestOf = (request: Request, id: number) =>
  `${methodOf(request)} /echo/${id} HTTP/1.1\r\nHost: x\r\n${offers[request.offer]}${bodies[request.body]}`;
const answerTo = (request: Request, id: number) => ({
  method: methodOf(request),
  url: `/echo/${id}`,
  body: request.body === 'sized' || request.body === 'chunked' ? { a: 1 } : null,
});

/** Sends each request in its packets after the previous one was answered. */
async function assertAnswered(
  requests: readonly Request[],
  cut = (text: string): readonly string[] => [text],
): Promise<void> {
  const connection = await open();
  for (const [id, request] of requests.entries()) {
    await write(connection, cut(requestOf(request, id)));
    const { status, body } = (await answersOf(connection, id + 1))[id] ?? { status: 0, body: 'null' };
    assert.deepEqual([status, JSON.parse(body)], [200, answerTo(request, id)]);
  }
  connection.client.destroy();
}

const names = Object.keys(offers).filter((name) => name !== 'none') as (keyof typeof offers)[];
for (const offer of names) {
  for (const body of Object.keys(bodies) as (keyof typeof bodies)[]) {
    test(`ignores an upgrade to ${offer} with a body of kind ${body}, and keeps the connection usable`, () =>
      assertAnswered([
        { offer, body },
        { offer, body: 'sized' },
        { offer: 'none', body: 'none' },
      ]));
  }
}

test('answers each request once, for every split into packets', async () => {
  const request = fc.record({
    offer: fc.constantFrom(...(Object.keys(offers) as (keyof typeof offers)[])),
    body: fc.constantFrom(...(Object.keys(bodies) as (keyof typeof bodies)[])),
  });
  const requests = fc.array(request, { minLength: 1, maxLength: 5 });
  const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(requests, cuts, (requested, cutAt) =>
      assertAnswered(requested, (text) => {
        const places = [0, ...cutAt.map((part) => Math.floor(part * text.length)), text.length].toSorted(
          (one, other) => one - other,
        );
        return places
          .slice(1)
          .map((end, index) => text.slice(places[index], end))
          .filter((packet) => packet !== '');
      }),
    ),
    { numRuns: 60 },
  );
});

test('the answer to an ignored upgrade waits for the answers before it', async () => {
  const connection = await open();
  const first = 'GET /held HTTP/1.1\r\nHost: x\r\n\r\n';
  await write(connection, [first + first + requestOf({ offer: 'x', body: 'sized' }, 1)]);
  while (held.length < 2) await turn();
  // Finishes the second request before the first.
  held.pop()?.();
  held.pop()?.();
  const answers = await answersOf(connection, 3);
  connection.client.destroy();
  assert.deepEqual(
    answers.map(({ body }) => JSON.parse(body).url),
    ['/held', '/held', '/echo/1'],
  );
});

test('opens a WebSocket on its route, also after a request and an ignored upgrade', async () => {
  const connection = await open();
  await write(connection, [requestOf({ offer: 'none', body: 'none' }, 0)]);
  await answersOf(connection, 1);
  await write(connection, [requestOf({ offer: 'h2c', body: 'sized' }, 1)]);
  await answersOf(connection, 2);
  await write(connection, [`GET /socket HTTP/1.1\r\nHost: x\r\n${offers.websocket}\r\n`]);
  const received = () => connection.received().toString('latin1');
  const waitFor = async (text: string) => {
    while (!received().includes(text)) await once(connection.client, 'data');
  };
  await waitFor('HTTP/1.1 101');
  assert.match(received(), /^HTTP\/1\.1 200 .*"\/echo\/0".*"\/echo\/1".*HTTP\/1\.1 101 /s);
  // A masked text frame with a mask of zeroes.
  connection.client.write(Buffer.from([0x81, 0x82, 0, 0, 0, 0, ...Buffer.from('hi')]));
  await waitFor('heard hi');
  connection.client.destroy();
});
