import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { formatDatabaseUrl } from '../../src/platform/postgres/client/connection.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import {
  childrenOf,
  removeDirectory,
  runPraca,
  startPraca,
  temporaryDirectory,
  until,
  withoutProgress,
} from '../support/process.ts';

const dataDir = temporaryDirectory();
let database: TestDatabase;
/** Uses the service that starts fastest, because the tests are the same for all. */
const environment = { DATA_DIR: dataDir, DATABASE_URL: '', WORKERS: '2', SERVICES: 'accounts' };
before(async () => {
  database = await createTestDatabase();
  environment.DATABASE_URL = formatDatabaseUrl(database.connection);
});
after(async () => {
  await database.drop();
  await removeDirectory(dataDir);
});

const figure = (text: string, name: string): number =>
  Number(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'm').exec(text)?.[1]);

test('a hanging worker does not block the metrics of the others and is counted until it is replaced', async (t) => {
  const praca = await startPraca({ ...environment, PORT: String(await freePort()), METRICS_OPEN: 'yes' });
  t.after(() => praca.stop());
  const workers = (): number[] => childrenOf(praca.pid);
  const read = async (): Promise<string> => {
    const answer = await fetch(`${praca.url}/metrics`, { headers: { connection: 'close' } });
    return answer.status === 200 ? answer.text() : `answered ${answer.status}`;
  };
  const poolSize = figure(await read(), 'database_pool_size');
  const [hung = 0] = workers();
  process.kill(hung, 'SIGSTOP');
  t.after(() => workers().includes(hung) && process.kill(hung, 'SIGCONT'));
  // The hanging worker gets at most one of two simultaneous connections.
  const answer = await Promise.any([read(), read()]);
  assert.equal(figure(answer, 'workers_silent'), 1, answer);
  assert.equal(figure(answer, 'database_pool_size'), poolSize / 2);
  process.kill(hung, 'SIGKILL');
  await until(() => workers().length === 2 && !workers().includes(hung), 'the replacement');
  await until(
    async () => figure(await read(), 'database_pool_size') === poolSize,
    'the metrics of both workers',
  );
  assert.equal(figure(await read(), 'workers_silent'), 0);
  assert.equal(await praca.stop(), 0);
  const told = praca.output().matchAll(/"worker":(\d+),.*"msg":"a worker process does not answer"/g);
  assert.deepEqual(
    [...told].map(([, pid]) => pid),
    [String(hung)],
  );
});

test('an error that keeps all workers from listening is reported once, in one sentence', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1');
  t.after(() => taken.close());
  await once(taken, 'listening');
  const port = String((taken.address() as AddressInfo).port);
  const ofPort = await runPraca(['start'], { ...environment, PORT: port });
  assert.deepEqual(
    [ofPort.code, withoutProgress(ofPort.output)],
    [
      1,
      `Port ${port} on 127.0.0.1 is taken by another program. Stop that one, or set PORT to a free port.\n`,
    ],
  );
  // An address reserved for documentation, which no machine has.
  const ofHost = await runPraca(['start'], { ...environment, HOST: '192.0.2.1', SANDBOX_PUBLIC: 'yes' });
  assert.deepEqual(
    [ofHost.code, withoutProgress(ofHost.output)],
    [1, 'HOST is 192.0.2.1, which is no address of this machine.\n'],
  );
});
