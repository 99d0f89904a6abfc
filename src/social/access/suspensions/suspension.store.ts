import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';

export type AppealState = 'possible' | 'open' | 'refused';

/** A suspension that is in force. */
export interface Suspension {
  userId: string;
  actId: string | null;
  /** Null means permanent. */
  until: Date | null;
  reason: string;
  appeal: AppealState;
}

export async function findSuspension(
  sql: Sql | Tx,
  userId: string,
  now: Date,
): Promise<Suspension | undefined> {
  const [row] = await sql<Suspension[]>`
    select u.id as "userId", u.suspended_by as "actId",
           case when isfinite(u.suspended_until) then u.suspended_until end as until,
           coalesce(a.reason, '') as reason,
           case when p.id is null then 'possible' when p.decided_at is null then 'open' else 'refused' end as appeal
    from social.users u
    left join social.moderation_acts a on a.id = u.suspended_by
    left join social.appeals p on p.act_id = u.suspended_by
    where u.id = ${userId} and u.suspended_until > ${now}`;
  return row;
}

/** Sets the suspension. `until` null means permanent. */
export async function setSuspension(
  tx: Tx,
  userId: string,
  until: Date | null,
  actId: string,
): Promise<void> {
  await tx`
    update social.users set suspended_until = ${until?.toISOString() ?? 'infinity'}, suspended_by = ${actId}
    where id = ${userId}`;
}

export async function clearSuspension(tx: Tx, userId: string): Promise<void> {
  await tx`update social.users set suspended_until = '-infinity', suspended_by = null where id = ${userId}`;
}

/**
 * Stores the suspension of an erased user for its identity and address hashes. Of two bars of the same hash the later
 * end wins.
 */
export async function insertBars(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx`
    insert into social.barred_identities as b (identity_hash, suspended_until, reason, staff_id, suspended_at)
    select hash, u.suspended_until, coalesce(a.reason, ''), a.staff_id, coalesce(a.created_at, u.created_at)
    from social.users u left join social.moderation_acts a on a.id = u.suspended_by
    cross join unnest(array[u.identity_hash, u.address_hash]) as hash
    where u.id = ${userId} and u.suspended_until > ${now} and hash is not null
    on conflict (identity_hash) do update set
      suspended_until = excluded.suspended_until, reason = excluded.reason, staff_id = excluded.staff_id,
      suspended_at = excluded.suspended_at
    where b.suspended_until <= excluded.suspended_until`;
}

export interface Bar {
  /** Null means permanent. */
  until: Date | null;
  reason: string;
  staffId: string | null;
}

/**
 * Deletes the bars of these hashes and returns the longest. From then on the user who signed in is suspended instead.
 */
export async function takeBar(tx: Tx, hashes: readonly Buffer[], now: Date): Promise<Bar | undefined> {
  const [row] = await tx<Bar[]>`
    with taken as (
      delete from social.barred_identities where identity_hash = any(${hashes}::bytea[]) and suspended_until > ${now}
      returning suspended_until, reason, staff_id)
    select case when isfinite(suspended_until) then suspended_until end as until, reason, staff_id as "staffId"
    from taken order by suspended_until desc limit 1`;
  return row;
}

/** Returns the longest suspension of another account with the same confirmed address. */
export async function findBarOfAddress(
  tx: Tx,
  userId: string,
  email: string,
  now: Date,
): Promise<Bar | undefined> {
  const [row] = await tx<Bar[]>`
    select case when isfinite(u.suspended_until) then u.suspended_until end as until, coalesce(a.reason, '') as reason,
           a.staff_id as "staffId"
    from social.users u left join social.moderation_acts a on a.id = u.suspended_by
    where lower(u.email) = lower(${email}) and u.id <> ${userId} and u.suspended_until > ${now}
    order by u.suspended_until desc limit 1`;
  return row;
}

export async function deleteEndedBars(sql: Sql, now: Date, limit: number): Promise<number> {
  const rows = await sql`
    delete from social.barred_identities where identity_hash in (
      select identity_hash from social.barred_identities where suspended_until <= ${now}
      order by suspended_until limit ${limit} for update skip locked)`;
  return rows.count;
}

export async function findIdentityKey(sql: Sql | Tx): Promise<Buffer | undefined> {
  const [row] = await sql<{ sealedKey: Buffer }[]>`
    select sealed_key as "sealedKey" from social.identity_keys`;
  return row?.sealedKey;
}

/** Inserts the identity key. Of simultaneous calls one succeeds; the others wait and find its key afterwards. */
export async function insertIdentityKey(tx: Tx, sealedKey: Buffer, now: Date): Promise<void> {
  await tx`
    insert into social.identity_keys (id, sealed_key, created_at) values (1, ${sealedKey}, ${now})
    on conflict do nothing`;
}
