import { setTimeout as sleep } from 'node:timers/promises';
import { describeConnection, type Connection } from '../client/connection.ts';
import { isDatabaseUnavailable } from '../client/availability.ts';
import { openDatabase, type Sql } from '../client/database.ts';
import type { Finding } from '../examine-database.ts';
import { readPosition } from './replica-lag.rules.ts';

interface Server {
  system: string;
  standby: boolean;
  position: string;
}

const pauseMs = 50;
/** Time in milliseconds to wait for a replica, if more lag is allowed. */
const longestWaitMs = 10_000;

/** Checks that a replica is a standby of this primary and catches up within the allowed lag. */
export async function examineReplica(
  primary: Sql,
  connection: Connection,
  mostLagMs = longestWaitMs,
): Promise<Finding> {
  const where = describeConnection(connection);
  const sql = openDatabase({ connection, poolSize: 1, applicationName: 'praca doctor', standby: true });
  try {
    // The primary is read first: its position is the upper bound for the replica's lag.
    const [ours, theirs] = [await findServer(primary), await findServer(sql)];
    if (theirs.system !== ours.system)
      return { problem: `${where} is not a replica of this database's server` };
    if (!theirs.standby) return { problem: `${where} is not a standby: it accepts writes` };
    const wanted = readPosition(ours.position);
    const waitMs = Math.min(mostLagMs, longestWaitMs);
    const deadline = performance.now() + waitMs;
    let missing = wanted - readPosition(theirs.position);
    while (missing > 0n && performance.now() < deadline) {
      await sleep(pauseMs);
      missing = wanted - readPosition((await findServer(sql)).position);
    }
    if (missing <= 0n) return { fine: `${where} is a standby and not behind` };
    return {
      problem: `${where} is more than ${waitMs} ms behind: it lacks ${missing} bytes`,
      advice:
        'look at pg_stat_replication on the primary and pg_is_wal_replay_paused() on the replica; until it has caught up, the primary serves its reads',
    };
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return {
      problem: `${where} cannot be reached: ${error.message}`,
      advice: 'start the replica, or correct its URL; until then the primary serves its reads',
    };
  } finally {
    await sql.end();
  }
}

async function findServer(sql: Sql): Promise<Server> {
  const [server] = await sql<Server[]>`
    select system_identifier::text as system, pg_is_in_recovery() as standby,
      case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end::text as position
    from pg_control_system()`;
  if (!server) throw new Error('PostgreSQL returned no system identifier');
  return server;
}
