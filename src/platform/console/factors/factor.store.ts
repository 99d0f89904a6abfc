import type { Sql, Tx } from '../../postgres/client/database.ts';

/**
 * Stores a pending secret and returns the stored one. For the same session the first secret is kept, so that a reload
 * or a second tab shows the same one. A pending secret of another session is replaced. Returns undefined if a confirmed
 * secret exists.
 */
export async function beginTotpRow(
  tx: Tx,
  personId: string,
  sessionId: string,
  sealedSecret: Buffer,
  now: Date,
): Promise<Buffer | undefined> {
  const [row] = await tx<{ sealed_secret: Buffer; confirmed_at: Date | null }[]>`
    insert into platform.person_totp as known (person_id, sealed_secret, last_step, session_id, created_at)
    values (${personId}, ${sealedSecret}, 0, ${sessionId}, ${now})
    on conflict (person_id) do update set
      sealed_secret = case when known.confirmed_at is null and known.session_id <> excluded.session_id
        then excluded.sealed_secret else known.sealed_secret end,
      session_id = case when known.confirmed_at is null then excluded.session_id else known.session_id end
    returning sealed_secret, confirmed_at`;
  return row?.confirmed_at ? undefined : row?.sealed_secret;
}

/** Returns the session to which the secret was shown. Only this session may confirm it. */
export async function findTotpSession(tx: Tx, personId: string): Promise<string | undefined> {
  const [row] = await tx<{ session_id: string }[]>`
    select session_id from platform.person_totp where person_id = ${personId}`;
  return row?.session_id;
}

export async function hasFactor(tx: Sql | Tx, personId: string): Promise<boolean> {
  const [row] = await tx<{ has: boolean }[]>`
    select exists (select from platform.person_totp where person_id = ${personId} and confirmed_at is not null)
      or exists (select from platform.person_passkeys where person_id = ${personId}) as has`;
  return row?.has ?? false;
}
