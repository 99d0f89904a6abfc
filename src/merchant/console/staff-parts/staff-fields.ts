import type { Fields, Visit } from '../../../platform/console/console-page.ts';
import { readTypedAmount } from '../../../platform/console/typed-amount.rules.ts';
import type { Words } from '../../../platform/console/organisations.ts';
import { parseAmount } from '../../../platform/money.ts';
import { problem, type ProblemError } from '../../../platform/problem.ts';
import { decimalsOf, type AssetCode } from '../../assets/asset.rules.ts';
import { staffTexts } from './staff-texts.ts';

/** What an operation answers with a word and not with a problem, said on the page of the form. */
export const refusal = (visit: Visit, words: Words | string): ProblemError =>
  problem('invalid_input', { detail: typeof words === 'string' ? words : visit.say(words) });

/** More than nothing. */
export function requireAmount(visit: Visit, fields: Fields, name: string, asset: AssetCode): bigint {
  const decimals = decimalsOf(asset);
  const parsed = parseAmount(readTypedAmount(fields(name), visit.language, decimals), decimals);
  if ('error' in parsed || parsed.minor === 0n) throw refusal(visit, staffTexts[visit.language].faultAmount);
  return parsed.minor;
}

const longestReason = 1000;

export const readGivenReason = (fields: Fields): string | null =>
  fields('reason').trim().slice(0, longestReason) || null;

export function requireReason(visit: Visit, fields: Fields): string {
  const reason = readGivenReason(fields);
  if (reason === null) throw refusal(visit, staffTexts[visit.language].faultReason);
  return reason;
}
