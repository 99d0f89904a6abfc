import { CommandError, type Command } from '../../platform/command.ts';
import type { Platform } from '../../platform/platform.ts';
import { formatAsset } from '../assets/asset.rules.ts';
import { hasPsp } from '../access/credentials/manage-credentials.ts';
import { readPspId } from '../access/credentials/read-psp-id.ts';
import { getBalances } from './read-ledger.ts';

const noPsp = (pspId: number): CommandError => new CommandError(`There is no PSP ${pspId}.`);

async function printBalances(
  platform: Pick<Platform, 'sql'>,
  pspId: number,
  print: (line: string) => void,
): Promise<void> {
  for (const { asset, balance } of await getBalances(platform, pspId)) {
    print(`${asset}  ${formatAsset(asset, balance)}`);
  }
}

export const ledgerCommands: readonly Command[] = [
  {
    name: 'psp balance',
    summary: 'Shows the available balances of a PSP.',
    usage: '<psp>',
    positionals: 1,
    async run(platform, { positionals }, print) {
      const pspId = readPspId(positionals[0]);
      if (!(await hasPsp(platform, pspId))) throw noPsp(pspId);
      await printBalances(platform, pspId, print);
    },
  },
];
