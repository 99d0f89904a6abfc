import { CommandError, type Command } from '../command.ts';
import { serviceNames } from '../platform.settings.ts';
import { rotateSigningKey } from './tokens.ts';

/** No token of any service lives longer. */
const longestLifetimeMs = 24 * 60 * 60 * 1000;

export const rotateKeyCommand: Command = {
  name: 'keys rotate',
  summary: 'Makes a new key for signing tokens; the old one verifies until its last token has expired.',
  usage: `<${serviceNames.join('|')}>`,
  async run(platform, { positionals }, print) {
    const purpose = serviceNames.find((name) => name === positionals[0]);
    if (!purpose) throw new CommandError(`keys rotate takes ${serviceNames.join(' or ')}.`);
    const kid = await rotateSigningKey(platform, purpose, longestLifetimeMs);
    print(`Key ${kid} signs the tokens of ${purpose} in a minute.`);
  },
};
