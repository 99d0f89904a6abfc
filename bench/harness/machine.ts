import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { openDatabase } from '../../src/platform/postgres/client/database.ts';
import type { RunningPraca } from './praca.ts';

export interface Machine {
  readonly cores: number;
  readonly processor: string;
  readonly memoryGigabytes: number;
  readonly system: string;
  readonly node: string;
  readonly postgresql: string;
  /** Average number of runnable programs during the minute before the run. */
  readonly loadBefore: number;
}

export async function describeMachine(praca: RunningPraca, loadBefore: number): Promise<Machine> {
  const cores = cpus();
  const sql = openDatabase({ connection: praca.connection, poolSize: 1, applicationName: 'praca bench' });
  const [row] = await sql<{ server_version: string }[]>`show server_version`;
  await sql.end();
  return {
    cores: cores.length,
    processor: cores[0]?.model.trim() || 'unknown',
    memoryGigabytes: Math.round(totalmem() / 1e8) / 10,
    system: `${type()} ${release()} ${process.arch}`,
    node: process.version,
    postgresql: row?.server_version ?? 'unknown',
    loadBefore,
  };
}

export const readLoad = (): number => Math.round((loadavg()[0] ?? 0) * 100) / 100;

export function printMachine(machine: Machine): void {
  const cores = machine.cores === 1 ? '1 core' : `${machine.cores} cores`;
  console.log(`Machine     ${cores}, ${machine.processor}, ${machine.memoryGigabytes} GB, ${machine.system}`);
  console.log(`Software    Node ${machine.node.slice(1)}, PostgreSQL ${machine.postgresql}`);
  if (machine.loadBefore > machine.cores / 4) {
    console.log(
      `Attention   other programs are busy here (load ${machine.loadBefore}): trust the ratios, not the rates.`,
    );
  }
  console.log('');
}
