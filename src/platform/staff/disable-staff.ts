import { CommandError, type Command } from '../command.ts';
import { recordAct } from '../console/audit/record-act.ts';
import { disablePerson, findStaffMember } from '../console/people/person.store.ts';
import { staffKind } from '../console/people/roles.rules.ts';
import { endSessionRows } from '../console/sessions/session-end.store.ts';
import { transaction } from '../postgres/client/transaction.ts';
import { readAdmin } from './create-staff.ts';
import { byOption, readStaffEmail } from './read-staff.ts';

export const disableStaffCommand: Command = {
  name: 'staff disable',
  summary: 'Disables a member of staff and ends all sessions and tokens at once.',
  usage: '<email> --by <e-mail>',
  options: byOption,
  positionals: 1,
  async run(platform, { positionals, values }, print) {
    const { address, key } = readStaffEmail(positionals[0], 'staff disable');
    await transaction(platform.sql, async (tx) => {
      const actor = await readAdmin(tx, values);
      const person = await findStaffMember(tx, key);
      if (!person) throw new CommandError(`No member of staff has the address ${address}.`);
      await disablePerson(tx, person.id, platform.clock.now());
      await endSessionRows(tx, { personId: person.id, reason: 'disabled', now: platform.clock.now() });
      await recordAct(tx, platform, {
        actor,
        place: { kind: staffKind, organisation: '' },
        act: 'staff.disabled',
        subject: person.email,
        address: '',
      });
    });
    print(`Disabled ${address}.`);
  },
};
