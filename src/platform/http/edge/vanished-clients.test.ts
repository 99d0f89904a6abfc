import assert from 'node:assert/strict';
import { connect, type AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { until } from '../../../../test/support/process.ts';
import { createLogger } from '../../telemetry/logger.ts';
import { createMetrics } from '../../telemetry/metrics.ts';
import { createServer, type App } from '../server.ts';

const log: string[] = [];
const metrics = createMetrics(120_000);
let app: App;
let port = 0;
let opened = 0;
let closed = 0;

before(async () => {
  app = await createServer({
    log: createLogger({
      level: 'info',
      pretty: false,
      destination: { write: (line: string) => void log.push(line) },
    }),
    metrics,
    bodyLimitBytes: 4096,
    trustProxy: ['10.0.0.0/8'],
    corsOrigins: [],
    rateLimit: 1_000_000,
    https: true,
  });
  app.route({
    method: ['GET', 'POST'],
    url: '/echo',
    handler: ({ ip, body }) => ({ ip, body: body ?? null }),
  });
  app.server.on('connection', (socket) => {
    opened += 1;
    socket.once('close', () => (closed += 1));
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.server.address() as AddressInfo);
});
after(() => app.close());

/** Sends the text and resets the connection before the server has accepted it. */
const vanish = (text: string): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(text, () => socket.resetAndDestroy());
    });
    socket.on('error', () => {});
    socket.once('close', () => resolve());
  });

const counted = async (): Promise<number> =>
  Number(/^http_requests_abandoned_total (\d+)$/m.exec(await metrics.registry.metrics())?.[1]);

for (const [what, text] of Object.entries({
  'a request': 'GET /echo HTTP/1.1\r\nHost: x\r\n\r\n',
  'one with a body':
    'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
  'half of a body':
    'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{}',
  'several requests': 'GET /echo HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(5),
  'one for what is not there': 'GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n',
  'one that switches protocols':
    'GET /echo HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  'no HTTP': 'nonsense\r\n\r\n',
}))
  test(`a client that sends ${what} and resets the connection logs nothing above info`, async () => {
    log.length = 0;
    const before = closed;
    const clients = 100;
    await Promise.all(Array.from({ length: clients }, () => vanish(text)));
    await until(() => closed >= before + clients && opened === closed, 'the end of all connections');
    assert.deepEqual(
      log.filter((line) => !line.startsWith('{"level":"info"')),
      [],
    );
  });

test('counts requests of clients that closed the connection first', async () => {
  assert.ok((await counted()) > 0);
});
