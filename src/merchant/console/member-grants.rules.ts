import { memberRoles, type Grant, type MemberRole } from '../../platform/console/people/roles.rules.ts';

const ofPsp = (...members: readonly MemberRole[]): Grant => ({ members, kind: 'psp' });

/** Who of a PSP's members may do what. Nothing else decides it; docs/console.md says the same as a table. */
export const grants = {
  /** Reads what the PSP has. */
  see: ofPsp(...memberRoles),
  /** Makes a payment for a customer, or ends one that nothing was sent to. */
  handlePayments: ofPsp('owner', 'finance', 'support'),
  /** Whatever books an amount or sends coins. */
  moveMoney: ofPsp('owner', 'finance'),
  /** Credentials and webhooks. */
  develop: ofPsp('owner', 'developer'),
} as const satisfies Record<string, Grant>;
