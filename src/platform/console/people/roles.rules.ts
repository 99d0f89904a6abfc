/** Who may do what: every page and act of the console is declared with a grant, and nothing else decides. */

export const staffRoles = ['admin', 'treasury', 'support', 'moderator', 'viewer'] as const;
export type StaffRole = (typeof staffRoles)[number];

export const memberRoles = ['owner', 'finance', 'developer', 'support', 'viewer'] as const;
export type MemberRole = (typeof memberRoles)[number];

export type Role = StaffRole | MemberRole;

export const staffKind = 'staff';

/** A person's place in an organisation; staff are in the one of the kind `staff`, which has no id. */
export interface Membership {
  readonly kind: string;
  readonly organisation: string;
  readonly role: Role;
}

export interface Grant {
  /** Of the provider's staff. */
  readonly staff?: readonly StaffRole[];
  /** Of an organisation's members. */
  readonly members?: readonly MemberRole[];
  /** Only in organisations of this kind. */
  readonly kind?: string;
}

export const everyRole: Grant = { staff: staffRoles, members: memberRoles };

export const rolesOf = (kind: string): readonly Role[] => (kind === staffKind ? staffRoles : memberRoles);

export const isRoleOf = (kind: string, role: string): role is Role =>
  rolesOf(kind).some((known) => known === role);

/** The role without which an organisation could not be run any more: somebody always has it. */
export const leadingRole = (kind: string): Role => (kind === staffKind ? 'admin' : 'owner');

/** Whether a grant speaks of organisations of this kind at all. */
export const concerns = (grant: Grant, kind: string): boolean =>
  kind === staffKind
    ? grant.staff !== undefined
    : grant.members !== undefined && (grant.kind === undefined || grant.kind === kind);

export function allows(grant: Grant, { kind, role }: Pick<Membership, 'kind' | 'role'>): boolean {
  if (!concerns(grant, kind)) return false;
  const roles: readonly Role[] = (kind === staffKind ? grant.staff : grant.members) ?? [];
  return roles.includes(role);
}
