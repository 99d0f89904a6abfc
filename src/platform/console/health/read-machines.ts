import { referTo } from '../../postgres/database-reference.ts';
import type { Sql } from '../../postgres/client/database.ts';
import { askReached } from '../../postgres/ask-reached.ts';
import { findLeader } from '../../postgres/leader-election.ts';
import type { ConsoleContext } from '../console-context.ts';

export interface Machine {
  /** Process id of the PostgreSQL session for leader election, which every process has. */
  pid: number;
  /** Null if the session uses a local socket. */
  address: string | null;
  started_at: Date;
}

export interface Leadership {
  readonly name: string;
  readonly leader: { readonly pid: number; readonly address: string | null } | undefined;
}

export interface Sessions {
  application: string;
  active: number;
  idle: number;
  other: number;
}

type Everywhere = Pick<ConsoleContext, 'databases'>;

/** Lists the databases that cannot be reached. Other lists leave out their data. */
export async function listAway({ databases }: Everywhere): Promise<string[]> {
  const reached = await askReached(databases, async ({ sql, name }) => {
    await sql`select 1`;
    return name;
  });
  return databases.map(({ name }) => name).filter((name) => !reached.includes(name));
}

/** Lists all processes on all machines, by their sessions in PostgreSQL. */
export async function listMachines({ databases }: Everywhere): Promise<Machine[]> {
  return (await askReached(databases, ({ sql }) => findMachines(sql))).flat();
}

async function findMachines(sql: Sql): Promise<Machine[]> {
  return sql<Machine[]>`
    select pid, host(client_addr) as address, backend_start as started_at from pg_stat_activity
    where datname = current_database() and application_name = 'praca leader election'
    order by backend_start, pid`;
}

/** Counts sessions by application, with the name of the database unless it is the home database. */
export async function listSessions({ databases }: Everywhere): Promise<Sessions[]> {
  const lists = await askReached(databases, async (database) =>
    (await findSessions(database.sql)).map((row) => ({
      ...row,
      application: referTo(database, row.application),
    })),
  );
  return lists.flat();
}

async function findSessions(sql: Sql): Promise<Sessions[]> {
  return sql<Sessions[]>`
    select application_name as application, (count(*) filter (where state = 'active'))::int as active,
      (count(*) filter (where state = 'idle'))::int as idle,
      (count(*) filter (where state is distinct from 'active' and state is distinct from 'idle'))::int as other
    from pg_stat_activity where datname = current_database() and application_name like 'praca%'
    group by application_name order by application_name`;
}

/** Lists the leaders of all elections that this process takes part in. */
export async function listLeaderships({ databases }: Everywhere): Promise<Leadership[]> {
  const lists = await askReached(databases, ({ sql, leaderElection }) =>
    Promise.all(leaderElection.names().map(async (name) => ({ name, leader: await findLeader(sql, name) }))),
  );
  return lists.flat();
}
