import { otherConnections } from '../platform.settings.ts';
import type { Sql, Tx } from './client/database.ts';

/** One of `problem`, `warning` and `fine`. */
export interface Finding {
  problem?: string;
  /** Something that waits for a person and does not make the doctor fail. */
  warning?: string;
  fine?: string;
  /** What the operator can do about it. */
  advice?: string;
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
  await examine('writes', () => examineWrites(sql));
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

const writeAdvice: Readonly<Record<string, string>> = {
  '25006':
    'ask PostgreSQL "select pg_is_in_recovery()" and "show default_transaction_read_only", then connect to the primary or reset that default',
  '42501': 'the role of the URL must own the database: it creates and changes the tables',
  '53100': 'free disk space on the machine of PostgreSQL',
};

/** Writes 1 MB and removes it, because a database that only answers reads looks healthy. */
async function examineWrites(sql: Sql): Promise<Finding> {
  const undo = new Error('undo');
  try {
    await sql.begin(async (tx) => {
      await write(tx);
      throw undo;
    });
  } catch (error) {
    if (error !== undo) return describeWrite(error);
  }
  return { fine: 'wrote and removed 1 MB' };
}

/** The rows are too short for compression. Their table disappears with the transaction. */
async function write(tx: Tx): Promise<void> {
  await tx.script(`
    create schema praca_doctor;
    create table praca_doctor.written (content bytea);
    insert into praca_doctor.written
    select decode(repeat(md5(n::text), 128), 'hex') from generate_series(1, 512) as numbers (n)`);
}

function describeWrite(error: unknown): Finding {
  if (!(error instanceof Error)) throw error;
  const cause = error.cause instanceof Error ? error.cause : error;
  const code = 'code' in cause ? String(cause.code) : '';
  const advice = writeAdvice[code];
  return { problem: `no write is possible: ${error.message}`, ...(advice === undefined ? {} : { advice }) };
}
