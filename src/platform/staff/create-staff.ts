import { randomBytes } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { base32crockford } from '@scure/base';
import { CommandError, type Command } from '../command.ts';
import { newId } from '../ids.ts';
import { isUniqueViolation } from '../postgres/client/transaction.ts';
import { insertStaff } from './staff.store.ts';

/** 26 characters of Crockford's alphabet for 128 bits: easy to read out, nothing to confuse. */
const newPassword = (): string => base32crockford.encode(randomBytes(16)).toLowerCase();

export const createStaffCommand: Command = {
  name: 'staff create',
  summary: 'Creates a member of staff and shows the password once.',
  usage: '<email> --name <name>',
  options: { name: { type: 'string' } },
  async run(platform, { values, positionals }, print) {
    const email = positionals[0]?.normalize('NFC').trim() ?? '';
    if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254) {
      throw new CommandError('staff create takes an e-mail address first.');
    }
    const name =
      typeof values['name'] === 'string' && values['name'].trim() !== '' ? values['name'].trim() : email;
    const password = newPassword();
    try {
      await insertStaff(platform.sql, {
        id: newId(platform.clock.nowMs()),
        email,
        name,
        passwordHash: await hash(password),
        createdAt: platform.clock.now(),
      });
    } catch (error) {
      if (isUniqueViolation(error, 'staff_email')) throw new CommandError(`${email} is staff already.`);
      throw error;
    }
    print(`Created staff ${name} <${email}>.`);
    print(`Password, shown only now: ${password}`);
  },
};
