import type { StaffRole } from '../../platform/console/people/roles.rules.ts';

/**
 * Names the author of an act: a member of staff or of a PSP by e-mail address, a merchant's credential by its client id,
 * or the service itself.
 */
export type Actor = `staff:${string}` | `client:${string}` | `member:${string}` | 'praca';

export const staffActor = (email: string): Actor => `staff:${email}`;
export const clientActor = (clientId: string): Actor => `client:${clientId}`;
export const memberActor = (email: string): Actor => `member:${email}`;

/** What moves money, lets coins go or keeps them back. */
export const moneyRoles = ['admin', 'treasury'] as const satisfies readonly StaffRole[];

/** What decides who may work here, and with which secret. */
export const adminRoles = ['admin'] as const satisfies readonly StaffRole[];

/** Something that was decided about payouts. */
export interface ControlAction {
  readonly action: string;
  /** What it was done to: a payout's id, a PSP, a coin. */
  readonly subject: string;
  readonly by: string;
  readonly reason: string | null;
  readonly detail?: Readonly<Record<string, string | null>>;
}
