import type { Tx } from '../../../platform/postgres/client/database.ts';

/** Stores a new secret and replaces an unconfirmed one. Returns false if a confirmed one is in use. */
export async function insertTotp(tx: Tx, userId: string, sealedSecret: Buffer, now: Date): Promise<boolean> {
  const rows = await tx`
    insert into accounts.totp_secrets as known (user_id, sealed_secret, last_step, created_at)
    values (${userId}, ${sealedSecret}, 0, ${now})
    on conflict (user_id) do update
    set sealed_secret = excluded.sealed_secret, last_step = 0, created_at = excluded.created_at,
      wrong_codes_at = '{}'
    where known.confirmed_at is null
    returning 1`;
  return rows.length > 0;
}
