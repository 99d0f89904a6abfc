/** Roles and grants. Each page and act of the console declares a grant, and access depends on nothing else. */

export const staffRoles = ['admin', 'treasury', 'support', 'moderator', 'viewer'] as const;
export type StaffRole = (typeof staffRoles)[number];

export const memberRoles = ['owner', 'finance', 'developer', 'support', 'viewer'] as const;
export type MemberRole = (typeof memberRoles)[number];

export type Role = StaffRole | MemberRole;

export const staffKind = 'staff';

/** Membership of a person in an organisation. Staff belong to the kind `staff`, which has an empty id. */
export interface Membership {
  readonly kind: string;
  readonly organisation: string;
  readonly role: Role;
}

export interface Grant {
  /** Roles of the provider's staff. */
  readonly staff?: readonly StaffRole[];
  /** Roles of an organisation's members. */
  readonly members?: readonly MemberRole[];
  /** Restricts `members` to this kind of organisation. */
  readonly kind?: string;
}

export const everyRole: Grant = { staff: staffRoles, members: memberRoles };

export const rolesOf = (kind: string): readonly Role[] => (kind === staffKind ? staffRoles : memberRoles);

export const isRoleOf = (kind: string, role: string): role is Role =>
  rolesOf(kind).some((known) => known === role);

/** Returns the role that manages the organisation. At least one member always has it. */
export const leadingRole = (kind: string): Role => (kind === staffKind ? 'admin' : 'owner');

/** Returns whether a grant applies to organisations of this kind. */
export const concerns = (grant: Grant, kind: string): boolean =>
  kind === staffKind
    ? grant.staff !== undefined
    : grant.members !== undefined && (grant.kind === undefined || grant.kind === kind);

export function allows(grant: Grant, { kind, role }: Pick<Membership, 'kind' | 'role'>): boolean {
  if (!concerns(grant, kind)) return false;
  const roles: readonly Role[] = (kind === staffKind ? grant.staff : grant.members) ?? [];
  return roles.includes(role);
}
