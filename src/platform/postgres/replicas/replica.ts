import assert from 'node:assert/strict';
import type pg from 'pg';
import { isDatabaseUnavailable } from '../client/availability.ts';
import { describeConnection, type Connection } from '../client/connection.ts';
import { onConnection, openPool, sendOne, type Lender } from '../client/pool.ts';
import { cutOff } from '../client/silence.ts';
import { send, type Statement, type StatementResult } from '../client/statements.ts';
import type { KnownPosition } from './positions.ts';
import { readPosition, type PrimaryTrail } from './replica-lag.rules.ts';

/** Asked twice a second: one that does not answer is left out within three. */
const answerMs = 2000;

/** What a replica is asked ahead of each read, on the same connection: a proxy may lead each to another server. */
const standingStatement: Statement = {
  name: 'praca_standing',
  text: `select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn()::text as position,
    (select epoch from platform.replica_epoch) as epoch`,
  values: [],
};

interface Standing {
  readonly standby: boolean;
  readonly position: string | null;
  readonly epoch: string | null;
}

export interface ReplicaOptions {
  readonly connection: Connection;
  readonly poolSize: number;
  readonly trail: PrimaryTrail;
  readonly mostLagMs: number;
  readonly onChange: (where: string, reason: string | undefined) => void;
}

/** One replica, as this process knows it. */
export class Replica {
  readonly where: string;
  lagMs = 0;
  readonly #options: ReplicaOptions;
  readonly #lender: Lender;
  readonly #watching: Lender;
  readonly #lent = new Set<pg.PoolClient>();
  #replayed = 0n;
  #epoch: string | undefined;
  /** Why it is not read from. */
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

  /** Whether it is worth asking: what it is known to have come to is never more than it has. */
  mayHave(wanted: KnownPosition): boolean {
    return (
      this.#fault === undefined &&
      this.#epoch === wanted.epoch &&
      this.#replayed >= readPosition(wanted.position)
    );
  }

  /** Undefined where it turns out not to have come that far. */
  async read(statement: Statement, wanted: KnownPosition): Promise<StatementResult | undefined> {
    try {
      return await onConnection(this.#lender, async (client) => {
        this.#lent.add(client);
        try {
          const together = [standingStatement, statement];
          const { results, error } = await send(client, together, this.#lender.silentMs);
          if (error) throw error;
          const [standing, result] = results;
          return this.#reaches(standing, wanted) ? result : undefined;
        } finally {
          this.#lent.delete(client);
        }
      });
    } catch (error) {
      if (isDatabaseUnavailable(error)) this.#become(error.message);
      throw error;
    }
  }

  #reaches(result: StatementResult | undefined, wanted: KnownPosition): boolean {
    const [row] = result?.rows ?? [];
    assert.ok(row, 'a replica says where it stands');
    const { standby, position, epoch } = row as unknown as Standing;
    if (!standby || position === null || epoch !== wanted.epoch) return false;
    const replayed = readPosition(position);
    if (replayed > this.#replayed) this.#replayed = replayed;
    // The one that was looked at may be another, and whoever has not written lately would take what is hours old.
    return replayed >= readPosition(wanted.position) && this.#isNear(replayed);
  }

  #isNear(replayed: bigint): boolean {
    const { trail, mostLagMs } = this.#options;
    return replayed >= trail.needed(performance.now(), mostLagMs);
  }

  /** Looks at it, and takes it in or leaves it out. */
  async watch(epoch: string): Promise<void> {
    try {
      const result = await onConnection(this.#watching, (client) =>
        sendOne(client, standingStatement, this.#watching.silentMs),
      );
      const standing = result.rows[0] as unknown as Standing;
      this.#epoch = standing.epoch ?? undefined;
      // As it is, not the greatest: a replica that was built anew begins further back.
      this.#replayed = readPosition(standing.position ?? '0/0');
      this.lagMs = this.#options.trail.lagMs(this.#replayed, performance.now());
      this.#judge(standing, epoch);
    } catch (error) {
      this.#become(error instanceof Error ? error.message : String(error));
      // Whoever waits for one that is frozen would wait for long.
      for (const client of this.#lent) cutOff(client);
    }
  }

  #judge(standing: Standing, epoch: string): void {
    if (!standing.standby) this.#become('it is no standby');
    else if (standing.epoch !== epoch) this.#become('it has not come to this primary, or follows another');
    else if (!this.#isNear(this.#replayed))
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
