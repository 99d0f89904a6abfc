import type { Sql, Tx } from '../../postgres/client/database.ts';
import type { Role } from './roles.rules.ts';

export interface MemberRow {
  person_id: string;
  name: string;
  email: string;
  role: Role;
  created_at: Date;
  has_factor: boolean;
}

/** Lists members in the order in which they joined. Not paged, because a team has dozens of members, not thousands. */
export async function listMembers(sql: Sql, kind: string, organisation: string): Promise<MemberRow[]> {
  return sql<MemberRow[]>`
    select m.person_id, p.name, p.email, m.role, m.created_at,
      (exists (select from platform.person_totp t where t.person_id = p.id and t.confirmed_at is not null)
        or exists (select from platform.person_passkeys k where k.person_id = p.id)) as has_factor
    from platform.memberships m join platform.people p on p.id = m.person_id and p.disabled_at is null
    where m.kind = ${kind} and m.organisation = ${organisation}
    order by m.created_at, m.person_id`;
}

export interface LockedMember {
  person_id: string;
  email: string;
  role: Role;
}

/** Locks all members of a team, so that two concurrent changes cannot remove the last leading role. */
export async function lockMembers(tx: Tx, kind: string, organisation: string): Promise<LockedMember[]> {
  return tx<LockedMember[]>`
    select m.person_id, p.email, m.role
    from platform.memberships m join platform.people p on p.id = m.person_id and p.disabled_at is null
    where m.kind = ${kind} and m.organisation = ${organisation}
    order by m.person_id for update of m`;
}

export interface NewMembership {
  personId: string;
  kind: string;
  organisation: string;
  role: Role;
  now: Date;
}

/** Returns false if the person is a member already. The role stays as it is. */
export async function insertMembership(sql: Sql | Tx, membership: NewMembership): Promise<boolean> {
  const rows = await sql`
    insert into platform.memberships (person_id, kind, organisation, role, created_at)
    values (${membership.personId}, ${membership.kind}, ${membership.organisation}, ${membership.role},
      ${membership.now})
    on conflict do nothing returning 1`;
  return rows.length > 0;
}

export async function updateRole(
  tx: Tx,
  personId: string,
  kind: string,
  organisation: string,
  role: Role,
): Promise<void> {
  await tx`
    update platform.memberships set role = ${role}
    where person_id = ${personId} and kind = ${kind} and organisation = ${organisation}`;
}

export async function deleteMembership(
  tx: Tx,
  personId: string,
  kind: string,
  organisation: string,
): Promise<void> {
  await tx`
    delete from platform.memberships
    where person_id = ${personId} and kind = ${kind} and organisation = ${organisation}`;
}
