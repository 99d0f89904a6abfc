import type { Sql, Tx } from '../../postgres/client/database.ts';

export async function insertChallenge(
  sql: Sql,
  challenge: Buffer,
  sessionId: string,
  expiresAt: Date,
): Promise<void> {
  await sql`
    insert into platform.console_challenges (challenge, session_id, expires_at)
    values (${challenge}, ${sessionId}, ${expiresAt})`;
}

/** Deletes a challenge. Returns true once per challenge, and only for its own session. */
export async function useChallenge(
  tx: Tx,
  challenge: Buffer,
  sessionId: string,
  now: Date,
): Promise<boolean> {
  const rows = await tx`
    delete from platform.console_challenges
    where challenge = ${challenge} and session_id = ${sessionId} and expires_at > ${now} returning 1`;
  return rows.length > 0;
}

export interface PasskeyRow {
  credential_id: Buffer;
  public_key: Buffer;
  sign_count: bigint;
}

/** Locks the passkey, so that the second of two concurrent proofs sees the first one’s signature count. */
export async function lockPasskey(
  tx: Tx,
  personId: string,
  credentialId: Buffer,
): Promise<PasskeyRow | undefined> {
  const [row] = await tx<PasskeyRow[]>`
    select credential_id, public_key, sign_count from platform.person_passkeys
    where credential_id = ${credentialId} and person_id = ${personId} for update`;
  return row;
}

export async function setSignCount(tx: Tx, credentialId: Buffer, count: number, now: Date): Promise<void> {
  await tx`
    update platform.person_passkeys set sign_count = ${count}, last_used_at = ${now}
    where credential_id = ${credentialId}`;
}

/** Returns false if the credential id is registered already, for any person. */
export async function insertPasskey(
  tx: Tx,
  passkey: {
    credentialId: Buffer;
    personId: string;
    publicKey: Buffer;
    signCount: number;
    name: string;
    now: Date;
  },
): Promise<boolean> {
  const rows = await tx`
    insert into platform.person_passkeys (credential_id, person_id, public_key, sign_count, name, created_at)
    values (${passkey.credentialId}, ${passkey.personId}, ${passkey.publicKey}, ${passkey.signCount},
      ${passkey.name}, ${passkey.now})
    on conflict do nothing returning 1`;
  return rows.length > 0;
}

export interface ListedPasskey {
  credential_id: Buffer;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

export async function listPasskeys(sql: Sql | Tx, personId: string): Promise<ListedPasskey[]> {
  return sql<ListedPasskey[]>`
    select credential_id, name, created_at, last_used_at from platform.person_passkeys
    where person_id = ${personId} order by created_at, credential_id`;
}

/** Returns the name, or undefined if the passkey is not the person’s. */
export async function deletePasskey(
  tx: Tx,
  personId: string,
  credentialId: Buffer,
): Promise<string | undefined> {
  const [row] = await tx<{ name: string }[]>`
    delete from platform.person_passkeys
    where credential_id = ${credentialId} and person_id = ${personId} returning name`;
  return row?.name;
}

export async function deletePasskeys(tx: Tx, personId: string): Promise<void> {
  await tx`delete from platform.person_passkeys where person_id = ${personId}`;
}
