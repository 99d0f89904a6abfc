import type { Sql, Tx } from '../../postgres/client/database.ts';

export async function insertPasswordLink(
  tx: Tx,
  link: { tokenHash: Buffer; personId: string; now: Date; expiresAt: Date },
): Promise<void> {
  await tx`
    insert into platform.password_links (token_hash, person_id, created_at, expires_at)
    values (${link.tokenHash}, ${link.personId}, ${link.now}, ${link.expiresAt})`;
}

interface LinkedPerson {
  id: string;
  email: string;
  email_key: string;
  name: string;
}

export async function findPersonByLink(
  sql: Sql,
  tokenHash: Buffer,
  now: Date,
): Promise<LinkedPerson | undefined> {
  const [row] = await sql<LinkedPerson[]>`
    select p.id, p.email, p.email_key, p.name
    from platform.password_links l join platform.people p on p.id = l.person_id and p.disabled_at is null
    where l.token_hash = ${tokenHash} and l.expires_at > ${now}`;
  return row;
}

/** Deletes the link. Returns true once per link. */
export async function usePasswordLink(tx: Tx, tokenHash: Buffer, now: Date): Promise<boolean> {
  const rows = await tx`
    delete from platform.password_links where token_hash = ${tokenHash} and expires_at > ${now} returning 1`;
  return rows.length > 0;
}

export async function deletePasswordLinks(tx: Tx, personId: string): Promise<void> {
  await tx`delete from platform.password_links where person_id = ${personId}`;
}

/** Deletes at most `limit` expired links and returns their number. */
export async function deletePasswordLinksBefore(sql: Sql, before: Date, limit: number): Promise<number> {
  const rows = await sql`
    delete from platform.password_links where token_hash in (
      select token_hash from platform.password_links where expires_at < ${before}
      limit ${limit} for update skip locked
    )`;
  return rows.count;
}
