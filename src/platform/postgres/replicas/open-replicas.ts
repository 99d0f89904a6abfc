import { startLoop } from '../../loop.ts';
import { ProblemError } from '../../problem.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { tookTooLong } from '../client/availability.ts';
import type { Connection } from '../client/connection.ts';
import { openDatabase, type ReplicaReads } from '../client/database.ts';
import type { Statement, StatementResult } from '../client/statements.ts';
import { findPrimaryState, noteOf, SeenPositions } from './positions.ts';
import { PrimaryTrail, readPosition } from './replica-lag.rules.ts';
import { Replica, type ReplicaRead } from './replica.ts';
import { currentScope, type RequestScope } from './request-scope.ts';

export interface ReplicasOptions {
  readonly primary: Connection;
  readonly replicas: readonly Connection[];
  /** Maximum number of connections to each replica. */
  readonly poolSize: number;
  readonly mostLagMs: number;
  readonly log: Logger;
  readonly watchEveryMs?: number;
}

/** The kind of server that answered a read, for metrics. */
export type Place = 'replica' | 'primary';

export interface Replicas extends ReplicaReads {
  readonly list: readonly Replica[];
  /** Calls the listener for every read that a replica may answer. */
  onRead(listener: (place: Place) => void): void;
  /** Checks every replica once. */
  watchNow(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Length in milliseconds of the recorded history of the primary's position. Far longer than the largest permitted lag.
 */
const trailMs = 120_000;
const furtherBehindMs = 1000;

/** Opens the pools of a database's replicas and decides which replica may serve a read. */
export function openReplicas(options: ReplicasOptions): Replicas {
  const { primary, poolSize, mostLagMs, log, watchEveryMs = 500 } = options;
  // A separate pool: reads on replicas wait for its statements.
  const sql = openDatabase({ connection: primary, poolSize: 2, applicationName: 'praca positions' });
  const seen = new SeenPositions(sql);
  const trail = new PrimaryTrail(trailMs);
  const list = options.replicas.map(
    (connection) =>
      new Replica({
        connection,
        poolSize,
        trail,
        mostLagMs,
        onChange: (where, reason) => tell(log, where, reason),
      }),
  );
  const listeners: ((place: Place) => void)[] = [];
  const count = (place: Place): void => listeners.forEach((listener) => listener(place));
  let epoch: string | undefined;
  let turn = 0;

  const choose = (): Replica | undefined => {
    const known = epoch;
    if (known === undefined) return undefined;
    const usable = list.filter((replica) => replica.isUsable(known));
    const leastLagMs = Math.min(...usable.map(({ lagMs }) => lagMs));
    // A replica far behind the others would mostly lack positions that its readers have already seen elsewhere.
    const near = usable.filter(({ lagMs }) => lagMs <= leastLagMs + furtherBehindMs);
    return near[turn++ % near.length];
  };

  /**
   * Chooses a replica once per request, so that later reads are not older than earlier ones. After a write it chooses
   * again.
   */
  const placeFor = (scope: RequestScope): Replica | undefined => {
    if (scope.hasWritten || !scope.places.has(list)) scope.places.set(list, choose());
    return scope.places.get(list) as Replica | undefined;
  };

  /**
   * Returns true if the replica has replayed all that the reader has written or seen. Stores the replica's position for
   * the reader in the same round trip.
   */
  const mayShow = async (
    { principal }: RequestScope,
    { position, ...read }: ReplicaRead,
  ): Promise<boolean> => {
    if (principal === undefined) return read.epoch === epoch;
    const before = await seen.note(principal, position);
    return before?.epoch === read.epoch && readPosition(before.position) <= readPosition(position);
  };

  const readBy = async (replica: Replica, statement: Statement): Promise<ReplicaRead | undefined> => {
    try {
      return await replica.read(statement);
    } catch (error) {
      if (isTooMuch(error)) throw error;
      log.warn({ replica: replica.where, err: error }, 'a read failed on a replica and goes to the primary');
      return undefined;
    }
  };

  const readByReplica = async (
    scope: RequestScope,
    statement: Statement,
  ): Promise<StatementResult | undefined> => {
    const replica = placeFor(scope);
    const read = replica && (await readBy(replica, statement));
    if (read && (await mayShow(scope, read))) return read.result;
    // Later reads of the request use the primary too, so that they are not older.
    scope.places.set(list, undefined);
    return undefined;
  };

  const watch = async (): Promise<void> => {
    const state = await findPrimaryState(sql);
    epoch = state.epoch;
    trail.add({ atMs: performance.now(), position: readPosition(state.position) });
    await Promise.all(list.map((replica) => replica.watch(state.epoch)));
  };
  const stopping = new AbortController();
  const loop = startLoop(stopping.signal, async () => {
    // Without the primary no positions can be stored, so replicas serve anonymous readers only.
    await watch().catch((error: unknown) => log.debug({ err: error }, 'the primary did not answer'));
    return watchEveryMs;
  });

  return {
    list,
    onRead: (listener) => void listeners.push(listener),
    noteOfWrite() {
      const scope = currentScope();
      if (scope?.principal === undefined) return undefined;
      scope.hasWritten = true;
      return noteOf(scope.principal);
    },
    async read(statement: Statement, onPrimary: (note?: Statement) => Promise<StatementResult>) {
      const scope = currentScope();
      const result = scope && (await readByReplica(scope, statement));
      count(result ? 'replica' : 'primary');
      if (result) return result;
      // Stores the primary's position, so that a replica serves this reader only after it has replayed it.
      return onPrimary(scope?.principal === undefined ? undefined : noteOf(scope.principal));
    },
    watchNow: watch,
    async close() {
      stopping.abort();
      await loop.ended;
      await Promise.all(list.map((replica) => replica.close()));
      await sql.end();
    },
  };
}

/**
 * Returns true if the read took too long or waited too long for a connection. Such a read is not retried on the
 * primary, to avoid overloading it.
 */
const isTooMuch = (error: unknown): boolean => error instanceof ProblemError || tookTooLong(error);

function tell(log: Logger, where: string, reason: string | undefined): void {
  if (reason === undefined) log.info({ replica: where }, 'a replica is in use');
  else log.warn({ replica: where, reason }, 'a replica is not in use');
}
