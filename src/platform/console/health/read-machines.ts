import { findLeader } from '../../postgres/leader-election.ts';
import type { ConsoleContext } from '../console-context.ts';

export interface Machine {
  /** Of its session for leader election: every process has one. */
  pid: number;
  /** Null by a local socket. */
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

/** Every process on whichever machine, by its session in PostgreSQL. */
export async function listMachines({ sql }: Pick<ConsoleContext, 'sql'>): Promise<Machine[]> {
  return sql<Machine[]>`
    select pid, host(client_addr) as address, backend_start as started_at from pg_stat_activity
    where datname = current_database() and application_name = 'praca leader election'
    order by backend_start, pid`;
}

export async function listSessions({ sql }: Pick<ConsoleContext, 'sql'>): Promise<Sessions[]> {
  return sql<Sessions[]>`
    select application_name as application, (count(*) filter (where state = 'active'))::int as active,
      (count(*) filter (where state = 'idle'))::int as idle,
      (count(*) filter (where state is distinct from 'active' and state is distinct from 'idle'))::int as other
    from pg_stat_activity where datname = current_database() and application_name like 'praca%'
    group by application_name order by application_name`;
}

/** Who leads what this process stands for as well. */
export const listLeaderships = ({
  sql,
  leaderElection,
}: Pick<ConsoleContext, 'sql' | 'leaderElection'>): Promise<Leadership[]> =>
  Promise.all(leaderElection.names().map(async (name) => ({ name, leader: await findLeader(sql, name) })));
