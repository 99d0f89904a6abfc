import type { Sql } from '../client/database.ts';
import type { Statement } from '../client/statements.ts';

/**
 * Where in the log the last write of each one lies. Not logged itself: it costs a write no more than touching a row in
 * memory, and what a crash or a failover takes is made good by a new epoch, which replicas must have come to first.
 *
 * Evaluated once the row is locked, so that a later write never leaves an earlier place behind.
 */
export const noteOf = (principal: string): Statement => ({
  name: 'praca_note',
  text: `insert into platform.positions (principal, position, noted_at)
    values ($1, pg_current_wal_insert_lsn(), now())
    on conflict (principal) do update set position = pg_current_wal_insert_lsn(), noted_at = excluded.noted_at`,
  values: [principal],
});

export interface KnownPosition {
  readonly epoch: string;
  /** Where a replica must have come to; `0/0` for whoever has not written lately. */
  readonly position: string;
}

const nowhere = '0/0';

/**
 * The places of those who are about to read, asked of the primary: one question is under way at a time, for all who have
 * come meanwhile. Undefined where the places were lost and nobody has begun a new epoch yet.
 */
export class PositionLookup {
  readonly #sql: Sql;
  #waiting = new Map<string, PromiseWithResolvers<KnownPosition | undefined>>();
  #asking = false;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  find(principal: string): Promise<KnownPosition | undefined> {
    const known = this.#waiting.get(principal);
    if (known) return known.promise;
    const wanted = Promise.withResolvers<KnownPosition | undefined>();
    this.#waiting.set(principal, wanted);
    if (!this.#asking) void this.#ask();
    return wanted.promise;
  }

  async #ask(): Promise<void> {
    this.#asking = true;
    // Whoever else comes at this moment is asked for along.
    await Promise.resolve();
    while (this.#waiting.size > 0) {
      const asked = this.#waiting;
      // Only those who come before the question is sent may share its answer: they have seen nothing newer.
      this.#waiting = new Map();
      await this.#answer(asked);
    }
    this.#asking = false;
  }

  async #answer(asked: Map<string, PromiseWithResolvers<KnownPosition | undefined>>): Promise<void> {
    const sql = this.#sql;
    try {
      const rows = await sql<{ epoch: string; principal: string | null; position: string | null }[]>`
        select marker.epoch, noted.principal, noted.position::text as position
        from platform.position_marker marker
        left join platform.positions noted on noted.principal = any(${[...asked.keys()]}::text[])`;
      const epoch = rows[0]?.epoch;
      const positions = new Map(rows.map((row) => [row.principal, row.position]));
      for (const [principal, { resolve }] of asked)
        resolve(epoch === undefined ? undefined : { epoch, position: positions.get(principal) ?? nowhere });
    } catch (error) {
      for (const { reject } of asked.values()) reject(error);
    }
  }
}

export interface PrimaryState {
  readonly epoch: string;
  readonly position: string;
}

export async function findPrimaryState(sql: Sql): Promise<PrimaryState> {
  for (;;) {
    const [state] = await sql<{ epoch: string | null; position: string }[]>`
      select (select epoch from platform.position_marker) as epoch, pg_current_wal_insert_lsn()::text as position`;
    if (state && state.epoch !== null) return { epoch: state.epoch, position: state.position };
    await beginEpoch(sql);
  }
}

/**
 * The marker lies beside the places and is lost with them; the epoch is logged, so that a replica that shows it has
 * everything that was written before the loss, and follows this primary and not one that was left behind.
 */
async function beginEpoch(sql: Sql): Promise<void> {
  await sql`
    with begun as (
      insert into platform.position_marker (epoch) values (gen_random_uuid())
      on conflict do nothing returning epoch
    )
    update platform.replica_epoch set epoch = begun.epoch from begun`;
}

/** Every replica that may be read has come that far long ago. */
const keptHours = 1;

export async function forgetPositions(sql: Sql): Promise<void> {
  await sql`delete from platform.positions where noted_at < now() - make_interval(hours => ${keptHours})`;
}
