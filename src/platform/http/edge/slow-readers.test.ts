import assert from 'node:assert/strict';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { after, before, mock, test, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { until } from '../../../../test/support/process.ts';
import { createLogger } from '../../telemetry/logger.ts';
import { createMetrics } from '../../telemetry/metrics.ts';
import { createServer, type App } from '../server.ts';
import { lookEveryMs, mostUnsentBytes } from './slow-readers.ts';

/** Larger than the socket buffers of both kernels. */
const megabyte = 1024 * 1024;
const large = Buffer.alloc(48 * megabyte, 'x');
const looksInHalfAMinute = 30_000 / lookEveryMs;

const log: string[] = [];
const metrics = createMetrics(120_000);
let app: App;
let port = 0;

before(async () => {
  mock.timers.enable({ apis: ['setInterval'] });
  app = await createServer({
    log: createLogger({
      level: 'warn',
      pretty: false,
      destination: { write: (line: string) => void log.push(line) },
    }),
    metrics,
    bodyLimitBytes: 4096,
    trustProxy: [],
    corsOrigins: [],
    rateLimit: 0,
    https: true,
  });
  app.get('/small', () => 'small');
  app.get('/large', (_request, reply) => reply.type('application/octet-stream').send(large));
  app.get('/stream', (_request, reply) =>
    reply.type('application/octet-stream').send(
      Readable.from(
        (function* () {
          for (let at = 0; at < large.length; at += 65_536) yield large.subarray(at, at + 65_536);
        })(),
      ),
    ),
  );
  app.get('/silent', (_request, reply) => {
    const silent = new Readable({ read() {} });
    silent.push('first');
    return reply.type('application/octet-stream').send(silent);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.server.address() as AddressInfo);
});
after(async () => {
  mock.timers.reset();
  await app.close();
});

/** Sends a request and returns both ends of its connection. */
async function ask(test: TestContext, path: string): Promise<{ client: Socket; server: Socket }> {
  const accepted = new Promise<Socket>((resolve) => app.server.once('connection', resolve));
  const client = connect(port, '127.0.0.1');
  client.on('error', () => {});
  test.after(() => client.destroy());
  client.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await new Promise((resolve) => client.once('readable', resolve));
  return { client, server: await accepted };
}

async function look(times: number): Promise<void> {
  for (let count = 0; count < times; count++) {
    mock.timers.tick(lookEveryMs);
    await turn();
  }
}

/** Waits until the socket buffers of the kernels are full. */
async function fillBuffers(server: Socket): Promise<void> {
  const { _handle: handle } = server as Socket & {
    _handle: { writeQueueSize: number; bytesWritten: number };
  };
  for (let before = -1, same = 0; same < 200;) {
    await turn();
    const sent = handle.bytesWritten - handle.writeQueueSize;
    same = sent === before ? same + 1 : 0;
    before = sent;
  }
}

for (const path of ['/large', '/stream']) {
  test(`closes and counts a client that reads nothing of ${path} for 30 s`, async (t) => {
    const { server } = await ask(t, path);
    await fillBuffers(server);
    await look(1);
    await look(looksInHalfAMinute - 1);
    assert.equal(server.destroyed, false);
    await look(1);
    assert.equal(server.destroyed, true);
  });

  test(`does not close a client that keeps reading ${path}, and sends all of it`, async (t) => {
    const { client, server } = await ask(t, path);
    let unlooked = 0;
    let read = 0;
    client.on('data', (chunk) => {
      read += chunk.length;
      unlooked += chunk.length;
      if (unlooked < megabyte) return;
      unlooked = 0;
      mock.timers.tick(lookEveryMs);
    });
    await until(() => read > large.length || server.destroyed, 'the whole answer');
    assert.equal(server.destroyed, false);
  });
}

test('keeps a connection without unsent data, idle or during an answer', async (t) => {
  for (const path of ['/small', '/silent']) {
    const { client, server } = await ask(t, path);
    await look(5 * looksInHalfAMinute);
    assert.equal(server.destroyed, false);
    client.destroy();
    await until(() => server.destroyed, 'the end of the connection');
  }
});

let cutForMemory = 0;

test('closes the slowest clients while the total of unsent data exceeds the limit', async (t) => {
  const servers: Socket[] = [];
  for (let count = 0; count < 9; count++) servers.push((await ask(t, '/large')).server);
  for (const server of servers) await fillBuffers(server);
  const kept = (): Socket[] => servers.filter((server) => !server.destroyed);
  const unsent = (): number => kept().reduce((sum, server) => sum + server.writableLength, 0);
  assert.ok(unsent() > mostUnsentBytes);
  await look(1);
  assert.ok(unsent() <= mostUnsentBytes);
  const most = Math.floor(mostUnsentBytes / large.length);
  assert.ok(kept().length >= most, `${kept().length} kept`);
  cutForMemory = servers.length - kept().length;
  for (const server of servers) server.destroy();
});

test('counts closed connections and logs nothing above info', async () => {
  const cut = new RegExp(`^http_connections_cut_total ${2 + cutForMemory}$`, 'm');
  assert.match(await metrics.registry.metrics(), cut);
  assert.deepEqual(log, []);
});
