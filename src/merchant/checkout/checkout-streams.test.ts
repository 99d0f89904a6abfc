import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openCheckoutApp, type CheckoutApp } from '../../../test/support/checkout.ts';
import { until } from '../../../test/support/process.ts';

let praca: CheckoutApp;
/** Listens while the other tests run. */
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

/** A browser's EventSource, as far as these tests need one. */
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

test('a stream tells the state at once, every change, and every block while blocks count', async () => {
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
  assert.equal(new Set(versions).size, versions.length, 'nothing is told twice');
  stream.close();
});

test('a page that shows the state already is told only what changes, also after a break', async () => {
  const { id } = await praca.createPayment();
  const { version } = (await praca.app.inject(`/pay/${id}/state`)).json();
  const behind = await listen(id, '?version=old');
  await until(() => behind.events.some(({ event }) => event === 'beat'), 'the first beat');
  assert.equal(behind.states().length, 1, 'one that shows another state is told by then');
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

test('a stream speaks the language of its page', async () => {
  const { id } = await praca.createPayment();
  const stream = await listen(id, '?lang=de', { 'accept-language': 'pt' });
  await until(() => stream.states().length === 1, 'the state');
  assert.equal(stream.states()[0]?.['announcement'], 'Wie möchten Sie bezahlen?');
  stream.close();
});

test('one payment has twenty streams at most, and those that end make room', async () => {
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

test('a process has as many streams as its setting says, whatever they show', async () => {
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

test('an unknown payment has no stream and leaves none behind', async () => {
  await until(async () => (await openStreams()) === 1, 'the end of earlier streams');
  const { status } = await listen('019a8665-0000-7000-8000-000000000001');
  assert.equal(status, 404);
  assert.equal(await openStreams(), 1);
});

test('a stream that has nothing to tell still beats, with the time', async () => {
  const listBeats = () => quiet.events.filter(({ event }) => event === 'beat');
  await until(() => listBeats().length >= 2, 'a second beat', 60_000);
  assert.ok(listBeats().every(({ data }) => Math.abs(Number(data['now']) - praca.clock.nowMs()) < 300_000));
  assert.equal(quiet.states().length, 1);
  quiet.close();
});

test('a stream outlives its database connections', async () => {
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

test('a process that stops says goodbye to its pages instead of waiting for them', async () => {
  const { id } = await praca.createPayment();
  const stream = await listen(id);
  await until(() => stream.states().length === 1, 'the state');
  // Whoever waited for the page would wait for ever.
  await praca.app.close();
  await until(() => stream.ended(), 'the end of the stream');
});
