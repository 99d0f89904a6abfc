import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../src/platform/postgres/client/database.ts';
import { openNatsLink } from '../../src/platform/signals/nats-link.ts';
import { openPostgresSignals } from '../../src/platform/signals/postgres-signals.ts';
import { createLogger } from '../../src/platform/telemetry/logger.ts';
import { startNats } from '../../test/cluster/parts/nats.ts';
import { findClusterPrograms } from '../../test/cluster/parts/programs.ts';
import { readCpuSeconds } from '../harness/process-usage.ts';
import { Skipped, type Measurement } from '../scenario.ts';

/** Number of listening processes, each with its own connection; one of them is the sender. */
const listeners = 50;
const signals = 2000;
/** Pause between signals, longer than the batching interval, so that each signal travels alone. */
const pauseMs = 4;
const log = createLogger({ level: 'error', pretty: false });

async function sumCpuSeconds(pids: readonly number[]): Promise<number> {
  const seconds = await Promise.all(pids.map(readCpuSeconds));
  return seconds.reduce<number>((sum, one) => sum + (one ?? 0), 0);
}

/** Returns the servers' processor time per signal heard by all, in microseconds. */
async function measureSignals(
  pids: readonly number[],
  publish: (text: string) => void,
  heard: () => number,
): Promise<number> {
  const before = await sumCpuSeconds(pids);
  const wanted = heard() + signals * listeners;
  for (let number = 0; number < signals; number++) {
    publish(String(number));
    await sleep(pauseMs);
  }
  while (heard() < wanted) await sleep(pauseMs);
  return ((await sumCpuSeconds(pids)) - before) * (1e6 / signals);
}

export const signalByPostgres: Measurement = {
  name: 'signal by PostgreSQL',
  what: `processor time of PostgreSQL for a signal that ${listeners} processes hear`,
  async measure(stage) {
    const { connection } = await stage.praca();
    let heard = 0;
    const open = await Promise.all(
      Array.from({ length: listeners }, () => openPostgresSignals(connection, log)),
    );
    for (const each of open) each.subscribe('bench', () => heard++);
    const sql = openDatabase({ connection, poolSize: 1, applicationName: 'bench' });
    try {
      const rows = await sql<{ pid: number }[]>`
        select pid from pg_stat_activity where application_name = 'praca signals'`;
      const pids = rows.map(({ pid }) => pid);
      const value = await measureSignals(
        pids,
        (text) => open[0]?.publish('bench', text),
        () => heard,
      );
      return { value, unit: 'µs' };
    } finally {
      await sql.end();
      await Promise.all(open.map((each) => each.close()));
    }
  },
};

export const signalByNats: Measurement = {
  name: 'signal by NATS',
  what: `processor time of nats-server for a signal that ${listeners} processes hear`,
  async measure() {
    const programs = findClusterPrograms();
    if (!programs) throw new Skipped('There is no nats-server; "npm run test:cluster" installs one.');
    const folder = mkdtempSync(join(tmpdir(), 'praca-bench-nats-'));
    const nats = await startNats(programs.nats, folder);
    let heard = 0;
    const handlers = { hear: () => void heard++, up: () => {}, down: () => {} };
    const open = await Promise.all(
      Array.from({ length: listeners }, () => openNatsLink([nats.url], 'bench', log)),
    );
    open.forEach((each) => each.join(handlers));
    try {
      const value = await measureSignals(
        [nats.pid()],
        (text) => open[0]?.publish(JSON.stringify([['bench', text]])),
        () => heard,
      );
      return { value, unit: 'µs' };
    } finally {
      await Promise.all(open.map((each) => each.close()));
      await nats.kill();
      rmSync(folder, { recursive: true });
    }
  },
};
