import { describeConnection, type Connection } from '../client/connection.ts';
import { openDatabase, type Sql } from '../client/database.ts';
import type { Finding } from '../examine-database.ts';
import { readPosition } from './replica-lag.rules.ts';

interface Server {
  system: string;
  standby: boolean;
  position: string;
}

/** Checks that a replica is a standby of this primary, and reports its lag. */
export async function examineReplica(primary: Sql, connection: Connection): Promise<Finding> {
  const where = describeConnection(connection);
  const sql = openDatabase({ connection, poolSize: 1, applicationName: 'praca doctor', standby: true });
  try {
    // The primary is read first: its position is the upper bound for the replica's lag.
    const [ours, theirs] = [await findServer(primary), await findServer(sql)];
    if (theirs.system !== ours.system)
      return { problem: `${where} is not a replica of this database's server` };
    if (!theirs.standby) return { problem: `${where} is not a standby: it accepts writes` };
    const missing = readPosition(ours.position) - readPosition(theirs.position);
    return { fine: `${where} is a standby, ${missing > 0n ? `${missing} bytes behind` : 'not behind'}` };
  } finally {
    await sql.end();
  }
}

async function findServer(sql: Sql): Promise<Server> {
  const [server] = await sql<Server[]>`
    select system_identifier::text as system, pg_is_in_recovery() as standby,
      case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end::text as position
    from pg_control_system()`;
  if (!server) throw new Error('PostgreSQL returned no system identifier');
  return server;
}
