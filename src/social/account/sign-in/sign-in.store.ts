import type { Tx } from '../../../platform/postgres/client/database.ts';

export interface SignedInUser {
  id: string;
  deleted_at: Date | null;
  suspended: boolean;
  /** True if a suspension has expired. */
  suspended_before: boolean;
  created: boolean;
}

/**
 * Finds or creates the user. Simultaneous first sign-ins create one user. The row stays locked for the rest of the
 * transaction.
 */
export async function upsertUser(
  tx: Tx,
  user: {
    id: string;
    provider: string;
    loginId: string;
    name: string;
    email: string | null;
    language: string;
    now: Date;
  },
): Promise<SignedInUser> {
  const [row] = await tx<SignedInUser[]>`
    insert into social.users (id, provider, login_id, name, email, language, last_active_at, created_at)
    values (${user.id}, ${user.provider}, ${user.loginId}, ${user.name}, ${user.email}, ${user.language}, ${user.now},
            ${user.now})
    on conflict (provider, login_id) do update set
      last_active_at = excluded.last_active_at, language = excluded.language,
      -- An identity that is suspended is recognised by its address, too, and cannot shed it.
      email = case when users.suspended_until > ${user.now} then coalesce(users.email, excluded.email) else excluded.email end
    returning id, deleted_at, suspended_until > ${user.now} as suspended,
      suspended_until > '-infinity' and suspended_until <= ${user.now} as suspended_before, xmax = 0 as created`;
  if (!row) throw new Error('a user was neither found nor created');
  return row;
}

export interface UsedIdToken {
  tokenHash: Buffer;
  sessionId: string;
  usedAt: Date;
  expiresAt: Date;
}

export async function insertUsedIdToken(tx: Tx, used: UsedIdToken): Promise<void> {
  await tx`
    insert into social.used_id_tokens (token_hash, session_id, used_at, expires_at)
    values (${used.tokenHash}, ${used.sessionId}, ${used.usedAt}, ${used.expiresAt})`;
}

export async function findUsedIdToken(
  tx: Tx,
  tokenHash: Buffer,
): Promise<{ session_id: string; used_at: Date } | undefined> {
  const [row] = await tx<{ session_id: string; used_at: Date }[]>`
    select session_id, used_at from social.used_id_tokens where token_hash = ${tokenHash}`;
  return row;
}
