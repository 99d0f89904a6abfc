import pg from 'pg';
import { startLoop, type Loop } from '../loop.ts';
import { createSerialQueue } from '../serial-queue.ts';
import type { Logger } from '../telemetry/logger.ts';
import { createOutage } from '../telemetry/outage.ts';
import { standbyError } from './client/availability.ts';
import { pgOptions, type Connection } from './client/connection.ts';
import type { Tag } from './client/sql.ts';

/** How often a process shows that it lives, and stands for what nobody leads. */
const turnMs = 1000;
/** No answer for this long: the connection is gone, and with it every leadership. */
const answerMs = 5000;
/**
 * PostgreSQL ends a connection that has been silent for this long: its process is cut off or stands still. Longer than
 * `turnMs` and `answerMs` together, so that whoever is cut off has stopped before another begins.
 */
const standardSilentMs = 10_000;
/** Keeps these locks apart from others of the same database. */
const lockSeed = 7_072_617_202n;

/** Chooses, for each piece of work, the one process of all that does it, until it stops, dies or is cut off. */
export interface LeaderElection {
  /**
   * `work` begins when this process is elected and goes on until its signal is aborted. When it ends by itself or throws,
   * the leadership is given up and stood for again.
   */
  campaign(name: string, work: (signal: AbortSignal) => Promise<void>): Candidacy;
  /** What this process stands for. */
  names(): string[];
  close(): Promise<void>;
}

export interface Candidacy {
  /** Aborts the work, waits for its end, and stands no more. */
  resign(): Promise<void>;
}

interface Candidate {
  readonly name: string;
  readonly work: (signal: AbortSignal) => Promise<void>;
  readonly resigning: AbortController;
  leading: Promise<void> | undefined;
}

/** One connection holds all leaderships of the process: whatever ends it ends them. */
interface Session {
  readonly client: pg.Client;
  readonly lost: AbortController;
  query<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]>;
}

export interface LeaderElectionOptions {
  readonly silentMs?: number;
}

/** Connects when there is somebody to elect. */
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
    // Not awaited: on a connection that is cut off nobody answers.
    void ended.client.end().catch(() => {});
  };

  const connect = async (): Promise<Session> => {
    const client = new pg.Client({
      ...pgOptions(connection, 'praca leader election'),
      query_timeout: answerMs,
    });
    // The driver takes one statement at a time.
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
      // Its locks are its own: whoever led by them would lead beside the one on the primary.
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
      if (!signal.aborted)
        log.warn({ err: error, leader: candidate.name }, 'work failed; beginning it again');
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
      // Also where nobody waits: it shows PostgreSQL that we live, and us that the leaderships are still ours.
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
    // What fails while it closes is no outage.
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

/** At most one for each name, and none whose name is led here already: a session gets a lock that it has a second time. */
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
