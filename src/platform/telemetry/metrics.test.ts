import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AggregatorRegistry, Histogram, Registry } from 'prom-client';
import { createMetrics } from './metrics.ts';

test('a metric that fails does not affect others and keeps its last value', async () => {
  const metrics = createMetrics(2000);
  let away = false;
  metrics.gauge('rows', 'Rows', (gauge) => {
    if (away) throw new Error('the database is away');
    gauge.set(3);
  });
  metrics.gauge('later', 'Rows', async () => {
    if (away) throw new Error('the database is away');
  });
  metrics.count('here', 'Here', (gauge) => gauge.set(1));
  await metrics.registry.metrics();
  away = true;
  const text = await metrics.registry.metrics();
  assert.match(text, /^rows 3$/m);
  assert.match(text, /^here 1$/m);
});

test('a metric that never resolves does not delay the answer', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const metrics = createMetrics(2000);
  metrics.gauge('stuck', 'Rows', () => new Promise(() => {}));
  const text = metrics.registry.metrics();
  await new Promise((resolve) => setImmediate(resolve));
  context.mock.timers.tick(2000);
  assert.match(await text, /^# HELP stuck/m);
});

test('renders request durations exactly as prom-client’s histogram, also summed over processes', async () => {
  const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
  const name = 'http_request_duration_seconds';
  const help = 'Time from the first byte of a request to the end of its answer';
  const own = [createMetrics(2000), createMetrics(2000)].map(({ registry, requestObserver }) => ({
    registry,
    observers: { '/a"b': requestObserver('GET', '/a"b'), '/c': requestObserver('GET', '/c') },
  }));
  const theirs = own.map(() => {
    const registry = new Registry();
    const labelNames = ['method', 'route', 'status'];
    return { registry, histogram: new Histogram({ name, help, labelNames, buckets, registers: [registry] }) };
  });
  const seen = [
    ['/a"b', 200, 0],
    ['/a"b', 204, 0.001],
    ['/a"b', 404, 0.0011],
    ['/c', 200, 10],
    ['/c', 200, 10.5],
    ['/c', 503, 0.3],
  ] as const;
  for (const process of [0, 1]) {
    for (const [route, status, seconds] of seen.slice(process)) {
      own[process]?.observers[route](status, seconds);
      theirs[process]?.histogram.observe({ method: 'GET', route, status: `${String(status)[0]}xx` }, seconds);
    }
  }
  const told = async (registries: readonly Registry[]): Promise<string[]> => {
    const merged = AggregatorRegistry.aggregate(
      await Promise.all(registries.map((registry) => registry.getMetricsAsJSON())),
    );
    const texts = [await registries[0]?.metrics(), await merged.metrics()];
    return texts.map((text) =>
      (text ?? '')
        .split('\n')
        .filter((line) => line.includes(name))
        .join('\n'),
    );
  };
  const [alone, together] = await told(own.map(({ registry }) => registry));
  assert.deepEqual([alone, together], await told(theirs.map(({ registry }) => registry)));
  assert.match(alone ?? '', /_count\{method="GET",route="\/c",status="2xx"\} 2/);
  assert.match(together ?? '', /_count\{method="GET",route="\/c",status="2xx"\} 4/);
});

test('merges routes with the same name', async () => {
  const metrics = createMetrics(2000);
  for (const observe of [metrics.requestObserver('GET', '/a'), metrics.requestObserver('GET', '/a')])
    observe(200, 0.2);
  const lines = (await metrics.registry.metrics())
    .split('\n')
    .filter((line) => line.includes('seconds_count{'));
  assert.deepEqual(lines, ['http_request_duration_seconds_count{method="GET",route="/a",status="2xx"} 2']);
});

test('sums counts over processes, and takes the maximum of shared gauges', async () => {
  const [one, other] = [createMetrics(2000), createMetrics(2000)];
  for (const metrics of [one, other]) {
    metrics.gauge('jobs_waiting_example', 'Rows', (gauge) => gauge.set(5));
    metrics.count('streams_example', 'Open', (gauge) => gauge.set(2));
  }
  const merged = AggregatorRegistry.aggregate(
    await Promise.all([one, other].map(({ registry }) => registry.getMetricsAsJSON())),
  );
  const text = await merged.metrics();
  assert.match(text, /^jobs_waiting_example 5$/m);
  assert.match(text, /^streams_example 4$/m);
});
