import { CommandError, type Command } from '../../platform/command.ts';
import type { Platform } from '../../platform/platform.ts';
import { ProblemError } from '../../platform/problem.ts';
import { formatAsset } from '../assets/asset.rules.ts';
import { hasPsp } from '../credentials/manage-credentials.ts';
import { adjustBalance } from './adjust-balance.ts';
import { readAdjustment, readPspId } from './read-adjustment.ts';
import { getBalances } from './read-ledger.ts';

const noPsp = (pspId: number): CommandError => new CommandError(`There is no PSP ${pspId}.`);

const adjust =
  (sign: 1n | -1n): Command['run'] =>
  async (platform, { positionals }, print) => {
    const input = readAdjustment(positionals, sign);
    const outcome = await adjustBalance(platform, input).catch((error: unknown) => {
      throw error instanceof ProblemError ? new CommandError(error.message) : error;
    });
    if (outcome === 'unknown_psp') throw noPsp(input.pspId);
    if (outcome === 'booked_before') throw new CommandError(`"${input.reference}" was booked before.`);
    await printBalances(platform, input.pspId, print);
  };

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
    summary: 'Shows what a PSP can spend.',
    usage: '<psp>',
    positionals: 1,
    async run(platform, { positionals }, print) {
      const pspId = readPspId(positionals[0]);
      if (!(await hasPsp(platform, pspId))) throw noPsp(pspId);
      await printBalances(platform, pspId, print);
    },
  },
  {
    name: 'psp credit',
    summary: 'Books money that a PSP has paid in; the same reference is booked once.',
    usage: '<psp> <amount> <asset> <reference>',
    positionals: 'any',
    run: adjust(1n),
  },
  {
    name: 'psp debit',
    summary: 'Books money that a PSP was paid out; the same reference is booked once.',
    usage: '<psp> <amount> <asset> <reference>',
    positionals: 'any',
    run: adjust(-1n),
  },
];
