import { randomBytes } from 'node:crypto';
import { base32crockford } from '@scure/base';
import { CommandError, type Command, type CommandInput } from '../command.ts';
import { commandLine, recordAct, type Actor } from '../console/audit/record-act.ts';
import { insertMembership } from '../console/people/membership.store.ts';
import { temporaryPasswordMs } from '../console/people/console-password.ts';
import {
  findPersonByEmail,
  hasActiveAdmin,
  insertPerson,
  type PersonRow,
} from '../console/people/person.store.ts';
import { isRoleOf, staffKind, staffRoles } from '../console/people/roles.rules.ts';
import { newId } from '../ids.ts';
import type { Tx } from '../postgres/client/database.ts';
import { transaction } from '../postgres/client/transaction.ts';
import { byOption, readStaffEmail, readStaffFrom } from './read-staff.ts';

/** Returns 26 characters of Crockford's alphabet (128 bits), which are easy to dictate and hard to confuse. */
export const newPassword = (): string => base32crockford.encode(randomBytes(16)).toLowerCase();

/**
 * Returns the member of staff who is responsible for a command. While there is no active administrator, it is the
 * command line, because no other account could create or enable the first one.
 */
export async function readAdmin(tx: Tx, values: CommandInput['values']): Promise<Actor> {
  if (values['by'] === undefined && !(await hasActiveAdmin(tx))) return commandLine;
  return readStaffFrom(tx, values, ['admin']);
}

export function printTemporaryPassword(password: string, print: (line: string) => void): void {
  print(`Password, shown only now: ${password}`);
  print(`It works for ${temporaryPasswordMs / 3_600_000} hours, and must be replaced at the first sign-in.`);
}

/** Throws if the person is disabled, because a new password or role would have no effect. */
export function refuseDisabled({ email, disabled_at: disabledAt }: PersonRow): void {
  if (disabledAt === null) return;
  throw new CommandError(
    `Nothing was done: ${email} was disabled on ${disabledAt.toISOString().slice(0, 10)}, so no password is accepted. Use \`staff enable\` first.`,
  );
}

export const createStaffCommand: Command = {
  name: 'staff create',
  summary:
    'Creates a member of staff and shows the password once. Requires --by of an administrator except for the first one.',
  usage: '<email> [--name name] [--role admin|treasury|support|moderator|viewer] [--by e-mail]',
  options: { name: { type: 'string' }, role: { type: 'string' }, ...byOption },
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
      const actor = await readAdmin(tx, values);
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
        actor,
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
    else print('They have a password already, which does not change.');
  },
};
