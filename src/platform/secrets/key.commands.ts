import { CommandError, type Command } from '../command.ts';
import { serviceNames } from '../platform.settings.ts';
import { byOption, readStaff, recordStaffAct } from '../staff/read-staff.ts';
import { listPurposes } from '../tokens/signing-keys.store.ts';
import { rotateSigningKey } from '../tokens/tokens.ts';

/** Longer than the lifetime of every service's tokens. */
const longestLifetimeMs = 24 * 60 * 60 * 1000;

export const rotateKeyCommand: Command = {
  name: 'keys rotate',
  summary: 'Creates a new key for signing tokens. The old one verifies until its last token has expired.',
  usage: `<${serviceNames.join('|')}> --by <e-mail>`,
  options: byOption,
  positionals: 1,
  async run(platform, { positionals, values }, print) {
    const service = serviceNames.find((name) => name === positionals[0]);
    if (!service) throw new CommandError(`keys rotate takes ${serviceNames.join(' or ')}.`);
    const by = await readStaff(platform, values, ['admin']);
    const own = platform.forService(service);
    const purposes = await listPurposes(own.sql, service);
    if (purposes.length === 0) throw new CommandError(`There is no key of ${service} yet: start it once.`);
    for (const purpose of purposes) {
      const kid = await rotateSigningKey(own, purpose, longestLifetimeMs, (tx) =>
        recordStaffAct(tx, platform, by, { act: 'key.rotated', subject: purpose }),
      );
      print(`Key ${kid} will sign ${purpose} tokens in one minute.`);
    }
  },
};
