import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import websocket from '@fastify/websocket';
import fc from 'fast-check';
import type { Server } from 'node:http';
import { createLogger } from '../../telemetry/logger.ts';
import { createMetrics } from '../../telemetry/metrics.ts';
import { createServer, type App } from '../server.ts';

let app: App;
let port = 0;
/** Answers of `/held` wait for these. */
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
  await app.register(websocket, { options: { server: app.grantedUpgrades as unknown as Server } });
  app.route({
    method: ['GET', 'POST'],
    url: '/echo/:id',
    handler: async ({ method, url, body, headers }) => ({
      method,
      url,
      body: body ?? null,
      offered: 'upgrade' in headers,
    }),
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
  /** All that has come back. */
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

/** One after the other, each when the server has read the one before. */
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

/** Whole answers, by their content-length. */
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
  // As curl does with --http2, and Java's HttpClient unasked.
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
interface Wish {
  readonly offer: keyof typeof offers;
  readonly body: keyof typeof bodies;
}
const methodOf = ({ body }: Wish) => (body === 'none' ? 'GET' : 'POST');
const requestOf = (wish: Wish, id: number) =>
  `${methodOf(wish)} /echo/${id} HTTP/1.1\r\nHost: x\r\n${offers[wish.offer]}${bodies[wish.body]}`;
const answerTo = (wish: Wish, id: number) => ({
  method: methodOf(wish),
  url: `/echo/${id}`,
  body: wish.body === 'sized' || wish.body === 'chunked' ? { a: 1 } : null,
  offered: false,
});

async function assertAnswered(wishes: readonly Wish[], packets: readonly string[]): Promise<void> {
  const connection = await open();
  await write(connection, packets);
  const answers = await answersOf(connection, wishes.length);
  connection.client.destroy();
  assert.deepEqual(
    answers.map(({ status, body }) => [status, JSON.parse(body)]),
    wishes.map((wish, id) => [200, answerTo(wish, id)]),
  );
}

const names = Object.keys(offers).filter((name) => name !== 'none') as (keyof typeof offers)[];
for (const offer of names) {
  for (const body of Object.keys(bodies) as (keyof typeof bodies)[]) {
    test(`an offer of ${offer} with a body of kind ${body} is ignored, and what came behind it in one packet is answered`, async () => {
      const wishes: Wish[] = [
        { offer, body },
        { offer, body: 'sized' },
        { offer: 'none', body: 'none' },
      ];
      const requests = wishes.map(requestOf);
      await assertAnswered(wishes, [requests.join('')]);
      await assertAnswered(wishes, requests);
    });
  }
}

test('however requests are cut into packets, each is answered once and in its turn', async () => {
  const wish = fc.record({
    offer: fc.constantFrom(...(Object.keys(offers) as (keyof typeof offers)[])),
    body: fc.constantFrom(...(Object.keys(bodies) as (keyof typeof bodies)[])),
  });
  const wishes = fc.array(wish, { minLength: 1, maxLength: 5 });
  const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(wishes, cuts, async (wished, cutAt) => {
      const text = wished.map(requestOf).join('');
      const places = [0, ...cutAt.map((part) => Math.floor(part * text.length)), text.length].toSorted(
        (one, other) => one - other,
      );
      const packets = places.slice(1).map((end, index) => text.slice(places[index], end));
      await assertAnswered(
        wished,
        packets.filter((packet) => packet !== ''),
      );
    }),
    { numRuns: 60 },
  );
});

test('an ignored offer waits for the answers before it', async () => {
  const connection = await open();
  const last = { offer: 'x', body: 'sized' } as const;
  const first = 'GET /held HTTP/1.1\r\nHost: x\r\n\r\n';
  await write(connection, [first + first + requestOf(last, 1) + requestOf(last, 2)]);
  while (held.length < 2) await turn();
  // The second is done before the first, and then the first.
  held.pop()?.();
  held.pop()?.();
  const answers = await answersOf(connection, 4);
  connection.client.destroy();
  assert.deepEqual(
    answers.map(({ body }) => JSON.parse(body).url),
    ['/held', '/held', '/echo/1', '/echo/2'],
  );
});

test('who goes while an ignored offer waits leaves nothing behind', async () => {
  const connection = await open();
  await write(connection, [
    `GET /held HTTP/1.1\r\nHost: x\r\n\r\n${requestOf({ offer: 'x', body: 'none' }, 1)}`,
  ]);
  while (held.length < 1) await turn();
  const closed = new Promise((resolve) => connection.server.once('close', resolve));
  connection.client.resetAndDestroy();
  await closed;
  held.pop()?.();
  assert.equal(connection.server.destroyed, true);
});

test('a connection may offer as often as it likes', async () => {
  const warnings: Error[] = [];
  const warn = (warning: Error) => void warnings.push(warning);
  process.on('warning', warn);
  const wishes = Array.from({ length: 30 }, (): Wish => ({ offer: 'h2c', body: 'none' }));
  await assertAnswered(wishes, [wishes.map(requestOf).join('')]);
  await assertAnswered(wishes, wishes.map(requestOf));
  await turn();
  process.off('warning', warn);
  assert.deepEqual(warnings, []);
});

test('an offer with more headers than are read is refused: its length could be among them', async () => {
  const connection = await open();
  const smuggled = requestOf({ offer: 'none', body: 'none' }, 2);
  const many = 'a:b\r\n'.repeat(1_100);
  await write(connection, [
    `POST /echo/1 HTTP/1.1\r\nHost: x\r\n${offers.x}${many}content-length: ${smuggled.length}\r\n\r\n${smuggled}`,
  ]);
  const closed = once(connection.client, 'close');
  const answers = await answersOf(connection, 1);
  await closed;
  assert.deepEqual(
    answers.map(({ status }) => status),
    [431],
  );
});

test('a WebSocket is opened where there is one, also behind a request and an offer that is ignored', async () => {
  const connection = await open();
  await write(connection, [
    `${requestOf({ offer: 'none', body: 'none' }, 0)}${requestOf({ offer: 'h2c', body: 'sized' }, 1)}GET /socket HTTP/1.1\r\nHost: x\r\n${offers.websocket}\r\n`,
  ]);
  const received = () => connection.received().toString('latin1');
  const waitFor = async (text: string) => {
    while (!received().includes(text)) await once(connection.client, 'data');
  };
  await waitFor('HTTP/1.1 101');
  assert.match(received(), /^HTTP\/1\.1 200 .*"\/echo\/0".*"\/echo\/1".*HTTP\/1\.1 101 /s);
  // A masked frame of text, its mask of zeroes.
  connection.client.write(Buffer.from([0x81, 0x82, 0, 0, 0, 0, ...Buffer.from('hi')]));
  await waitFor('heard hi');
  connection.client.destroy();
});
