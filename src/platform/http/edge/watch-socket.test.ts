import assert from 'node:assert/strict';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import websocket, { type WebSocket } from '@fastify/websocket';
import { until } from '../../../../test/support/process.ts';
import { createServer, type App } from '../server.ts';
import { createLogger } from '../../telemetry/logger.ts';
import { createMetrics } from '../../telemetry/metrics.ts';
import {
  controlFramesPerBeat,
  watchedSocketOptions,
  watchSocket,
  type WatchedSocket,
} from './watch-socket.ts';

interface Opened extends WatchedSocket {
  readonly socket: WebSocket;
  readonly cuts: string[];
}
let app: App;
let port = 0;
let opened: (socket: Opened) => void = () => {};

before(async () => {
  app = await createServer({
    log: createLogger({ level: 'silent', pretty: false }),
    metrics: createMetrics(120_000),
    bodyLimitBytes: 4096,
    trustProxy: [],
    corsOrigins: [],
    rateLimit: 0,
    https: false,
  });
  await app.register(websocket, { options: watchedSocketOptions });
  await app.register(async (scope) => {
    scope.get('/socket', { websocket: true }, (socket) => {
      const cuts: string[] = [];
      const watched = watchSocket(socket, (reason) => {
        cuts.push(reason);
        socket.terminate();
      });
      opened({ socket, cuts, ...watched });
    });
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.server.address() as AddressInfo);
});
after(() => app.close());

/** Opens a raw client that sends no automatic answers. */
async function open(): Promise<{ client: Socket; server: Opened; received: () => Buffer }> {
  const server = new Promise<Opened>((resolve) => (opened = resolve));
  const client = connect(port, '127.0.0.1');
  client.on('error', () => {});
  let received = Buffer.alloc(0);
  client.on('data', (chunk) => (received = Buffer.concat([received, chunk])));
  client.write(
    'GET /socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  const watched = await server;
  await until(() => received.includes('\r\n\r\n'), 'the beginning');
  received = Buffer.alloc(0);
  return { client, server: watched, received: () => received };
}

const opcodes = { ping: 0x89, pong: 0x8a };
/** Makes a client frame, which must be masked. The mask is zeroes. */
const frame = (kind: keyof typeof opcodes, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from([opcodes[kind], 0x80 | data.length, 0, 0, 0, 0]), data]);
const heard = (socket: WebSocket, kind: 'ping' | 'pong') =>
  new Promise((resolve) => socket.once(kind, resolve));

test('answers a ping with its data', async () => {
  const { client, received } = await open();
  client.write(frame('ping', Buffer.from('hello')));
  await until(() => received().length === 7, 'the pong');
  assert.deepEqual(received(), Buffer.concat([Buffer.from([opcodes.pong, 5]), Buffer.from('hello')]));
  client.destroy();
});

test('only a pong with the requested data keeps a connection open', async () => {
  const { client, server, received } = await open();
  assert.equal(server.beat(), true);
  await until(() => received().length === 10, 'the ping');
  const answer = heard(server.socket, 'pong');
  client.write(frame('pong', received().subarray(2)));
  await answer;
  assert.equal(server.beat(), true);
  for (const data of [Buffer.alloc(0), received().subarray(2, 10), Buffer.from('unasked')]) {
    const unasked = heard(server.socket, 'pong');
    client.write(frame('pong', data));
    await unasked;
  }
  assert.equal(server.beat(), false);
  client.destroy();
});

for (const kind of ['ping', 'pong'] as const)
  test(`closes a client that sends too many ${kind}s, after answering no more than allowed`, async () => {
    const { client, server, received } = await open();
    client.write(Buffer.concat(Array<Buffer>(controlFramesPerBeat).fill(frame(kind, Buffer.from('x')))));
    const pongs = kind === 'ping' ? controlFramesPerBeat : 0;
    await until(() => received().length === 3 * pongs, 'the pongs');
    assert.deepEqual(server.cuts, []);
    client.write(Buffer.concat(Array<Buffer>(10_000).fill(frame(kind, Buffer.from('x')))));
    await until(() => server.socket.readyState === server.socket.CLOSED, 'the end');
    assert.deepEqual(server.cuts, ['too_many_frames']);
    client.destroy();
  });

test('closes a client that does not read as soon as it sends a frame', async () => {
  const { client, server } = await open();
  client.pause();
  server.socket.send(Buffer.alloc(48 * 1024 * 1024));
  client.write(frame('ping', Buffer.from('x')));
  await until(() => server.socket.readyState === server.socket.CLOSED, 'the end');
  assert.deepEqual(server.cuts, ['too_slow']);
  client.destroy();
});
