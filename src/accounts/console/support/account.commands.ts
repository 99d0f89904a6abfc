import { CommandError, type Command } from '../../../platform/command.ts';
import type { Platform } from '../../../platform/platform.ts';
import { ProblemError } from '../../../platform/problem.ts';
import { byOption, readStaff, recordStaffAct } from '../../../platform/staff/read-staff.ts';
import { turnOffTotp } from '../../credentials/totp/manage-totp.ts';
import { endAccountSessions } from './end-account-sessions.ts';
import { findAccount, type Account } from './find-account.ts';

async function getAccount(platform: Platform, positionals: readonly string[]): Promise<Account> {
  const [who, ...more] = positionals;
  if (who === undefined || more.length > 0) {
    throw new CommandError('Name one account by its e-mail address or uid.');
  }
  const account = await findAccount(platform, who).catch((error: unknown) => {
    if (error instanceof ProblemError)
      throw new CommandError(`"${who}" is neither an e-mail address nor a uid.`);
    throw error;
  });
  if (!account) {
    throw new CommandError(
      `There is no account ${who}. An account whose address is only stated by a social login is found by its uid.`,
    );
  }
  return account;
}

const onOrOff = (on: boolean): string => (on ? 'on' : 'off');
const yesOrNo = (yes: boolean): string => (yes ? 'yes' : 'no');

function describe(account: Account): string[] {
  const email = account.owns_email ? account.email : `${account.email || '–'} (only stated)`;
  const waysBack = account.ways_back.map(
    ({ email: former, until }) => `${former} until ${new Date(until).toISOString()}`,
  );
  return [
    `uid            ${account.id}`,
    `address        ${email}`,
    `confirmed      ${account.email_confirmed_at?.toISOString() ?? 'no'}`,
    `password       ${yesOrNo(account.has_password)}`,
    `second factor  ${onOrOff(account.totp_enabled)}`,
    `social logins  ${account.issuers.join(', ') || 'none'}`,
    `sessions       ${account.sessions}`,
    `new address    ${account.new_email ?? 'none'}`,
    `way back to    ${waysBack.join(', ') || 'none'}`,
    `created        ${account.created_at.toISOString()}`,
    `erased at      ${account.erase_at?.toISOString() ?? 'not asked for'}`,
  ];
}

export const accountCommands: readonly Command[] = [
  {
    name: 'account show',
    summary: 'Shows the sign-in methods of an account, without secrets.',
    usage: '<e-mail or uid>',
    positionals: 1,
    async run(platform, { positionals }, print) {
      describe(await getAccount(platform, positionals)).forEach(print);
    },
  },
  {
    name: 'account totp-off',
    summary: 'Turns off the second factor of an account, ends its sessions and notifies the owner by mail.',
    usage: '<e-mail or uid> --by <e-mail>',
    options: byOption,
    positionals: 1,
    async run(platform, { positionals, values }, print) {
      const by = await readStaff(platform, values, ['admin', 'support']);
      const { id, email } = await getAccount(platform, positionals);
      const isOff = await turnOffTotp(platform, id, (tx) =>
        recordStaffAct(tx, platform, by, { act: 'account.totp_off', subject: id }),
      );
      if (isOff) print(`The second factor of ${id} (${email}) is off, and every session has ended.`);
      else print(`The second factor of ${id} (${email}) was off already: nothing was done.`);
    },
  },
  {
    name: 'account end-sessions',
    summary: 'Ends all sessions of an account and forgets its devices.',
    usage: '<e-mail or uid> --by <e-mail>',
    options: byOption,
    positionals: 1,
    async run(platform, { positionals, values }, print) {
      const by = await readStaff(platform, values, ['admin', 'support']);
      const { id, email } = await getAccount(platform, positionals);
      const ended = await endAccountSessions(platform, id, {
        recorded: (tx, count) =>
          recordStaffAct(tx, platform, by, {
            act: 'account.sessions_ended',
            subject: id,
            detail: { ended: count },
          }),
      });
      print(`Sessions of ${id} (${email}) that have ended: ${ended}.`);
    },
  },
];
