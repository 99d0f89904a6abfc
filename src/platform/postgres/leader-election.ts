import pg from 'pg';
import { startLoop, type Loop } from '../loop.ts';
import { createSerialQueue } from '../serial-queue.ts';
import type { Logger } from '../telemetry/logger.ts';
import { createOutage } from '../telemetry/outage.ts';
import { standbyError } from './client/availability.ts';
import { pgOptions, type Connection } from './client/connection.ts';
import type { Tag } from './client/sql.ts';

/** Interval in milliseconds of the heartbeat, which also tries to take free leaderships. */
const turnMs = 1000;
/** Time in milliseconds without an answer after which the connection counts as lost, with all of its leaderships. */
const answerMs = 5000;
/**
 * Time in milliseconds after which PostgreSQL ends a silent connection, because its process is suspended or cut off.
 * Longer than `turnMs` and `answerMs` together, so that a process that is cut off has stopped its work before another
 * one starts it.
 */
const standardSilentMs = 10_000;
/** Seed that separates these advisory locks from others in the same database. */
const lockSeed = 7_072_617_202n;

/** Elects, for each name, one process of all that runs the work, until it stops, crashes or loses its connection. */
export interface LeaderElection {
  /**
   * Starts `work` when this process is elected, and aborts its signal when the lead is lost. If `work` returns or
   * throws, the lead is released and the process becomes a candidate again.
   */
  campaign(name: string, work: (signal: AbortSignal) => Promise<void>): Candidacy;
  /** Returns the names for which this process is a candidate. */
  names(): string[];
  close(): Promise<void>;
}

export interface Candidacy {
  /** Aborts the work, waits for its end and withdraws the candidacy. */
  resign(): Promise<void>;
}

interface Candidate {
  readonly name: string;
  readonly work: (signal: AbortSignal) => Promise<void>;
  readonly resigning: AbortController;
  leading: Promise<void> | undefined;
}

/** The connection that holds all leaderships of the process. If it ends, all of them end. */
interface Session {
  readonly client: pg.Client;
  readonly lost: AbortController;
  query<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]>;
}

export interface LeaderElectionOptions {
  readonly silentMs?: number;
}

/** Opens the election. It connects with the first candidate. */
export function openLeaderElection(
  connection: Connection,
  log: Logger,
  options: LeaderElectionOptions = {},
): LeaderElection {
  const candidates = new Set<Candidate>();
  const closing = new AbortController();
  let session: Session | undefined;
  let loop: Loop | undefined;
  const outage = createOutage(log, 'the connection for leader election');

  const lose = (ended: Session): void => {
    if (session === ended) session = undefined;
    ended.lost.abort();
    // Not awaited: a server that is cut off never answers.
    void ended.client.end().catch(() => {});
  };

  const connect = async (): Promise<Session> => {
    const client = new pg.Client({
      ...pgOptions(connection, 'praca leader election'),
      query_timeout: answerMs,
    });
    // The driver runs one statement at a time.
    const queue = createSerialQueue();
    const opened: Session = {
      client,
      lost: new AbortController(),
      query: async <Row extends pg.QueryResultRow>(text: string, values: unknown[]) =>
        (await queue(() => client.query<Row>(text, values))).rows,
    };
    client.on('error', () => lose(opened));
    client.once('end', () => lose(opened));
    try {
      await client.connect();
      const [session] = await opened.query<{ standby: boolean }>(
        "select set_config('idle_session_timeout', $1, false), pg_is_in_recovery() as standby",
        [String(options.silentMs ?? standardSilentMs)],
      );
      // A standby has its own locks: a leader elected there would run beside the one elected on the primary.
      if (session?.standby) throw standbyError();
    } catch (error) {
      lose(opened);
      throw error;
    }
    return opened;
  };

  const unlock = async (held: Session, name: string): Promise<void> => {
    if (held.lost.signal.aborted) return;
    await held
      .query('select pg_advisory_unlock(hashtextextended($1, $2))', [name, lockSeed])
      .catch(() => lose(held));
  };

  const lead = async (candidate: Candidate, held: Session): Promise<void> => {
    const signal = AbortSignal.any([held.lost.signal, candidate.resigning.signal]);
    try {
      if (!signal.aborted) await candidate.work(signal);
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error, leader: candidate.name }, 'work failed; starting it again');
    } finally {
      await unlock(held, candidate.name);
      candidate.leading = undefined;
    }
  };

  const elect = async (): Promise<void> => {
    session ??= await connect();
    const held = session;
    try {
      const waiting = listWaiting(candidates);
      // Sent even without candidates, as a heartbeat: PostgreSQL ends silent sessions, and an answer proves that the
      // locks are still held.
      const rows = await held.query<{ name: string }>(
        'select name from unnest($1::text[]) as name where pg_try_advisory_lock(hashtextextended(name, $2))',
        [waiting.map((candidate) => candidate.name), lockSeed],
      );
      const elected = new Set(rows.map((row) => row.name));
      for (const candidate of waiting) {
        if (elected.has(candidate.name)) candidate.leading = lead(candidate, held);
      }
    } catch (error) {
      lose(held);
      throw error;
    }
  };

  const turn = async (): Promise<number> => {
    // An error while closing is no outage.
    await outage.watch(() =>
      elect().catch((error: unknown) => {
        if (!closing.signal.aborted) throw error;
      }),
    );
    return turnMs;
  };

  const resign = async (candidate: Candidate): Promise<void> => {
    candidate.resigning.abort();
    await candidate.leading;
    candidates.delete(candidate);
  };

  return {
    campaign(name, work) {
      const candidate: Candidate = { name, work, resigning: new AbortController(), leading: undefined };
      candidates.add(candidate);
      loop ??= startLoop(closing.signal, turn);
      loop.wake();
      return { resign: () => resign(candidate) };
    },
    names: () => [...new Set([...candidates].map(({ name }) => name))].toSorted(),
    async close() {
      for (const candidate of candidates) candidate.resigning.abort();
      for (const candidate of candidates) await resign(candidate);
      closing.abort();
      await loop?.ended;
      if (session) lose(session);
    },
  };
}

/** Returns the database session of the leading process, for diagnosis. */
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

/**
 * Returns at most one candidate per name, and none for names that this process already leads: PostgreSQL grants a
 * session a lock that it already holds.
 */
function listWaiting(candidates: Iterable<Candidate>): Candidate[] {
  const byName = new Map<string, Candidate>();
  for (const candidate of candidates) {
    if (candidate.leading === undefined && candidate.resigning.signal.aborted) continue;
    const before = byName.get(candidate.name);
    if (before?.leading === undefined && (before === undefined || candidate.leading !== undefined)) {
      byName.set(candidate.name, candidate);
    }
  }
  return [...byName.values()].filter((candidate) => candidate.leading === undefined);
}
