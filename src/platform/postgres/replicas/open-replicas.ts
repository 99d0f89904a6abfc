import { startLoop } from '../../loop.ts';
import { ProblemError } from '../../problem.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { tookTooLong } from '../client/availability.ts';
import type { Connection } from '../client/connection.ts';
import { openDatabase, type ReplicaReads } from '../client/database.ts';
import type { Statement, StatementResult } from '../client/statements.ts';
import { findPrimaryState, noteOf, PositionLookup, type KnownPosition } from './positions.ts';
import { PrimaryTrail, readPosition } from './replica-lag.rules.ts';
import { Replica } from './replica.ts';
import { currentScope, type RequestScope } from './request-scope.ts';

export interface ReplicasOptions {
  readonly primary: Connection;
  readonly replicas: readonly Connection[];
  /** Of connections to each. */
  readonly poolSize: number;
  readonly mostLagMs: number;
  readonly log: Logger;
  readonly watchEveryMs?: number;
}

/** Where a read was answered, for the figures. */
export type Place = 'replica' | 'primary';

export interface Replicas extends ReplicaReads {
  readonly list: readonly Replica[];
  /** Called for every read that a replica may answer. */
  onRead(listener: (place: Place) => void): void;
  /** Settles once every replica was looked at. */
  watchNow(): Promise<void>;
  close(): Promise<void>;
}

interface Chosen {
  readonly replica: Replica;
  readonly wanted: KnownPosition;
}

/** What a replica may be behind is far below; beyond it nothing is told apart any more. */
const trailMs = 120_000;

/** The replicas of one database, and who may read from which. */
export function openReplicas(options: ReplicasOptions): Replicas {
  const { primary, poolSize, mostLagMs, log, watchEveryMs = 500 } = options;
  // Of its own: it is asked ahead of reads that take their turn elsewhere.
  const sql = openDatabase({ connection: primary, poolSize: 2, applicationName: 'praca positions' });
  const lookup = new PositionLookup(sql);
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

  const choose = async (principal: string | undefined): Promise<Chosen | undefined> => {
    if (list.every(({ fault }) => fault !== undefined)) return undefined;
    const wanted =
      principal === undefined ? epoch && { epoch, position: '0/0' } : await lookup.find(principal);
    if (!wanted) return undefined;
    const able = list.filter((candidate) => candidate.mayHave(wanted));
    const replica = able[turn++ % able.length];
    return replica && { replica, wanted };
  };

  /** Once for a request, unless it writes: what it reads second is not older than what it read first. */
  const placeFor = (scope: RequestScope): Promise<Chosen | undefined> => {
    if (scope.hasWritten) return choose(scope.principal);
    const place = (scope.places.get(list) ?? choose(scope.principal)) as Promise<Chosen | undefined>;
    scope.places.set(list, place);
    return place;
  };

  const readBy = async (chosen: Chosen, scope: RequestScope, statement: Statement) => {
    try {
      const result = await chosen.replica.read(statement, chosen.wanted);
      if (result) return result;
    } catch (error) {
      if (isTooMuch(error)) throw error;
      log.warn(
        { replica: chosen.replica.where, err: error },
        'a read failed on a replica and goes to the primary',
      );
    }
    // What else the request reads is not older than what it has seen.
    scope.places.set(list, Promise.resolve(undefined));
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
    // Without a primary nobody is asked ahead of a read either, except those who are nobody.
    await watch().catch((error: unknown) => log.debug({ err: error }, 'the primary could not be asked'));
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
    async read(statement: Statement, onPrimary: () => Promise<StatementResult>) {
      const scope = currentScope();
      if (scope) {
        const chosen = await placeFor(scope);
        const result = chosen && (await readBy(chosen, scope, statement));
        if (result) {
          count('replica');
          return result;
        }
      }
      count('primary');
      return onPrimary();
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

/** It took too long, or waited too long for its turn: the primary has other things to do than to try that again. */
const isTooMuch = (error: unknown): boolean => error instanceof ProblemError || tookTooLong(error);

function tell(log: Logger, where: string, reason: string | undefined): void {
  if (reason === undefined) log.info({ replica: where }, 'a replica is read from');
  else log.warn({ replica: where, reason }, 'a replica is left out');
}
