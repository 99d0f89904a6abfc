import type { Fields, Visit } from '../../../platform/console/console-page.ts';
import { readTypedAmount } from '../../../platform/console/typed-amount.rules.ts';
import type { Words } from '../../../platform/http/language.ts';
import { type Sentence, problem, type ProblemError } from '../../../platform/problem.ts';
import { parseAmount } from '../../../platform/money.ts';
import { decimalsOf, type AssetCode } from '../../assets/asset.rules.ts';
import { staffTexts } from './staff-texts.ts';
import { fieldWords } from '../../../platform/words/field-words.ts';

/**
 * Creates a problem for operations that return a fault instead of throwing one. It is shown on the page of the form.
 */
export const refusal = (said: Sentence | Words | string): ProblemError =>
  problem(
    'invalid_input',
    typeof said === 'string'
      ? { say: fieldWords.verbatim, values: { text: said } }
      : 'say' in said
        ? { say: said.say, values: said.values }
        : { say: said },
  );

/** Reads an amount greater than zero. */
export function requireAmount(visit: Visit, fields: Fields, name: string, asset: AssetCode): bigint {
  const decimals = decimalsOf(asset);
  const parsed = parseAmount(readTypedAmount(fields(name), visit.language, decimals), decimals);
  if ('error' in parsed || parsed.minor === 0n) throw refusal(staffTexts[visit.language].faultAmount);
  return parsed.minor;
}

const longestReason = 1000;

export const readGivenReason = (fields: Fields): string | null =>
  fields('reason').trim().slice(0, longestReason) || null;

export function requireReason(visit: Visit, fields: Fields): string {
  const reason = readGivenReason(fields);
  if (reason === null) throw refusal(staffTexts[visit.language].faultReason);
  return reason;
}
