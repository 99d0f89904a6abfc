import { otherConnections } from '../platform.settings.ts';
import type { Sql } from './client/database.ts';

export interface Finding {
  problem?: string;
  fine?: string;
}

/** Runs one check and reports its finding. Returns true if it found no problem. */
export type Examine = (subject: string, look: () => Promise<Finding>) => Promise<boolean>;

const largestClockDriftMs = 2000;
const oldestPostgres = 150_000;

export async function examineDatabase(
  sql: Sql,
  environment: string,
  /** Connections that this machine needs per database, and the number of databases on this server. */
  { connections, databases = 1 }: { readonly connections: number; readonly databases?: number },
  examine: Examine,
): Promise<void> {
  await examine('version of PostgreSQL', async () => {
    const [row] = await sql<{ number: number; text: string; most: number }[]>`
      select current_setting('server_version_num')::int as number, current_setting('server_version') as text,
             current_setting('max_connections')::int as most`;
    if (!row || row.number < oldestPostgres)
      return { problem: `${row?.text ?? 'unknown'}; 15 or newer is needed` };
    if (connections * databases + 10 > row.most) {
      const times = databases === 1 ? '' : ` × ${databases} databases`;
      return {
        problem: `max_connections is ${row.most}, too few for WORKERS × (DATABASE_POOL + ${otherConnections})${times} = ${connections * databases}`,
      };
    }
    return { fine: row.text };
  });
  await examine('clock', async () => {
    const before = Date.now();
    const [row] = await sql<{ now: Date }[]>`select clock_timestamp() as now`;
    const drift = Math.abs((row?.now.getTime() ?? 0) - (before + Date.now()) / 2);
    return drift > largestClockDriftMs
      ? { problem: `this machine and PostgreSQL differ by ${(drift / 1000).toFixed(1)} s; run NTP on both` }
      : { fine: 'agrees with PostgreSQL' };
  });
  await examine('environment', async () => {
    const [known] = await sql<
      { found: boolean }[]
    >`select to_regclass('platform.environment') is not null as found`;
    if (!known?.found) return { fine: 'a new database; "praca migrate" or a start prepares it' };
    const [row] = await sql<{ environment: string }[]>`select environment from platform.environment`;
    return row && row.environment !== environment
      ? { problem: `the database belongs to ${row.environment}, and ENVIRONMENT is ${environment}` }
      : { fine: environment };
  });
}
