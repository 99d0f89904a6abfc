import type { StaffRole } from '../../../platform/console/people/roles.rules.ts';

/**
 * Identifies the author of an action: a staff member or a member of a PSP by e-mail address, a merchant's credential by
 * client id, or the service itself.
 */
export type Actor = `staff:${string}` | `client:${string}` | `member:${string}` | 'praca';

export const staffActor = (email: string): Actor => `staff:${email}`;
export const clientActor = (clientId: string): Actor => `client:${clientId}`;
export const memberActor = (email: string): Actor => `member:${email}`;

/** Roles that may move money, release coins or hold them back. */
export const moneyRoles = ['admin', 'treasury'] as const satisfies readonly StaffRole[];

export const adminRoles = ['admin'] as const satisfies readonly StaffRole[];

/** A recorded decision about payouts. */
export interface ControlAction {
  readonly action: string;
  /** Object of the action: the id of a payout, a PSP, a coin. */
  readonly subject: string;
  readonly by: string;
  readonly reason: string | null;
  readonly detail?: Readonly<Record<string, string | null>>;
}
