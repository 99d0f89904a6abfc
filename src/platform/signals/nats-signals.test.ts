import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import { createTestDatabase } from '../../../test/support/database.ts';
import { startNatsStandIn, type NatsStandIn } from '../../../test/support/nats-stand-in.ts';
import { until } from '../../../test/support/process.ts';
import { createLogger } from '../telemetry/logger.ts';
import { openNatsLink } from './nats-link.ts';
import { openNatsSignals } from './nats-signals.ts';
import { openPostgresSignals } from './postgres-signals.ts';
import type { Signals } from './signals.ts';

const log = createLogger({ level: 'silent', pretty: false });
let database: Awaited<ReturnType<typeof createTestDatabase>>;

before(async () => {
  database = await createTestDatabase();
});
after(() => database.drop());

async function startNats(context: TestContext, port?: number): Promise<NatsStandIn> {
  const nats = await startNatsStandIn(port);
  context.after(() => nats.close());
  return nats;
}

async function open(context: TestContext, urls: readonly string[], subject = 'praca.test'): Promise<Signals> {
  const link = await openNatsLink(urls, subject, log);
  const signals = await openNatsSignals(link, database.connection, log);
  context.after(async () => {
    await signals.close();
    await link.close();
  });
  return signals;
}

/** Records the signals that a process receives on one channel. */
function listen(signals: Signals, channel = 'numbers') {
  const heard: string[] = [];
  let gaps = 0;
  signals.subscribe(channel, (payload) => (payload === undefined ? gaps++ : heard.push(payload)));
  return { heard, gaps: () => gaps };
}

test('signals reach every process of a database by NATS, in order, and not by PostgreSQL', async (context) => {
  const nats = await startNats(context);
  const here = await open(context, [nats.url]);
  const there = listen(await open(context, [nats.url]));
  const another = await open(context, [nats.url], 'another.database');
  const elsewhere = listen(another);
  const plain = await openPostgresSignals(database.connection, log);
  context.after(() => plain.close());
  const byPostgres = listen(plain);
  const sent = Array.from({ length: 500 }, (_, index) => `${index} é`);
  for (const payload of sent) here.publish('numbers', payload);
  await until(() => there.heard.length === sent.length, 'all signals');
  assert.deepEqual(there.heard, sent);
  another.publish('numbers', 'its own');
  await until(() => elsewhere.heard.length > 0, 'the other database’s own signal');
  assert.deepEqual(elsewhere.heard, ['its own']);
  plain.publish('numbers', 'the end');
  await until(() => byPostgres.heard.includes('the end'), 'a signal by PostgreSQL');
  assert.deepEqual(byPostgres.heard, ['the end']);
});

test('signals use PostgreSQL while NATS is down, and NATS again afterwards', async (context) => {
  const nats = await startNats(context);
  const here = await open(context, [nats.url]);
  const there = listen(await open(context, [nats.url]));
  await nats.close();
  await until(() => there.gaps() > 0, 'the gap: something may have been missed');
  here.publish('numbers', 'without');
  await until(() => there.heard.includes('without'), 'a signal without NATS');
  const gaps = there.gaps();
  const back = await startNats(context, nats.port);
  await until(() => there.gaps() > gaps, 'the gap of the return');
  await until(() => {
    here.publish('numbers', 'with');
    return back.published() > 0;
  }, 'a signal that NATS has carried');
  await until(() => there.heard.includes('with'), 'a signal after the return');
});

test('a process without NATS exchanges signals with processes that have it', async (context) => {
  const nats = await startNats(context);
  const fine = await open(context, [nats.url]);
  const cut = await open(context, ['nats://127.0.0.1:1']);
  const [fineHears, cutHears] = [listen(fine), listen(cut)];
  await until(() => {
    fine.publish('numbers', 'to the one without');
    return cutHears.heard.length > 0;
  }, 'a signal to the one without NATS');
  cut.publish('numbers', 'from the one without');
  await until(() => fineHears.heard.includes('from the one without'), 'a signal from the one without NATS');
});

test('a frozen NATS is abandoned like one that is down', async (context) => {
  const nats = await startNats(context);
  const here = await open(context, [nats.url]);
  const there = listen(await open(context, [nats.url]));
  nats.freeze();
  await until(() => {
    here.publish('numbers', 'frozen');
    return there.heard.includes('frozen');
  }, 'a signal past the frozen server');
});

test('a process that was blocked does not count the server as lost', async (context) => {
  const nats = await startNats(context);
  const there = listen(await open(context, [nats.url]));
  const gaps = there.gaps();
  let pinged = Infinity;
  // The answer waits in the socket for longer than the limit while this process is blocked.
  nats.onNextPing(() => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3000);
    pinged = nats.pinged();
  });
  await until(() => nats.pinged() >= pinged + 2, 'two more pings');
  assert.deepEqual([nats.connected(), there.gaps()], [1, gaps]);
});

test('one of several servers is enough', async (context) => {
  const nats = await startNats(context);
  const here = await open(context, ['nats://127.0.0.1:1', nats.url]);
  here.publish('numbers', 'one');
  await until(() => nats.published() > 0, 'a signal that NATS has carried');
  const second = await startNats(context);
  const there = listen(await open(context, [nats.url, second.url]));
  await nats.close();
  // The link may not have reconnected yet; then PostgreSQL carries the signal.
  await until(() => {
    here.publish('numbers', 'two');
    return there.heard.includes('two');
  }, 'a signal without the first server');
});

test('databases share a link, and each continues when the other closes', async (context) => {
  const nats = await startNats(context);
  const link = await openNatsLink([nats.url], 'praca.shared', log);
  context.after(() => link.close());
  const second = await createTestDatabase();
  context.after(() => second.drop());
  const here = await openNatsSignals(link, database.connection, log);
  const there = await openNatsSignals(link, second.connection, log);
  context.after(() => there.close());
  const heard = listen(there);
  here.publish('numbers', 'by NATS');
  await until(() => heard.heard.includes('by NATS'), 'a signal by the shared link');
  await here.close();
  there.publish('numbers', 'alone');
  await until(() => heard.heard.includes('alone'), 'a signal after the other was closed');
  await nats.close();
  await until(() => heard.gaps() > 0, 'the gap');
  there.publish('numbers', 'by its own PostgreSQL');
  await until(() => heard.heard.includes('by its own PostgreSQL'), 'a signal without NATS');
});
