import assert from 'node:assert/strict';
import type pg from 'pg';
import { isDatabaseUnavailable } from '../client/availability.ts';
import { describeConnection, type Connection } from '../client/connection.ts';
import { onConnection, openPool, sendOne, type Lender } from '../client/pool.ts';
import { cutOff } from '../client/silence.ts';
import { send, type Statement, type StatementResult } from '../client/statements.ts';
import { readPosition, type PrimaryTrail } from './replica-lag.rules.ts';

/**
 * Time limit for the check of a replica in milliseconds. Checks run twice a second, so a silent replica is excluded
 * within three seconds.
 */
const answerMs = 2000;

/** Sent before each read on the same connection, because a proxy may lead each connection to another server. */
const positionStatement: Statement = {
  name: 'praca_replica_position',
  text: `select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn()::text as position,
    (select epoch from platform.replica_epoch) as epoch`,
  values: [],
};

interface ReplicaPosition {
  readonly standby: boolean;
  readonly position: string | null;
  readonly epoch: string | null;
}

/** The result of a read with the minimum position that the replica had replayed. */
export interface ReplicaRead {
  readonly result: StatementResult;
  readonly epoch: string;
  readonly position: string;
}

export interface ReplicaOptions {
  readonly connection: Connection;
  readonly poolSize: number;
  readonly trail: PrimaryTrail;
  readonly mostLagMs: number;
  readonly onChange: (where: string, reason: string | undefined) => void;
}

/** The state of one replica as seen by this process. */
export class Replica {
  readonly where: string;
  lagMs = 0;
  readonly #options: ReplicaOptions;
  readonly #lender: Lender;
  readonly #watching: Lender;
  readonly #lent = new Set<pg.PoolClient>();
  #epoch: string | undefined;
  /** Reason why the replica is not used. */
  #fault: string | undefined = 'not asked yet';

  constructor(options: ReplicaOptions) {
    const { connection, poolSize } = options;
    this.#options = options;
    this.where = describeConnection(connection);
    const common = { connection, standby: true, connectTimeoutMs: answerMs };
    this.#lender = openPool({ ...common, poolSize, applicationName: 'praca replica' });
    this.#watching = openPool({
      ...common,
      poolSize: 1,
      applicationName: 'praca replica watch',
      statementTimeoutMs: answerMs,
      silentMs: answerMs,
    });
  }

  get fault(): string | undefined {
    return this.#fault;
  }

  /** Returns true if the replica passed its last check and belongs to the current epoch. */
  isUsable(epoch: string): boolean {
    return this.#fault === undefined && this.#epoch === epoch;
  }

  /** Runs the statement. Returns undefined if the server is no standby or lags too far behind. */
  async read(statement: Statement): Promise<ReplicaRead | undefined> {
    try {
      return await onConnection(this.#lender, async (client) => {
        this.#lent.add(client);
        try {
          const together = [positionStatement, statement];
          const { results, error } = await send(client, together, this.#lender.silentMs);
          if (error) throw error;
          const [found, result] = results;
          return this.#judgeRead(found, result);
        } finally {
          this.#lent.delete(client);
        }
      });
    } catch (error) {
      if (isDatabaseUnavailable(error)) this.#become(error.message);
      throw error;
    }
  }

  #judgeRead(
    first: StatementResult | undefined,
    result: StatementResult | undefined,
  ): ReplicaRead | undefined {
    const [row] = first?.rows ?? [];
    assert.ok(row && result, 'a replica returns its position');
    const { standby, position, epoch } = row as unknown as ReplicaPosition;
    if (!standby || position === null || epoch === null) return undefined;
    // The checked server may be another one behind a proxy. A reader without a recent write would otherwise accept data
    // that is hours old.
    return this.#isNear(readPosition(position)) ? { result, epoch, position } : undefined;
  }

  #isNear(replayed: bigint): boolean {
    const { trail, mostLagMs } = this.#options;
    return replayed >= trail.needed(performance.now(), mostLagMs);
  }

  /** Checks the replica and includes or excludes it. */
  async watch(epoch: string): Promise<void> {
    try {
      const result = await onConnection(this.#watching, (client) =>
        sendOne(client, positionStatement, this.#watching.silentMs),
      );
      const found = result.rows[0] as unknown as ReplicaPosition;
      this.#epoch = found.epoch ?? undefined;
      const replayed = readPosition(found.position ?? '0/0');
      this.lagMs = this.#options.trail.lagMs(replayed, performance.now());
      this.#judge(found, replayed, epoch);
    } catch (error) {
      this.#become(error instanceof Error ? error.message : String(error));
      // Closes the connections that are in use: a frozen replica would block its readers for long.
      for (const client of this.#lent) cutOff(client);
    }
  }

  #judge(found: ReplicaPosition, replayed: bigint, epoch: string): void {
    if (!found.standby) this.#become('it is not a standby');
    else if (found.epoch !== epoch)
      this.#become('it has not replayed the current epoch, or follows another primary');
    else if (!this.#isNear(replayed))
      this.#become(`it is at least ${(this.lagMs / 1000).toFixed(1)} s behind`);
    else this.#become(undefined);
  }

  #become(fault: string | undefined): void {
    const changed = (fault === undefined) !== (this.#fault === undefined);
    this.#fault = fault;
    if (changed) this.#options.onChange(this.where, fault);
  }

  async close(): Promise<void> {
    await this.#lender.pool.end();
    await this.#watching.pool.end();
  }
}
