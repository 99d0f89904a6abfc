import { StartError } from '../start-error.ts';
import type { Sql } from './client/database.ts';

/** Of two connections that are open at once, the backends that answered: first, second, first, second. */
type Round = readonly [first: number, second: number];

const rounds = 5;

/**
 * A pooler in transaction or statement mode hands the same session to several clients in turn. There a lock, a LISTEN or
 * a prepared statement is somebody else's a moment later, and two processes would lead at once.
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

/** A session of one's own is always the same one, and never another's. */
export function areShared(seen: readonly Round[]): boolean {
  const [first, second] = seen[0] ?? [0, 0];
  return first === second || seen.some((round) => round[0] !== first || round[1] !== second);
}
