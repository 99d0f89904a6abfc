import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { createMetrics } from '../../src/platform/telemetry/metrics.ts';
import { removeDirectory, temporaryDirectory } from '../support/process.ts';
import { findProgram, needDeployPrograms } from './programs.ts';

const deploy = join(import.meta.dirname, '../../deploy');

function run(program: string, words: readonly string[], input = ''): void {
  const { status, stdout, stderr, error } = spawnSync(program, words, { encoding: 'utf8', input });
  assert.equal(status, 0, `${String(error ?? '')}${stdout}${stderr}`);
}

async function inFolder(context: TestContext, name: string, text: string): Promise<string> {
  const folder = temporaryDirectory();
  context.after(() => removeDirectory(folder));
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

test('promtool accepts the configuration and the alerts', () => {
  const { promtool } = needDeployPrograms();
  run(promtool, ['check', 'config', '--syntax-only', join(deploy, 'prometheus/prometheus.yml')]);
  run(promtool, ['check', 'rules', join(deploy, 'prometheus/alerts.yml')]);
});

test('each alert fires when it should and stays quiet otherwise', () => {
  run(needDeployPrograms().promtool, ['test', 'rules', join(deploy, 'prometheus/alerts.test.yml')]);
});

test('systemd accepts the unit, which exposes little', async (context) => {
  const { systemdAnalyze } = needDeployPrograms();
  // The program must exist on the machine that verifies the unit.
  const text = readFileSync(join(deploy, 'systemd/praca.service'), 'utf8');
  const unit = text
    .replace('ExecStart=/usr/bin/node ', 'ExecStart=/bin/true ')
    .replace('WorkingDirectory=/opt/praca', 'WorkingDirectory=/');
  const path = await inFolder(context, 'praca.service', unit);
  run(systemdAnalyze, ['verify', path]);
  run(systemdAnalyze, ['security', '--offline=true', '--threshold=20', path]);
});

test('promtool finds nothing wrong with the metrics of Node and of requests', async () => {
  const metrics = createMetrics(1000);
  metrics.requestObserver('GET', '/')(200, 0.1);
  run(needDeployPrograms().promtool, ['check', 'metrics'], await metrics.registry.metrics());
});

const compose = findProgram('docker-compose');
test(
  'compose accepts its file',
  { skip: compose === undefined && 'there is no docker-compose' },
  async (context) => {
    // Debian's version is older than the key `name`.
    const text = readFileSync(join(deploy, 'compose.yaml'), 'utf8').replace(/^name: .*\n/m, '');
    const path = await inFolder(context, 'compose.yaml', text);
    run(compose ?? '', ['--file', path, '--profile', 'sandbox', 'config', '--quiet']);
  },
);
