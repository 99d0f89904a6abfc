import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createServer as createHttpServer, request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, before, test, type TestContext } from 'node:test';
import { queuePaymentEvent } from '../src/merchant/webhooks/queue/queue-order-event.ts';
import { createServer, type App } from '../src/platform/http/server.ts';
import { newId } from '../src/platform/ids.ts';
import { addJob } from '../src/platform/jobs/jobs.ts';
import { startJobs } from '../src/platform/jobs/run-jobs.ts';
import { safeFetch } from '../src/platform/outbound/safe-fetch.ts';
import { transaction } from '../src/platform/postgres/client/transaction.ts';
import { createLogger } from '../src/platform/telemetry/logger.ts';
import { createMetrics } from '../src/platform/telemetry/metrics.ts';
import { openOtlpTracer } from '../src/platform/telemetry/traces/otlp-tracer.ts';
import { inTrace, readTraceparent } from '../src/platform/telemetry/traces/trace.ts';
import { openRpc } from '../src/merchant/chains/rpc/rpc.ts';
import { openMerchantApp, type TestApp } from './support/app.ts';
import { merchantClient } from './support/merchant.ts';
import { openOtlpReceiver, type OtlpReceiver } from './support/otlp-receiver.ts';
import { root, until } from './support/process.ts';
import { openWebhookReceiver, verifyWebhook, type WebhookReceiver } from './support/webhook-receiver.ts';

let shop: WebhookReceiver;
before(async () => {
  shop = await openWebhookReceiver();
});
after(() => shop.close());

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const callersSpan = '00f067aa0ba902b7';
const traceparent = `00-${traceId}-${callersSpan}-01`;

interface Stage {
  readonly server: App;
  readonly url: string;
  readonly praca: TestApp;
  readonly secret: string;
}

/** Opens an app with an endpoint for webhooks, a route that adds a job, and that job, which queues a webhook. */
async function openStage(context: TestContext, settings: Record<string, string> = {}): Promise<Stage> {
  const praca = await openMerchantApp({ settings });
  const { platform, sql } = praca;
  const { tracer, log } = platform;
  const registered = await (await merchantClient(praca)).post('/webhooks', { url: shop.url });
  const server: App = await createServer({
    log,
    tracer,
    metrics: createMetrics(120_000),
    bodyLimitBytes: 1024,
    trustProxy: [],
    corsOrigins: [],
    rateLimit: 0,
    https: false,
  });
  // Runs after the body was parsed and before the handler.
  server.addHook('preValidation', (request, _reply, done) => {
    if (request.method === 'POST') request.log.warn('the parser works');
    done();
  });
  server.post('/work', (request) =>
    transaction(sql, async (tx) => {
      request.log.warn('the request works');
      addJob(tx, platform.clock, 'work', request.body);
      return {};
    }),
  );
  server.get('/fails', () => {
    throw new Error('a fault');
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const work = {
    name: 'work',
    async run(payload: unknown) {
      log.warn({ payload }, 'the job works');
      await transaction(sql, async (tx) =>
        queuePaymentEvent(tx, platform, {
          pspId: 1,
          paymentId: newId(),
          eventType: 'payment.expired',
          paymentStatus: 'EXPIRED',
          customerDetails: {},
        }),
      );
    },
  };
  const jobs = await startJobs(platform.connection, sql, [work], [], log, { tracer });
  await praca.start();
  context.after(async () => {
    await server.close();
    await jobs.stop();
    await praca.close();
  });
  shop.received.length = 0;
  const { port } = server.server.address() as AddressInfo;
  return { server, praca, url: `http://127.0.0.1:${port}`, secret: registered.json().secret };
}

/** Sends the body after the server has read the headers, so that its arrival is an event of its own. */
async function send(
  { url, server }: Stage,
  headers: Record<string, string> = {},
): Promise<number | undefined> {
  const begun = once(server.server, 'request');
  const sending = request(`${url}/work`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
  });
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  sending.flushHeaders();
  await begun;
  sending.end('{"kind":"test"}');
  const [answer] = await answered;
  answer.resume();
  return answer.statusCode;
}

const linesOf = ({ praca }: Stage) => praca.log.map((line) => JSON.parse(line));

/** Returns the log lines of the request, the job and the answer. */
async function untilLines(stage: Stage): Promise<Record<string, unknown>[]> {
  const find = () =>
    linesOf(stage).filter(({ msg, path }) => path === '/work' || String(msg).endsWith(' works'));
  await until(() => find().length === 4, 'the lines of the request and of the job');
  return find();
}

async function openCollector(context: TestContext): Promise<OtlpReceiver> {
  const collector = await openOtlpReceiver();
  context.after(() => collector.close());
  return collector;
}

test('a collector sees one trace from the request through its transaction and job to the webhook', async (context) => {
  const collector = await openCollector(context);
  const stage = await openStage(context, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=cafe%20central',
  });
  assert.equal(await send(stage, { traceparent }), 200);
  await until(() => shop.received.length === 1, 'the webhook');
  const ofTrace = () => collector.spans.filter((span) => span.traceId === traceId);
  await until(() => ofTrace().some(({ name }) => name === 'webhook'), 'the span of the webhook');
  const find = (name: string, parentSpanId: string) => {
    const span = ofTrace().find((one) => one.name === name && one.parentSpanId === parentSpanId);
    assert.ok(span, `${name} below ${parentSpanId} in ${JSON.stringify(ofTrace())}`);
    return span;
  };
  const request = find('POST /work', callersSpan);
  const job = find('job work', find('transaction', request.spanId).spanId);
  const webhook = find('webhook', find('transaction', job.spanId).spanId);
  assert.deepEqual(
    [request.attributes['http.route'], request.attributes['http.response.status_code']],
    ['/work', 200],
  );
  const [received] = shop.received;
  assert.equal(received?.headers['traceparent'], `00-${traceId}-${webhook.spanId}-01`);
  assert.ok(received && verifyWebhook(stage.secret, received), 'the header is not part of the signature');
  assert.equal(collector.headers[0]?.['x-tenant'], 'cafe central');
  const lines = await untilLines(stage);
  assert.deepEqual(new Set(lines.map((line) => line['trace_id'])), new Set([traceId]));
  assert.equal(lines.find(({ path }) => path === '/work')?.['span_id'], request.spanId);
  assert.equal(lines.find(({ msg }) => msg === 'the job works')?.['span_id'], job.spanId);
});

test('without a collector the trace of the caller is passed on unchanged, and jobs get their own payload', async (context) => {
  const stage = await openStage(context);
  await send(stage, { traceparent });
  await until(() => shop.received.length === 1, 'the webhook');
  assert.equal(shop.received[0]?.headers['traceparent'], traceparent);
  const lines = await untilLines(stage);
  for (const line of lines)
    assert.deepEqual([line['trace_id'], line['span_id']], [traceId, callersSpan], JSON.stringify(line));
  assert.deepEqual(lines.find(({ msg }) => msg === 'the job works')?.['payload'], { kind: 'test' });
});

for (const [kind, headers] of [
  ['without', {}],
  ['with an invalid', { traceparent: `${traceparent}0` }],
] as const)
  test(`a request ${kind} traceparent leaves no trace`, async (context) => {
    const stage = await openStage(context);
    assert.equal(await send(stage, headers), 200);
    await until(() => shop.received.length === 1, 'the webhook');
    assert.equal(shop.received[0]?.headers['traceparent'], undefined);
    for (const line of await untilLines(stage)) assert.equal('trace_id' in line, false, JSON.stringify(line));
  });

test('all log lines of a failed request carry its trace', async (context) => {
  const stage = await openStage(context);
  assert.equal((await fetch(`${stage.url}/fails`, { headers: { traceparent } })).status, 500);
  const find = () => linesOf(stage).filter(({ msg, path }) => path === '/fails' || msg === 'request failed');
  await until(() => find().length === 2, 'both lines');
  assert.deepEqual(
    find().map((line) => line.trace_id),
    [traceId, traceId],
  );
});

test('a collector that refuses everything fails no request and is logged once', async (context) => {
  const collector = await openCollector(context);
  collector.status = 400;
  const stage = await openStage(context, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  for (let exports = 1; exports <= 3; exports++) {
    assert.equal(await send(stage), 200);
    await until(() => collector.headers.length >= exports, 'an export');
  }
  const failures = () => linesOf(stage).filter(({ msg }) => String(msg).startsWith('the export of traces'));
  assert.deepEqual(
    failures().map(({ msg }) => msg),
    ['the export of traces failed; trying again'],
  );
  collector.status = 200;
  await send(stage);
  await until(() => failures().length === 2, 'the end of the outage');
});

test('a collector that never answers holds up neither spans nor the end of the process, and most spans are dropped', async (context) => {
  const collector = await openCollector(context);
  collector.status = 0;
  const log = createLogger({ level: 'silent', pretty: false });
  const options = { endpoint: collector.url, headers: {}, serviceName: 'test', ratio: 1 };
  const tracer = await openOtlpTracer(options, log);
  const count = 10_000;
  for (let started = 0; started < count; started++)
    tracer.start({ name: 'x', kind: 'server' }, undefined).end();
  await tracer.close();
  // One batch was under way; at most 2048 spans waited, in batches of 512.
  assert.ok(collector.headers.length <= 5, `${collector.headers.length} exports`);
});

test('the trace id decides which traces are exported, and not the caller', async (context) => {
  const collector = await openCollector(context);
  const log = createLogger({ level: 'silent', pretty: false });
  const tracer = await openOtlpTracer(
    { endpoint: collector.url, headers: {}, serviceName: 'test', ratio: 0 },
    log,
  );
  const span = tracer.start({ name: 'x', kind: 'server' }, readTraceparent(traceparent, tracer));
  assert.deepEqual([span.trace.traceId, span.trace.flags], [traceId, 0]);
  span.end();
  await tracer.close();
  assert.deepEqual(collector.headers, []);
});

test('coin nodes learn the trace; servers that users name do not', async (context) => {
  const seen: unknown[] = [];
  const server = createHttpServer((request, response) => {
    seen.push(request.headers['traceparent']);
    response.end('{"result":1,"error":null,"id":0}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await inTrace(readTraceparent(traceparent), async () => {
    await openRpc(url).call('getblockcount');
    await safeFetch(url, { timeoutMs: 60_000, maximumBytes: 1024, allowPrivate: true });
  });
  assert.deepEqual(seen, [traceparent, undefined]);
});

test('a process without a collector does not load OpenTelemetry', () => {
  const script = `
    import { registerHooks } from 'node:module';
    registerHooks({ resolve(name, from, next) {
      if (/^@opentelemetry\\/(?:sdk|exporter|resources)/.test(name)) { console.log(name); }
      return next(name, from);
    } });
    await import('./src/assemble.ts');
    await import('./src/merchant/merchant.open.ts');
    await import('./src/platform/process/open-platform.ts');`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: root,
    encoding: 'utf8',
  });
  assert.deepEqual([status, stdout], [0, ''], stderr);
});
