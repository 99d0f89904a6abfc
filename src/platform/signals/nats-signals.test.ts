import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startNatsStandIn } from '../../../test/support/nats-stand-in.ts';
import { createLogger } from '../telemetry/logger.ts';
import { openNatsSignals } from './nats-signals.ts';

const log = createLogger({ level: 'silent', pretty: false });

async function until(condition: () => boolean, what: string): Promise<void> {
  for (let waited = 0; waited < 10_000; waited += 10) {
    if (condition()) return;
    await sleep(10);
  }
  assert.fail(`${what} did not happen`);
}

test('signals travel by NATS to every process, and a lost connection means: look again', async () => {
  const nats = await startNatsStandIn();
  const here = await openNatsSignals(nats.url, 'praca.test', log);
  const there = await openNatsSignals(nats.url, 'praca.test', log);
  const elsewhere = await openNatsSignals(nats.url, 'another.database', log);
  try {
    const heard: string[] = [];
    const strange: string[] = [];
    let gaps = 0;
    there.subscribe('numbers', (payload) => (payload === undefined ? gaps++ : heard.push(payload)));
    elsewhere.subscribe('numbers', (payload) => strange.push(payload ?? 'gap'));
    const sent = Array.from({ length: 500 }, (_, index) => `${index} é`);
    for (const payload of sent) here.publish('numbers', payload);
    await until(() => heard.length === sent.length, 'all signals');
    assert.deepEqual(heard, sent);
    elsewhere.publish('numbers', 'its own');
    await until(() => strange.length > 0, 'the other database’s own signal');
    assert.deepEqual(strange, ['its own']);
    nats.dropClients();
    await until(() => gaps > 0, 'the gap');
    await until(() => {
      // What is said while the sender itself is away may be lost: that is what the gap is for.
      here.publish('numbers', 'after');
      return heard.includes('after');
    }, 'a signal after the gap');
  } finally {
    await Promise.all([here.close(), there.close(), elsewhere.close()]);
    await nats.close();
  }
});

test('a NATS that is not there is named in one sentence without its password', async () => {
  await assert.rejects(
    openNatsSignals('nats://user:hidden@127.0.0.1:1', 'praca.test', log),
    (error: Error) => {
      assert.equal(error.name, 'StartError');
      assert.match(error.message, /^NATS at 127\.0\.0\.1:1 \(NATS_URL\) cannot be reached/);
      assert.ok(!error.message.includes('hidden'));
      return true;
    },
  );
});
