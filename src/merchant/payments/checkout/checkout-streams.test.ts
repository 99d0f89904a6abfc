import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openCheckoutApp, type CheckoutApp } from '../../../../test/support/checkout.ts';
import { until } from '../../../../test/support/process.ts';

let praca: CheckoutApp;
/** A listener that stays open during the other tests. */
let quiet: Listener;
before(async () => {
  praca = await openCheckoutApp();
  quiet = await listen((await praca.createPayment()).id);
});
after(() => praca.close());

interface Listener {
  readonly status: number;
  readonly events: { id: string; event: string; data: Record<string, unknown> }[];
  readonly ended: () => boolean;
  states(): Record<string, unknown>[];
  close(): void;
}

/** Opens a stream like a browser's EventSource, reduced to the features that these tests need. */
async function listen(id: string, query = '', headers: Record<string, string> = {}): Promise<Listener> {
  const controller = new AbortController();
  const answer = await fetch(`${praca.address}/pay/${id}/events${query}`, {
    headers,
    signal: controller.signal,
  });
  const events: Listener['events'] = [];
  let ended = false;
  const read = async (): Promise<void> => {
    let text = '';
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
        const fields = Object.fromEntries(
          text
            .slice(0, end)
            .split('\n')
            .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
        );
        text = text.slice(end + 2);
        if (fields['event'])
          events.push({
            id: fields['id'] ?? '',
            event: fields['event'],
            data: JSON.parse(fields['data'] ?? '{}') as Record<string, unknown>,
          });
      }
    }
  };
  void read()
    .catch(() => {})
    .finally(() => (ended = true));
  return {
    status: answer.status,
    events,
    ended: () => ended,
    states: () => events.filter(({ event }) => event === 'state').map(({ data }) => data),
    close: () => controller.abort(),
  };
}

const openStreams = async (): Promise<number> => {
  const metrics = await praca.platform.metrics.registry.getMetricsAsJSON();
  const gauge = metrics.find(({ name }) => name === 'merchant_checkout_streams');
  return gauge?.values[0]?.value ?? 0;
};

test('a stream sends the state at once, every change, and every block while confirmations are pending', async () => {
  const { id } = await praca.createPayment();
  const stream = await listen(id);
  await until(() => stream.states().length === 1, 'the first state');
  assert.equal(stream.states()[0]?.['payment_status'], 'NEW');
  await praca.choose(id, 'LTC');
  await until(() => stream.states().at(-1)?.['payment_status'] === 'PENDING', 'the choice');
  await praca.pay(id);
  await until(() => stream.states().at(-1)?.['payment_status'] === 'CONFIRMING', 'the coins');
  for (const count of [1, 2]) {
    await praca.mine('LTC', 1);
    await until(
      () => String(stream.states().at(-1)?.['announcement']).includes(`${count} of 3`),
      `${count} confirmations`,
    );
  }
  await praca.mine('LTC', 1);
  await until(() => stream.states().at(-1)?.['payment_status'] === 'PAID', 'the payment');
  assert.equal(stream.states().at(-1)?.['redirect_url'], `${praca.shop.url}/thanks`);
  const versions = stream.events.filter(({ event }) => event === 'state').map((event) => event.id);
  assert.equal(new Set(versions).size, versions.length, 'no state is sent twice');
  stream.close();
});

test('a page that already shows the state receives only changes, also after a reconnect', async () => {
  const { id } = await praca.createPayment();
  const { version } = (await praca.app.inject(`/pay/${id}/state`)).json();
  const behind = await listen(id, '?version=old');
  await until(() => behind.events.some(({ event }) => event === 'beat'), 'the first beat');
  assert.equal(behind.states().length, 1, 'a page with another state was updated');
  behind.close();
  for (const stream of [
    await listen(id, `?version=${version}`),
    await listen(id, '?version=old', { 'last-event-id': version }),
  ]) {
    await until(() => stream.events.some(({ event }) => event === 'beat'), 'the first beat');
    assert.deepEqual(stream.states(), []);
    stream.close();
  }
});

test('a stream uses the language of its page', async () => {
  const { id } = await praca.createPayment();
  const stream = await listen(id, '?lang=de', { 'accept-language': 'pt' });
  await until(() => stream.states().length === 1, 'the state');
  assert.equal(stream.states()[0]?.['announcement'], 'Wie möchten Sie bezahlen?');
  stream.close();
});

test('a payment has at most twenty streams, and a closed stream frees its place', async () => {
  const { id } = await praca.createPayment();
  const streams = await Promise.all(Array.from({ length: 20 }, () => listen(id)));
  assert.ok(streams.every(({ status }) => status === 200));
  const refused = await fetch(`${praca.address}/pay/${id}/events`);
  assert.equal(refused.status, 503);
  assert.equal(refused.headers.get('retry-after'), '30');
  await refused.body?.cancel();
  for (const stream of streams) stream.close();
  await until(async () => (await openStreams()) === 1, 'the end of all streams');
  const another = await listen(id);
  assert.equal(another.status, 200);
  another.close();
});

test('a process has at most as many streams as its setting allows, over all payments', async () => {
  const small = await openCheckoutApp({ CHECKOUT_STREAMS: '2' });
  try {
    const controller = new AbortController();
    const statuses: number[] = [];
    for (let count = 0; count < 3; count++) {
      const { url } = await small.createPayment();
      statuses.push((await fetch(`${url}/events`, { signal: controller.signal })).status);
    }
    assert.deepEqual(statuses, [200, 200, 503]);
    controller.abort();
  } finally {
    await small.close();
  }
});

test('a stream of an unknown payment is refused and leaves no entry behind', async () => {
  await until(async () => (await openStreams()) === 1, 'the end of earlier streams');
  const { status } = await listen('019a8665-0000-7000-8000-000000000001');
  assert.equal(status, 404);
  assert.equal(await openStreams(), 1);
});

test("an idle stream still sends heartbeats with the server's time", async () => {
  const listBeats = () => quiet.events.filter(({ event }) => event === 'beat');
  await until(() => listBeats().length >= 2, 'a second beat', 60_000);
  assert.ok(listBeats().every(({ data }) => Math.abs(Number(data['now']) - praca.clock.nowMs()) < 300_000));
  assert.equal(quiet.states().length, 1);
  quiet.close();
});

test('a stream survives the loss of its database connections', async () => {
  const { id } = await praca.createPayment();
  const stream = await listen(id);
  await until(() => stream.states().length === 1, 'the state');
  await praca.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.catch(() => {});
  await until(
    () =>
      praca.choose(id, 'BTC').then(
        () => true,
        () => false,
      ),
    'a choice after the break',
    60_000,
  );
  await until(() => stream.states().at(-1)?.['payment_status'] === 'PENDING', 'the choice', 60_000);
  stream.close();
});

test('a stopping process ends its streams instead of waiting for them', async () => {
  const { id } = await praca.createPayment();
  const stream = await listen(id);
  await until(() => stream.states().length === 1, 'the state');
  // An open page would delay the stop for ever.
  await praca.app.close();
  await until(() => stream.ended(), 'the end of the stream');
});
