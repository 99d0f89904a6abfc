import { StartError } from '../start-error.ts';
import type { Sql } from './client/database.ts';

/** Backend pids that answered on two connections that are open at the same time. */
type Round = readonly [first: number, second: number];

const rounds = 5;

/**
 * Throws if a pooler shares sessions. A pooler in transaction or statement mode gives the same session to several
 * clients in turn. Locks, LISTEN and prepared statements would then leak to other clients, and two processes could lead
 * at the same time.
 */
export async function refuseSharedSessions(sql: Sql, where: string, setting: string): Promise<void> {
  const [first, second] = [await sql.reserve(), await sql.reserve()];
  const seen: Round[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      const pids = [];
      for (const connection of [first, second]) {
        const [row] = await connection<{ pid: number }[]>`select pg_backend_pid() as pid`;
        pids.push(row?.pid ?? 0);
      }
      seen.push(pids as unknown as Round);
    }
  } finally {
    first.release();
    second.release();
  }
  if (areShared(seen)) {
    throw new StartError(
      `The database at ${where} is reached through a pooler in transaction mode, such as pgbouncer's or a managed service's. Praça needs sessions of its own: set its pool_mode to session, or ${setting} to PostgreSQL itself.`,
    );
  }
}

/** Returns true if a connection changed its backend, or if both connections have the same one. */
export function areShared(seen: readonly Round[]): boolean {
  const [first, second] = seen[0] ?? [0, 0];
  return first === second || seen.some((round) => round[0] !== first || round[1] !== second);
}
