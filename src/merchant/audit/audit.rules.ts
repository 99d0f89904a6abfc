import { toNormalForm } from '../../platform/normal-form.ts';

/**
 * Who asks for something to be done: staff by their name, a merchant by its credential or one of its members by their
 * e-mail address, or the service itself.
 */
export type Actor = `staff:${string}` | `client:${string}` | `member:${string}` | 'praca';

export const staffActor = (name: string): Actor => `staff:${name}`;
export const clientActor = (clientId: string): Actor => `client:${clientId}`;
export const memberActor = (email: string): Actor => `member:${email}`;

/** An e-mail address is the longest of them. */
const longestName = 254;

/** Without its kind, however it is spelt: nobody becomes somebody else by a capital letter or a space. */
const personOf = (actor: string): string =>
  normalName(actor.replace(/^(?:staff|client|member):/, ''))
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();

const normalName = (name: string): string => toNormalForm(name, longestName, 'NFKC') ?? name;

export const isSamePerson = (one: string, other: string): boolean => personOf(one) === personOf(other);

/** Something that was decided about payouts. */
export interface ControlAction {
  readonly action: string;
  /** What it was done to: a payout's id, a PSP, a coin. */
  readonly subject: string;
  readonly by: string;
  readonly reason: string | null;
  readonly detail?: Readonly<Record<string, string | null>>;
}
