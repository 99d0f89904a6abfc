import { randomBytes } from 'node:crypto';
import { base32crockford } from '@scure/base';
import { CommandError, type Command } from '../command.ts';
import { commandLine, recordAct } from '../console/audit/record-act.ts';
import { insertMembership } from '../console/people/membership.store.ts';
import { temporaryPasswordMs } from '../console/people/console-password.ts';
import { findPersonByEmail, insertPerson, type PersonRow } from '../console/people/person.store.ts';
import { isRoleOf, staffKind, staffRoles } from '../console/people/roles.rules.ts';
import { readEmail } from '../identity/read-email.ts';
import { newId } from '../ids.ts';
import { transaction } from '../postgres/client/transaction.ts';
import { ProblemError } from '../problem.ts';

/** 26 characters of Crockford's alphabet for 128 bits: easy to read out, nothing to confuse. */
export const newPassword = (): string => base32crockford.encode(randomBytes(16)).toLowerCase();

export function readStaffEmail(text: string | undefined, command: string) {
  try {
    return readEmail(text, 'email');
  } catch (error) {
    if (error instanceof ProblemError) throw new CommandError(`${command} takes an e-mail address first.`);
    throw error;
  }
}

export function printTemporaryPassword(password: string, print: (line: string) => void): void {
  print(`Password, shown only now: ${password}`);
  print(
    `It works for ${temporaryPasswordMs / 3_600_000} hours, and has to be replaced at the first sign-in.`,
  );
}

/** Whatever they were given would open nothing. */
export function refuseDisabled({ email, disabled_at: disabledAt }: PersonRow): void {
  if (disabledAt === null) return;
  throw new CommandError(
    `Nothing was done: ${email} was disabled on ${disabledAt.toISOString().slice(0, 10)}, and no password lets them in. \`staff enable\` does.`,
  );
}

export const createStaffCommand: Command = {
  name: 'staff create',
  summary: 'Creates a member of staff and shows the password once.',
  usage: '<email> [--name name] [--role admin|treasury|support|moderator|viewer]',
  options: { name: { type: 'string' }, role: { type: 'string' } },
  positionals: 1,
  async run(platform, { values, positionals }, print) {
    const { address: email, key: emailKey } = readStaffEmail(positionals[0], 'staff create');
    const given = typeof values['name'] === 'string' ? values['name'].trim() : '';
    const name = given === '' ? email : given;
    const role = typeof values['role'] === 'string' ? values['role'] : 'admin';
    if (!isRoleOf(staffKind, role)) throw new CommandError(`The roles are ${staffRoles.join(', ')}.`);
    const password = newPassword();
    const passwordHash = await platform.hasher.hash(password);
    const now = platform.clock.now();
    const isNew = await transaction(platform.sql, async (tx) => {
      const person = { id: newId(now.getTime()), email, emailKey, name, passwordHash, language: 'en', now };
      const passwordExpiresAt = new Date(now.getTime() + temporaryPasswordMs);
      const inserted = await insertPerson(tx, { ...person, passwordExpiresAt });
      const known = inserted ? undefined : await findPersonByEmail(tx, emailKey);
      if (known) refuseDisabled(known);
      const personId = known?.id ?? person.id;
      if (!(await insertMembership(tx, { personId, kind: staffKind, organisation: '', role, now }))) {
        throw new CommandError(`${email} is staff already.`);
      }
      await recordAct(tx, platform, {
        actor: commandLine,
        place: { kind: staffKind, organisation: '' },
        act: 'staff.created',
        subject: email,
        detail: { role },
        address: '',
      });
      return inserted;
    });
    print(`Created staff ${name} <${email}>, role ${role}.`);
    if (isNew) printTemporaryPassword(password, print);
    else print('They have a sign-in already, which stays as it is.');
  },
};
