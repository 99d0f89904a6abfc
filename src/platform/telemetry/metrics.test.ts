import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AggregatorRegistry } from 'prom-client';
import { createMetrics } from './metrics.ts';

test('a figure that cannot be had does not take the others along, and is told as it was known last', async () => {
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

test('a figure that never comes keeps nobody waiting', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const metrics = createMetrics(2000);
  metrics.gauge('stuck', 'Rows', () => new Promise(() => {}));
  const text = metrics.registry.metrics();
  await new Promise((resolve) => setImmediate(resolve));
  context.mock.timers.tick(2000);
  assert.match(await text, /^# HELP stuck/m);
});

test('of several processes counts are added, and what all see alike is not', async () => {
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
