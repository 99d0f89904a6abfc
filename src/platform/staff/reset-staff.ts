import { CommandError, type Command } from '../command.ts';
import { recordAct } from '../console/audit/record-act.ts';
import { personTotp } from '../console/factors/confirm-codes.ts';
import { deletePasskeys } from '../console/factors/passkey.store.ts';
import { deletePasswordLinks } from '../console/recovery/password-link.store.ts';
import { mailNotice } from '../console/notices/mail-notice.ts';
import { temporaryPasswordMs } from '../console/people/console-password.ts';
import { findPersonByEmail, setPassword, type PersonRow } from '../console/people/person.store.ts';
import { endSessionRows } from '../console/sessions/session-end.store.ts';
import type { Platform } from '../platform.ts';
import type { Tx } from '../postgres/client/database.ts';
import { transaction } from '../postgres/client/transaction.ts';
import { deleteTotp, replaceRecoveryCodes } from '../tokens/totp.store.ts';
import { newPassword, printTemporaryPassword, readAdmin, refuseDisabled } from './create-staff.ts';
import { byOption, readStaffEmail } from './read-staff.ts';

/** Sets a temporary password, removes all other credentials and sessions of the person, and notifies them by mail. */
export async function beginAnew(
  tx: Tx,
  platform: Pick<Platform, 'clock' | 'sealer'>,
  person: PersonRow,
  passwordHash: string,
): Promise<void> {
  const { clock } = platform;
  const { id: personId } = person;
  await setPassword(tx, personId, passwordHash, new Date(clock.nowMs() + temporaryPasswordMs));
  await deletePasswordLinks(tx, personId);
  await deleteTotp(tx, personTotp(personId));
  await deletePasskeys(tx, personId);
  await replaceRecoveryCodes(tx, personTotp(personId), [], clock.now());
  await endSessionRows(tx, { personId, reason: 'reset', now: clock.now() });
  await mailNotice(tx, platform, personId, 'reset');
}

/** Resets a person who lost app, passkey and recovery codes. Also for members of organisations. */
export const resetStaffCommand: Command = {
  name: 'staff reset',
  summary:
    'Sets a new password for a user of the console and shows it once. Removes the second factor and all sessions.',
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
      if (!person) throw new CommandError(`No user of the console has the address ${address}.`);
      refuseDisabled(person);
      await beginAnew(tx, platform, person, passwordHash);
      await recordAct(tx, platform, {
        actor,
        act: 'staff.reset',
        subject: person.email,
        address: '',
      });
    });
    print(`Reset ${address}.`);
    printTemporaryPassword(password, print);
  },
};
