import { memberRoles, type Grant, type MemberRole } from '../../platform/console/people/roles.rules.ts';

const ofPsp = (...members: readonly MemberRole[]): Grant => ({ members, kind: 'psp' });

/** Roles of a PSP's members per kind of access. docs/console.md has the same as a table. */
export const grants = {
  /** Read access to the PSP's data. */
  see: ofPsp(...memberRoles),
  /** Creates payments and cancels unpaid ones. */
  handlePayments: ofPsp('owner', 'finance', 'support'),
  /** Every act that books an amount or sends coins. */
  moveMoney: ofPsp('owner', 'finance'),
  /** Manages credentials and webhooks. */
  develop: ofPsp('owner', 'developer'),
} as const satisfies Record<string, Grant>;
