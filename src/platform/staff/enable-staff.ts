import { CommandError, type Command } from '../command.ts';
import { recordAct } from '../console/audit/record-act.ts';
import { enablePerson, findPersonByEmail } from '../console/people/person.store.ts';
import { staffKind } from '../console/people/roles.rules.ts';
import { transaction } from '../postgres/client/transaction.ts';
import { newPassword, printTemporaryPassword, readAdmin } from './create-staff.ts';
import { byOption, readStaffEmail } from './read-staff.ts';
import { beginAnew } from './reset-staff.ts';

/** Enables a person who was disabled. Earlier passwords, factors and sessions stay invalid. */
export const enableStaffCommand: Command = {
  name: 'staff enable',
  summary: 'Enables a disabled member of staff again and shows a new password once.',
  usage: '<email> --by <e-mail>',
  options: byOption,
  positionals: 1,
  async run(platform, { positionals, values }, print) {
    const { address, key } = readStaffEmail(positionals[0], 'staff enable');
    const password = newPassword();
    const passwordHash = await platform.hasher.hash(password);
    await transaction(platform.sql, async (tx) => {
      const actor = await readAdmin(tx, values);
      const person = await findPersonByEmail(tx, key);
      if (!person) throw new CommandError(`No user of the console has the address ${address}.`);
      if (!(await enablePerson(tx, person.id)))
        throw new CommandError(`Nothing was done: ${address} is not disabled.`);
      await beginAnew(tx, platform, person, passwordHash);
      await recordAct(tx, platform, {
        actor,
        place: { kind: staffKind, organisation: '' },
        act: 'staff.enabled',
        subject: person.email,
        address: '',
      });
    });
    print(`Enabled ${address}, with the roles they had.`);
    printTemporaryPassword(password, print);
  },
};
