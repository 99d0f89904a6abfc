import { CommandError, type Command } from '../command.ts';
import { serviceNames } from '../platform.settings.ts';
import { listPurposes } from '../tokens/signing-keys.store.ts';
import { rotateSigningKey } from '../tokens/tokens.ts';

/** No token of any service lives longer. */
const longestLifetimeMs = 24 * 60 * 60 * 1000;

export const rotateKeyCommand: Command = {
  name: 'keys rotate',
  summary: 'Makes a new key for signing tokens; the old one verifies until its last token has expired.',
  usage: `<${serviceNames.join('|')}>`,
  positionals: 1,
  async run(platform, { positionals }, print) {
    const service = serviceNames.find((name) => name === positionals[0]);
    if (!service) throw new CommandError(`keys rotate takes ${serviceNames.join(' or ')}.`);
    const own = platform.forService(service);
    const purposes = await listPurposes(own.sql, service);
    if (purposes.length === 0) throw new CommandError(`There is no key of ${service} yet: start it once.`);
    for (const purpose of purposes) {
      const kid = await rotateSigningKey(own, purpose, longestLifetimeMs);
      print(`Key ${kid} signs ${purpose} tokens in a minute.`);
    }
  },
};
