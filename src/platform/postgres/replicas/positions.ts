import type { Sql } from '../client/database.ts';
import type { Statement } from '../client/statements.ts';

/**
 * Returns the statement that stores the WAL position up to which a principal has written or read on the primary. The
 * table is unlogged: the statement costs little more than a change of a row in memory. After a crash or failover its
 * rows are lost. Then a new epoch begins, which replicas must have replayed before they serve reads.
 *
 * The position is evaluated after the row is locked, so that a later write never stores an earlier position.
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
  /** Position that the reader had written or seen; `0/0` if none is stored. */
  readonly position: string;
}

const nowhere = '0/0';

interface Seen {
  readonly principal: string;
  readonly position: string;
  readonly before: PromiseWithResolvers<KnownPosition | undefined>;
}

/**
 * Stores on the primary how far readers have seen through a replica, and returns the positions stored before. One
 * statement runs at a time, for all waiting readers. Returns undefined if the positions were lost and no new epoch has
 * begun.
 */
export class SeenPositions {
  readonly #sql: Sql;
  #waiting: Seen[] = [];
  #asking = false;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  note(principal: string, position: string): Promise<KnownPosition | undefined> {
    const before = Promise.withResolvers<KnownPosition | undefined>();
    this.#waiting.push({ principal, position, before });
    if (!this.#asking) void this.#ask();
    return before.promise;
  }

  async #ask(): Promise<void> {
    this.#asking = true;
    // Readers that arrive in the same tick share the statement.
    await Promise.resolve();
    while (this.#waiting.length > 0) await this.#noteAll(this.#waiting.splice(0));
    this.#asking = false;
  }

  async #noteAll(seen: readonly Seen[]): Promise<void> {
    const sql = this.#sql;
    try {
      // Rows are sorted, so that two processes lock them in the same order and do not deadlock.
      const rows = await sql<{ epoch: string; principal: string | null; position: string | null }[]>`
        with noted as (
          insert into platform.positions as known (principal, position, noted_at)
          select principal, max(position), now()
          from unnest(${seen.map(({ principal }) => principal)}::text[], ${seen.map(({ position }) => position)}::pg_lsn[])
            as seen (principal, position)
          group by principal order by principal
          on conflict (principal) do update set position = excluded.position, noted_at = excluded.noted_at
          where known.position < excluded.position
        )
        select marker.epoch, before.principal, before.position::text as position
        from platform.position_marker marker
        left join platform.positions before on before.principal = any(${seen.map(({ principal }) => principal)}::text[])`;
      const epoch = rows[0]?.epoch;
      const positions = new Map(rows.map((row) => [row.principal, row.position]));
      for (const { principal, before } of seen)
        before.resolve(
          epoch === undefined ? undefined : { epoch, position: positions.get(principal) ?? nowhere },
        );
    } catch (error) {
      for (const { before } of seen) before.reject(error);
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
 * Begins a new epoch after the positions were lost. The marker is in an unlogged table like the positions and is lost
 * with them. The epoch is in a logged table, so a replica that shows it has replayed everything written before the
 * loss, and follows this primary and not a former one.
 */
async function beginEpoch(sql: Sql): Promise<void> {
  await sql`
    with begun as (
      insert into platform.position_marker (epoch) values (gen_random_uuid())
      on conflict do nothing returning epoch
    )
    update platform.replica_epoch set epoch = begun.epoch from begun`;
}

/** Hours to keep a position. Every replica that may be read has replayed older positions. */
const keptHours = 1;

export async function forgetPositions(sql: Sql): Promise<void> {
  await sql`delete from platform.positions where noted_at < now() - make_interval(hours => ${keptHours})`;
}
