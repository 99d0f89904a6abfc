import { CommandError, type Command } from '../command.ts';
import { recordAct } from '../console/audit/record-act.ts';
import { deleteTotp, replaceRecoveryCodes } from '../console/factors/factor.store.ts';
import { deletePasskeys } from '../console/factors/passkey.store.ts';
import { deletePasswordLinks } from '../console/recovery/password-link.store.ts';
import { findPersonByEmail, setPassword } from '../console/people/person.store.ts';
import { deleteSessions } from '../console/sessions/console-session.store.ts';
import type { Platform } from '../platform.ts';
import type { Tx } from '../postgres/client/database.ts';
import { transaction } from '../postgres/client/transaction.ts';
import { newPassword, readAdmin, refuseDisabled } from './create-staff.ts';
import { byOption, readStaffEmail } from './read-staff.ts';

/** With this password and nothing else that let the person in before. */
export async function beginAnew(
  tx: Tx,
  { clock }: Pick<Platform, 'clock'>,
  personId: string,
  passwordHash: string,
): Promise<void> {
  await setPassword(tx, personId, passwordHash);
  await deletePasswordLinks(tx, personId);
  await deleteTotp(tx, personId);
  await deletePasskeys(tx, personId);
  await replaceRecoveryCodes(tx, personId, [], clock.now());
  await deleteSessions(tx, personId, null);
}

/** For whoever lost the app, the passkey and the codes; members of organisations as well. */
export const resetStaffCommand: Command = {
  name: 'staff reset',
  summary:
    'Gives somebody of the console a new password, without second factor and sessions, and shows it once.',
  usage: '<email> --by <e-mail>',
  options: byOption,
  positionals: 1,
  async run(platform, { positionals, values }, print) {
    const { address, key } = readStaffEmail(positionals[0], 'staff reset');
    const password = newPassword();
    const passwordHash = await platform.hasher.hash(password);
    await transaction(platform.sql, async (tx) => {
      const actor = await readAdmin(tx, values);
      const person = await findPersonByEmail(tx, key);
      if (!person) throw new CommandError(`Nobody in the console has the address ${address}.`);
      refuseDisabled(person);
      await beginAnew(tx, platform, person.id, passwordHash);
      await recordAct(tx, platform, {
        actor,
        act: 'staff.reset',
        subject: person.email,
        address: '',
      });
    });
    print(`Reset ${address}.`);
    print(`Password, shown only now: ${password}`);
  },
};
