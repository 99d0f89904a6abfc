import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { Query } from '../../../platform/postgres/client/sql.ts';

export interface PairState {
  visible: boolean;
  combined: boolean;
}

export async function findPairState(
  sql: Sql | Tx,
  viewerId: string,
  otherId: string,
  now: Date,
): Promise<PairState | undefined> {
  const [row] = await sql<PairState[]>`
    select u.deleted_at is null and u.suspended_until <= ${now}
             and coalesce(p.low_blocked_until <= ${now}, true) and coalesce(p.high_blocked_until <= ${now}, true) as visible,
           p.combined_at is not null as combined
    from social.users u
    left join social.pairs p
      on p.low_id = least(${viewerId}::uuid, ${otherId}::uuid) and p.high_id = greatest(${viewerId}::uuid, ${otherId}::uuid)
    where u.id = ${otherId}`;
  return row;
}

export interface Reaction {
  userId: string;
  otherId: string;
  now: Date;
}

/**
 * Locks the pair and reads its old values, which show what the change begins or ends: before PostgreSQL 18 `returning`
 * has no old values. If there is no row, there is no like and no combination to end.
 */
const lockBefore = (tx: Sql | Tx, userId: string, otherId: string): Query => tx`
  select low_liked_at, high_liked_at, combined_at from social.pairs
  where low_id = least(${userId}::uuid, ${otherId}::uuid) and high_id = greatest(${userId}::uuid, ${otherId}::uuid)
  for no key update`;

export interface LikeResult {
  combined: boolean;
  /** True if this like combined the two. Null if they are not combined, or if this like must not combine them. */
  combinedNow: boolean | null;
}

/**
 * Writes a like in one statement on the one row of both people: of two concurrent likes the second waits for the first
 * and then sees it.
 * Returns undefined if the other is deleted or suspended, or if either has blocked the other. Also returns undefined if
 * the row was inserted concurrently, because its old values are unknown; the next attempt sees them.
 */
export async function upsertLike(
  tx: Sql | Tx,
  { userId, otherId, now }: Reaction,
  /** Null: a like that would combine the two is not written. It needs a transaction that also notifies them. */
  combinationId: string | null,
  /** Counts one like for each row of `from`. */
  count: (from: Query) => Query,
): Promise<LikeResult | undefined> {
  const low = userId < otherId;
  const alone = combinationId === null;
  const liked = low
    ? tx`
        insert into social.pairs as p (low_id, high_id, low_liked_at)
        select ${userId}::uuid, id, ${now}::timestamptz from social.users left join before on true
        where id = ${otherId} and deleted_at is null and suspended_until <= ${now}
        on conflict (low_id, high_id) do update set
          low_liked_at = coalesce(p.low_liked_at, excluded.low_liked_at), low_passed_until = null,
          combined_at = case when p.high_liked_at is null then null else coalesce(p.combined_at, ${now}) end,
          combination_id = case when p.high_liked_at is null then null else coalesce(p.combination_id, ${combinationId}::uuid) end
        where exists (select from before)
          and coalesce(p.low_blocked_until <= ${now}, true) and coalesce(p.high_blocked_until <= ${now}, true)
          and (not ${alone}::boolean or p.high_liked_at is null or p.combined_at is not null)
        returning combined_at is not null as combined, combination_id = ${combinationId}::uuid as combined_now,
                  (select before.low_liked_at from before) is null as fresh`
    : tx`
        insert into social.pairs as p (low_id, high_id, high_liked_at)
        select id, ${userId}::uuid, ${now}::timestamptz from social.users left join before on true
        where id = ${otherId} and deleted_at is null and suspended_until <= ${now}
        on conflict (low_id, high_id) do update set
          high_liked_at = coalesce(p.high_liked_at, excluded.high_liked_at), high_passed_until = null,
          combined_at = case when p.low_liked_at is null then null else coalesce(p.combined_at, ${now}) end,
          combination_id = case when p.low_liked_at is null then null else coalesce(p.combination_id, ${combinationId}::uuid) end
        where exists (select from before)
          and coalesce(p.low_blocked_until <= ${now}, true) and coalesce(p.high_blocked_until <= ${now}, true)
          and (not ${alone}::boolean or p.low_liked_at is null or p.combined_at is not null)
        returning combined_at is not null as combined, combination_id = ${combinationId}::uuid as combined_now,
                  (select before.high_liked_at from before) is null as fresh`;
  // A repeated like is not counted, and neither is any like of a premium user.
  const counted = tx`from liked join social.users me on me.id = ${userId} and not me.is_premium where liked.fresh`;
  const [row] = await tx<LikeResult[]>`
    with before as materialized (${lockBefore(tx, userId, otherId)}), liked as (${liked}), counted as (${count(counted)})
    select combined, combined_now as "combinedNow" from liked`;
  return row;
}

export interface UndoneResult {
  /** Whether this act ended a combination. */
  undone: boolean;
}

/**
 * Removes the like and passes over the other user for a while. A combination ends for both with all likes: each passes
 * over the other, and only two new likes combine them again. Returns undefined if the other is deleted, or if either
 * has blocked the other.
 */
export async function upsertDislike(
  tx: Tx,
  reaction: Reaction,
  passedUntil: Date,
): Promise<UndoneResult | undefined> {
  const { userId, otherId, now } = reaction;
  const [row] = await tx<UndoneResult[]>`
    with before as materialized (${lockBefore(tx, userId, otherId)})
    insert into social.pairs as p (low_id, high_id, low_passed_until, high_passed_until)
    select least(${userId}::uuid, id), greatest(${userId}::uuid, id),
           case when ${userId}::uuid < id then ${passedUntil}::timestamptz end,
           case when ${userId}::uuid > id then ${passedUntil}::timestamptz end
    from social.users left join before on true where id = ${otherId} and deleted_at is null and suspended_until <= ${now}
    on conflict (low_id, high_id) do update set
      low_liked_at = case when p.combined_at is null and p.low_id <> ${userId}::uuid then p.low_liked_at end,
      high_liked_at = case when p.combined_at is null and p.high_id <> ${userId}::uuid then p.high_liked_at end,
      low_passed_until = case when p.combined_at is null then coalesce(excluded.low_passed_until, p.low_passed_until)
                              else ${passedUntil} end,
      high_passed_until = case when p.combined_at is null then coalesce(excluded.high_passed_until, p.high_passed_until)
                               else ${passedUntil} end,
      combined_at = null, combination_id = null
    where coalesce(p.low_blocked_until <= ${now}, true) and coalesce(p.high_blocked_until <= ${now}, true)
    returning coalesce((select before.combined_at is not null from before), false) as undone`;
  return row;
}

export interface BlockedResult extends UndoneResult {
  /** Null for a permanent block. */
  blockedUntil: Date | null;
}

/**
 * Blocks a user, also one who is deleted or has blocked the caller, so that the answer reveals neither.
 * Removes the caller’s like. The other’s like stays, because a lower number of likes would reveal its author. A
 * combination ends as with a dislike, in case the block is shorter than the pass.
 */
export async function upsertBlock(
  tx: Tx,
  { userId, otherId }: Omit<Reaction, 'now'>,
  until: {
    /** Null for a permanent block. */
    blocked: Date | null;
    /** If false, an existing block keeps a later end. */
    canEndEarlier: boolean;
    passed: Date;
  },
): Promise<BlockedResult | undefined> {
  const blockedUntil = until.blocked?.toISOString() ?? 'infinity';
  // For the other side `excluded` is null, so both functions keep that side’s block.
  const later = until.canEndEarlier ? tx`coalesce` : tx`greatest`;
  const [row] = await tx<BlockedResult[]>`
    with before as materialized (${lockBefore(tx, userId, otherId)})
    insert into social.pairs as p (low_id, high_id, low_blocked_until, high_blocked_until)
    select least(${userId}::uuid, id), greatest(${userId}::uuid, id),
           case when ${userId}::uuid < id then ${blockedUntil}::timestamptz end,
           case when ${userId}::uuid > id then ${blockedUntil}::timestamptz end
    from social.users left join before on true where id = ${otherId} and identity_hash is null
    on conflict (low_id, high_id) do update set
      low_liked_at = case when p.combined_at is null and p.low_id <> ${userId}::uuid then p.low_liked_at end,
      high_liked_at = case when p.combined_at is null and p.high_id <> ${userId}::uuid then p.high_liked_at end,
      combined_at = null, combination_id = null,
      low_passed_until = case when p.combined_at is null then p.low_passed_until else ${until.passed} end,
      high_passed_until = case when p.combined_at is null then p.high_passed_until else ${until.passed} end,
      low_blocked_until = ${later}(excluded.low_blocked_until, p.low_blocked_until),
      high_blocked_until = ${later}(excluded.high_blocked_until, p.high_blocked_until)
    returning coalesce((select before.combined_at is not null from before), false) as undone,
              nullif(case when low_id = ${userId} then low_blocked_until else high_blocked_until end, 'infinity')
                as "blockedUntil"`;
  return row;
}

/** Returns the users combined with this user, through both indexes of combinations. */
export async function findPartners(sql: Sql, userId: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select high_id as id from social.pairs where low_id = ${userId} and combined_at is not null
    union all
    select low_id from social.pairs where high_id = ${userId} and combined_at is not null`;
  return rows.map((row) => row.id);
}

/**
 * Deletes the pairs of a user and returns the other users. If the other has a block beyond `blocksAfter`, only that
 * block is kept.
 */
export async function deletePairsOfUser(tx: Tx, userId: string, blocksAfter: Date | null): Promise<string[]> {
  const rows = await tx<{ otherId: string }[]>`
    with blocks as (
      update social.pairs set
        low_liked_at = null, high_liked_at = null, low_passed_until = null, high_passed_until = null,
        low_blocked_until = case when high_id = ${userId} then low_blocked_until end,
        high_blocked_until = case when low_id = ${userId} then high_blocked_until end,
        combined_at = null, combination_id = null
      where (low_id = ${userId} and high_blocked_until > ${blocksAfter})
         or (high_id = ${userId} and low_blocked_until > ${blocksAfter})
      returning low_id, high_id
    ), ended as (
      delete from social.pairs where (low_id = ${userId} and coalesce(high_blocked_until > ${blocksAfter}, false) is false)
         or (high_id = ${userId} and coalesce(low_blocked_until > ${blocksAfter}, false) is false)
      returning low_id, high_id
    )
    select case when low_id = ${userId} then high_id else low_id end as "otherId"
    from (select * from blocks union all select * from ended) pairs`;
  return rows.map((row) => row.otherId);
}
