import { CommandError, type Command } from '../../platform/command.ts';
import { parseAmount } from '../../platform/money.ts';
import type { Platform } from '../../platform/platform.ts';
import { ProblemError } from '../../platform/problem.ts';
import { decimalsOf, findAsset, formatAsset, type AssetCode } from '../assets/asset.rules.ts';
import { adjustBalance } from './adjust-balance.ts';
import { getBalances } from './read-ledger.ts';

function readPspId(text: string | undefined): number {
  if (text === undefined || !/^[1-9]\d{0,8}$/.test(text))
    throw new CommandError('Name the PSP by its number.');
  return Number(text);
}

function readAmount(text: string | undefined, code: string | undefined): { asset: AssetCode; minor: bigint } {
  const asset = findAsset(code ?? '');
  if (!asset) throw new CommandError('Name the asset: EUR or the code of a coin.');
  const parsed = parseAmount(text ?? '', decimalsOf(asset));
  if ('error' in parsed || parsed.minor === 0n) {
    throw new CommandError(`Name an amount with at most ${decimalsOf(asset)} decimals, such as 25.00.`);
  }
  return { asset, minor: parsed.minor };
}

const adjust =
  (sign: 1n | -1n): Command['run'] =>
  async (platform, { positionals: [psp, amount, code, ...reference] }, print) => {
    const pspId = readPspId(psp);
    const { asset, minor } = readAmount(amount, code);
    const text = reference.join(' ').trim();
    if (text === '' || text.length > 200) throw new CommandError('Say what for, in up to 200 characters.');
    const input = { pspId, asset, amountMinor: sign * minor, reference: text };
    const outcome = await adjustBalance(platform, input).catch((error: unknown) => {
      throw error instanceof ProblemError ? new CommandError(error.message) : error;
    });
    if (outcome === 'unknown_psp') throw new CommandError(`There is no PSP ${pspId}.`);
    if (outcome === 'booked_before') throw new CommandError(`"${text}" was booked before.`);
    await printBalances(platform, pspId, print);
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
    run: (platform, { positionals }, print) => printBalances(platform, readPspId(positionals[0]), print),
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
