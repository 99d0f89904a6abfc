import type { Sql, Tx } from '../../postgres/client/database.ts';
import type { Tag } from '../../postgres/client/sql.ts';
import type { Role } from '../people/roles.rules.ts';

export interface InvitationRow {
  id: string;
  email: string;
  email_key: string;
  kind: string;
  organisation: string;
  role: Role;
  sent_at: Date;
  expires_at: Date;
}

const columns = (sql: Tag) => sql`id, email, email_key, kind, organisation, role, sent_at, expires_at`;

export interface NewInvitation {
  id: string;
  tokenHash: Buffer;
  email: string;
  emailKey: string;
  kind: string;
  organisation: string;
  role: Role;
  invitedBy: string;
  now: Date;
  expiresAt: Date;
}

/** Returns false if the address has a pending invitation already. */
export async function insertInvitation(tx: Tx, invitation: NewInvitation): Promise<boolean> {
  const rows = await tx`
    insert into platform.invitations
      (id, token_hash, email, email_key, kind, organisation, role, invited_by, created_at, sent_at, expires_at)
    values (${invitation.id}, ${invitation.tokenHash}, ${invitation.email}, ${invitation.emailKey},
      ${invitation.kind}, ${invitation.organisation}, ${invitation.role}, ${invitation.invitedBy},
      ${invitation.now}, ${invitation.now}, ${invitation.expiresAt})
    on conflict (kind, organisation, email_key) where accepted_at is null and withdrawn_at is null
    do nothing returning 1`;
  return rows.length > 0;
}

/** Lists pending invitations, including expired ones, which can be sent again. */
export async function listInvitations(
  sql: Sql,
  kind: string,
  organisation: string,
): Promise<InvitationRow[]> {
  return sql<InvitationRow[]>`
    select ${columns(sql)} from platform.invitations
    where kind = ${kind} and organisation = ${organisation} and accepted_at is null and withdrawn_at is null
    order by created_at, id limit 200`;
}

/** Counts the invitation mails of an organisation since a time. */
export async function countSent(tx: Tx, kind: string, organisation: string, since: Date): Promise<number> {
  const [row] = await tx<{ sent: number }[]>`
    select count(*)::int as sent from platform.invitations
    where kind = ${kind} and organisation = ${organisation} and sent_at > ${since}`;
  return row?.sent ?? 0;
}

/** Locks a pending invitation. */
export async function lockInvitation(
  tx: Tx,
  id: string,
  kind: string,
  organisation: string,
): Promise<InvitationRow | undefined> {
  const [row] = await tx<InvitationRow[]>`
    select ${columns(tx)} from platform.invitations
    where id = ${id} and kind = ${kind} and organisation = ${organisation}
      and accepted_at is null and withdrawn_at is null
    for update`;
  return row;
}

/** Returns a pending invitation that has not expired. */
export async function findInvitationByToken(
  sql: Sql,
  tokenHash: Buffer,
  now: Date,
): Promise<InvitationRow | undefined> {
  const [row] = await sql<InvitationRow[]>`
    select ${columns(sql)} from platform.invitations
    where token_hash = ${tokenHash} and accepted_at is null and withdrawn_at is null and expires_at > ${now}`;
  return row;
}

/** Marks the invitation as accepted. If a token is used twice at once, the second call returns nothing. */
export async function acceptInvitationRow(
  tx: Tx,
  tokenHash: Buffer,
  now: Date,
): Promise<InvitationRow | undefined> {
  const [row] = await tx<InvitationRow[]>`
    update platform.invitations set accepted_at = ${now}
    where token_hash = ${tokenHash} and accepted_at is null and withdrawn_at is null and expires_at > ${now}
    returning ${columns(tx)}`;
  return row;
}

export async function renewInvitation(
  tx: Tx,
  id: string,
  tokenHash: Buffer,
  now: Date,
  expiresAt: Date,
): Promise<void> {
  await tx`
    update platform.invitations set token_hash = ${tokenHash}, sent_at = ${now}, expires_at = ${expiresAt}
    where id = ${id}`;
}

export async function withdrawInvitationRow(tx: Tx, id: string, now: Date): Promise<void> {
  await tx`update platform.invitations set withdrawn_at = ${now} where id = ${id}`;
}
