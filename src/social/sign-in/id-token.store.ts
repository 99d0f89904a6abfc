import type { Tx } from '../../platform/postgres/client/database.ts';

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
