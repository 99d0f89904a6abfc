import { readPspId } from '../access/credentials/read-psp-id.ts';
import { CommandError } from '../../platform/command.ts';
import { parseAmount } from '../../platform/money.ts';
import { decimalsOf, findAsset, type AssetCode } from '../assets/asset.rules.ts';
import type { Adjustment } from './adjust-balance.ts';

function readAmount(text: string | undefined, code: string | undefined): { asset: AssetCode; minor: bigint } {
  const asset = findAsset(code ?? '');
  if (!asset) throw new CommandError('Name the asset: EUR or the code of a coin.');
  const parsed = parseAmount(text ?? '', decimalsOf(asset));
  if ('error' in parsed || parsed.minor === 0n) {
    throw new CommandError(`Name an amount with at most ${decimalsOf(asset)} decimals, such as 25.00.`);
  }
  return { asset, minor: parsed.minor };
}

/** Parses the arguments `<psp> <amount> <asset> <reference>`. */
export function readAdjustment(
  [psp, amount, code, ...reference]: readonly string[],
  sign: 1n | -1n,
): Adjustment {
  const pspId = readPspId(psp);
  const { asset, minor } = readAmount(amount, code);
  const text = reference.join(' ').trim();
  if (text === '' || text.length > 200)
    throw new CommandError('The reference must have 1 to 200 characters.');
  return { pspId, asset, amountMinor: sign * minor, reference: text };
}
