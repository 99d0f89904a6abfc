import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { parse } from 'yaml';
import { formatDatabaseUrl } from '../src/platform/postgres/client/connection.ts';
import { formatSum } from '../src/platform/process/worker-figures.ts';
import { openTestApp } from './support/app.ts';
import { createTestDatabase } from './support/database.ts';
import { findUsedMetrics } from './support/prom-expressions.ts';
import { anchorsOf } from './support/markdown.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string; readonly runbook: string };
}
interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
}
interface Dashboard {
  readonly uid: string;
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly query: string }[] };
}
interface Expression {
  readonly where: string;
  readonly expression: string;
  readonly text: string;
}

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const { groups } = parse(read('deploy/prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const dashboards = globSync('deploy/grafana/dashboards/*.json', { cwd: root }).map(
  (path) => JSON.parse(read(path)) as Dashboard,
);

/** Labels that Prometheus adds to each series. */
const added = ['instance', 'job'];
/** Labels of each served metric. */
const served = new Map<string, Set<string>>();

/** Opens Praça with all optional metrics: several databases, a replica and workers. */
before(async () => {
  const social = await createTestDatabase();
  const praca = await openTestApp({
    settings: {
      SOCIAL_DATABASE_URL: formatDatabaseUrl(social.connection),
      // No replica answers there, which the metrics report.
      DATABASE_REPLICA_URL: 'postgres://praca@127.0.0.1:1/praca',
    },
  });
  await praca.app.inject('/social/event/cities');
  const { registry } = praca.platform.metrics;
  for (const metric of registry.getMetricsAsArray() as unknown as { name: string; labelNames?: string[] }[])
    served.set(metric.name, new Set(metric.labelNames));
  const text = `${(await praca.app.inject('/metrics')).body}\n${await formatSum([], 0)}`;
  for (const [, name = ''] of text.matchAll(/^# TYPE (\S+)/gm))
    served.set(name, served.get(name) ?? new Set());
  for (const [, name = '', list = ''] of text.matchAll(/^([a-z_]\w*)(?:\{(.*)\})? \S+$/gm))
    for (const [, label = ''] of list.matchAll(/(\w+)="/g)) served.get(familyOf(name))?.add(label);
  await praca.close();
  await social.drop();
});

const familyOf = (name: string): string =>
  served.has(name) ? name : name.replace(/_(?:bucket|count|sum)$/, '');

function expressionsOf({ uid, panels, templating }: Dashboard): Expression[] {
  const targets = panels.flatMap(({ title, targets: list }) =>
    list.map(({ expr, legendFormat }) => ({
      where: `${uid}: ${title}`,
      expression: expr,
      text: legendFormat.replaceAll(/\{\{(\w+)\}\}/g, '{{ $labels.$1 }}'),
    })),
  );
  const variables = templating.list.flatMap(({ query }) => {
    const [, metric = '', label = ''] = /^label_values\((\w+), (\w+)\)$/.exec(query) ?? [];
    return metric === ''
      ? []
      : [{ where: `${uid}: a variable`, expression: `sum by (${label}) (${metric})`, text: '' }];
  });
  return [...targets, ...variables];
}

function findFaults({ where, expression, text }: Expression): string[] {
  const { metrics, grouped } = findUsedMetrics(expression);
  const labelsOf = (name: string): readonly string[] => [...(served.get(familyOf(name)) ?? []), ...added];
  // `up` is Prometheus's own metric.
  const unknown = metrics.filter(({ name }) => name !== 'up' && !served.has(familyOf(name)));
  const known = new Set(metrics.flatMap(({ name }) => labelsOf(name)));
  const shown = [...text.matchAll(/\$labels\.(\w+)/g)].map(([, label = '']) => label);
  const selected = metrics.flatMap(({ name, labels }) =>
    labels.filter((label) => !labelsOf(name).includes(label)),
  );
  const unserved = [...selected, ...[...grouped, ...shown].filter((label) => !known.has(label))];
  return [
    ...unknown.map(({ name }) => `${where}: no metric ${name}`),
    ...unserved.map((label) => `${where}: no label ${label}`),
  ];
}

test('finds an unknown metric, selector, grouping and legend', () => {
  const faultsOf = (expression: string, text = ''): string[] =>
    findFaults({ where: 'it', expression, text }).map((fault) => fault.slice('it: no '.length));
  assert.deepEqual(faultsOf('max by (coin) (chain_age_seconds{coin="BTC"} offset 5m) > 60'), []);
  assert.deepEqual(faultsOf('chain_age_minutes > 1'), ['metric chain_age_minutes']);
  assert.deepEqual(faultsOf('chain_age_seconds{chain=~"B.*"}'), ['label chain']);
  assert.deepEqual(faultsOf('sum by (chain) (chain_age_seconds)'), ['label chain']);
  assert.deepEqual(faultsOf('chain_age_seconds', '{{ $labels.chain }}'), ['label chain']);
});

test('/metrics serves every metric and label of the alerts', () => {
  assert.ok(rules.length > 20);
  const used = rules.map(({ alert, expr, annotations }) => ({
    where: alert,
    expression: expr,
    text: annotations.summary,
  }));
  assert.deepEqual(used.flatMap(findFaults), []);
});

test('/metrics serves every metric and label of the dashboards', () => {
  assert.deepEqual(dashboards.map(({ uid }) => uid).toSorted(), [
    'praca-money',
    'praca-operator',
    'praca-social',
  ]);
  assert.deepEqual(dashboards.flatMap(expressionsOf).flatMap(findFaults), []);
});

test('every alert names a section of the incidents page, and has a test in which it fires', () => {
  const anchors = anchorsOf(read('docs/operations/incidents.md'));
  const fired = read('deploy/prometheus/alerts.test.yml');
  const faults = rules.flatMap(({ alert, annotations: { runbook } }) => [
    ...(anchors.some((anchor) => runbook === `docs/operations/incidents.md#${anchor}`) ? [] : [runbook]),
    ...(fired.includes(`alertname: ${alert}\n`) ? [] : [`${alert} has no test`]),
  ]);
  assert.deepEqual(faults, []);
});
