import { CommandError, type CommandInput } from '../command.ts';
import { recordAct, type Act } from '../console/audit/record-act.ts';
import { findStaffMember, type StaffMember } from '../console/people/person.store.ts';
import { staffKind, type StaffRole } from '../console/people/roles.rules.ts';
import { readEmail, type EmailAddress } from '../identity/read-email.ts';
import type { Platform } from '../platform.ts';
import type { Sql, Tx } from '../postgres/client/database.ts';
import { ProblemError } from '../problem.ts';

/** Additional flag of commands that change something. */
export const byOption = { by: { type: 'string' } } as const;

/** Returns the member of staff who is responsible for a command, from `--by`. */
export const readStaff = (
  { home }: Pick<Platform, 'home'>,
  values: CommandInput['values'],
  roles: readonly StaffRole[],
): Promise<StaffMember> => readStaffFrom(home.sql, values, roles);

/** Like `readStaff`, in the caller's transaction. */
export async function readStaffFrom(
  sql: Sql | Tx,
  { by }: CommandInput['values'],
  roles: readonly StaffRole[],
): Promise<StaffMember> {
  if (typeof by !== 'string' || by.trim() === '') throw new CommandError('Name yourself with --by <e-mail>.');
  const { address, key } = parseEmail(by, '--by takes the e-mail address of a member of staff.');
  const member = await findStaffMember(sql, key);
  if (!member || member.disabled_at)
    throw new CommandError(`No active member of staff has the address ${address}.`);
  if (!roles.includes(member.role)) {
    throw new CommandError(
      `${member.email} has the role ${member.role}; this command takes ${roles.join(' or ')}.`,
    );
  }
  return member;
}

/** Records an action of the command line in the audit log, in its transaction. */
export const recordStaffAct = (
  tx: Tx,
  platform: Pick<Platform, 'clock'>,
  actor: StaffMember,
  act: Pick<Act, 'act' | 'subject' | 'detail'>,
): Promise<void> =>
  recordAct(tx, platform, { ...act, actor, place: { kind: staffKind, organisation: '' }, address: '' });

export const readStaffEmail = (text: string | undefined, command: string): EmailAddress =>
  parseEmail(text, `${command} takes an e-mail address first.`);

function parseEmail(text: string | undefined, fault: string): EmailAddress {
  try {
    return readEmail(text, 'email');
  } catch (error) {
    throw error instanceof ProblemError ? new CommandError(fault) : error;
  }
}
