import pg from 'pg';
import type { Logger } from '../telemetry/logger.ts';
import type { Connection } from './database.ts';
import { pgOptions } from './pg-options.ts';
import type { Tag } from './sql.ts';

/** How often a process shows that it lives, and tries to take what nobody leads. */
const turnMs = 1000;
/** No answer for this long: the connection is gone, and with it every lead. */
const answerMs = 5000;
/**
 * A process that is cut off or stands still says nothing for this long; then PostgreSQL ends its connection. Longer than
 * `turnMs` and `answerMs` together, so that whoever is cut off has stopped before another begins.
 */
const standardSilentMs = 10_000;
/** Keeps these locks apart from others of the same database. */
const lockSeed = 7_072_617_202n;

/** Work that one process of all does, until it stops, dies or is cut off; then another does it within seconds. */
export interface Leads {
  /**
   * `work` begins when this process has the lead and goes on until its signal is aborted. When it ends by itself or
   * throws, the lead is given up and tried for again.
   */
  follow(name: string, work: (signal: AbortSignal) => Promise<void>): Following;
  close(): Promise<void>;
}

export interface Following {
  /** Aborts the work and waits for its end. */
  stop(): Promise<void>;
}

interface Follower {
  readonly name: string;
  readonly work: (signal: AbortSignal) => Promise<void>;
  readonly stopping: AbortController;
  leading: Promise<void> | undefined;
}

/** One connection holds all leads of the process: whatever ends it ends them. */
interface Session {
  readonly client: pg.Client;
  readonly lost: AbortController;
  /** Statements wait for each other here: the driver takes one at a time. */
  ask<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]>;
}

export interface LeadOptions {
  readonly silentMs?: number;
}

/** Connects when there is somebody to follow. */
export function openLeads(connection: Connection, log: Logger, options: LeadOptions = {}): Leads {
  const followers = new Set<Follower>();
  let session: Session | undefined;
  let running: Promise<void> | undefined;
  let closed = false;
  let alarm = Promise.withResolvers<void>();

  const lose = (ended: Session): void => {
    if (session === ended) session = undefined;
    ended.lost.abort();
    // Not awaited: on a connection that is cut off nobody answers.
    void ended.client.end().catch(() => {});
  };

  const connect = async (): Promise<Session> => {
    const client = new pg.Client({
      ...pgOptions(connection, 'praca leads'),
      keepAlive: true,
      query_timeout: answerMs,
    });
    let last: Promise<unknown> = Promise.resolve();
    const opened: Session = {
      client,
      lost: new AbortController(),
      async ask<Row extends pg.QueryResultRow>(text: string, values: unknown[]) {
        const answer = last.then(() => client.query<Row>(text, values));
        last = answer.catch(() => {});
        return (await answer).rows;
      },
    };
    client.on('error', () => lose(opened));
    client.once('end', () => lose(opened));
    try {
      await client.connect();
      await opened.ask("select set_config('idle_session_timeout', $1, false)", [
        String(options.silentMs ?? standardSilentMs),
      ]);
    } catch (error) {
      lose(opened);
      throw error;
    }
    return opened;
  };

  const unlock = async (held: Session, name: string): Promise<void> => {
    if (held.lost.signal.aborted) return;
    await held
      .ask('select pg_advisory_unlock(hashtextextended($1, $2))', [name, lockSeed])
      .catch(() => lose(held));
  };

  const lead = async (follower: Follower, held: Session): Promise<void> => {
    const signal = AbortSignal.any([held.lost.signal, follower.stopping.signal]);
    try {
      if (!signal.aborted) await follower.work(signal);
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error, lead: follower.name }, 'work failed; beginning it again');
    } finally {
      await unlock(held, follower.name);
      follower.leading = undefined;
    }
  };

  const turn = async (): Promise<void> => {
    session ??= await connect();
    const held = session;
    try {
      const waiting = listWaiting(followers);
      // Also where nobody waits: it shows PostgreSQL that we live, and us that the leads are still ours.
      const rows = await held.ask<{ name: string }>(
        'select name from unnest($1::text[]) as name where pg_try_advisory_lock(hashtextextended(name, $2))',
        [waiting.map((follower) => follower.name), lockSeed],
      );
      const taken = new Set(rows.map((row) => row.name));
      for (const follower of waiting) {
        if (taken.has(follower.name)) follower.leading = lead(follower, held);
      }
    } catch (error) {
      lose(held);
      throw error;
    }
  };

  const run = async (): Promise<void> => {
    let failing = false;
    while (!closed) {
      alarm = Promise.withResolvers<void>();
      try {
        await turn();
        failing = false;
      } catch (error) {
        if (!failing && !closed) log.warn({ err: error }, 'the connection for leads was lost; trying again');
        failing = true;
      }
      const timer = setTimeout(alarm.resolve, turnMs);
      await alarm.promise;
      clearTimeout(timer);
    }
  };

  const stop = async (follower: Follower): Promise<void> => {
    follower.stopping.abort();
    await follower.leading;
    followers.delete(follower);
  };

  return {
    follow(name, work) {
      const follower: Follower = { name, work, stopping: new AbortController(), leading: undefined };
      followers.add(follower);
      alarm.resolve();
      running ??= run();
      return { stop: () => stop(follower) };
    },
    async close() {
      for (const follower of followers) follower.stopping.abort();
      for (const follower of followers) await stop(follower);
      closed = true;
      alarm.resolve();
      await running;
      if (session) lose(session);
    },
  };
}

/** The database session of the process that leads, for people to find it by. */
export async function findLeader(
  sql: Tag,
  name: string,
): Promise<{ pid: number; address: string | null } | undefined> {
  const [row] = await sql<{ pid: number; address: string | null }[]>`
    select activity.pid, host(activity.client_addr) as address
    from pg_locks lock join pg_stat_activity activity using (pid)
    where lock.locktype = 'advisory' and lock.granted and lock.objsubid = 1
      and lock.database = (select oid from pg_database where datname = current_database())
      and (lock.classid::bigint << 32) | lock.objid::bigint = hashtextextended(${name}, ${lockSeed})`;
  return row;
}

/** At most one for each name, and none whose lead is here already: a session gets a lock that it has a second time. */
function listWaiting(followers: Iterable<Follower>): Follower[] {
  const byName = new Map<string, Follower>();
  for (const follower of followers) {
    if (follower.leading === undefined && follower.stopping.signal.aborted) continue;
    const before = byName.get(follower.name);
    if (before?.leading === undefined && (before === undefined || follower.leading !== undefined)) {
      byName.set(follower.name, follower);
    }
  }
  return [...byName.values()].filter((follower) => follower.leading === undefined);
}
