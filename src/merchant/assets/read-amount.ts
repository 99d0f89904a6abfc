import { mostDigits, parseAmount } from '../../platform/money.ts';
import { invalidField } from '../../platform/problem.ts';
import { merchantWords } from '../details/merchant-words.rules.ts';

/** Parses an amount with this many decimals. Throws with the name of the field if it is malformed or not positive. */
export function readAmount(field: string, given: string | number, decimals: number): bigint {
  const parsed = parseAmount(given, decimals);
  if ('minor' in parsed) {
    if (parsed.minor > 0n) return parsed.minor;
    throw invalidField(field, 'too_small', merchantWords.moreThanZero);
  }
  switch (parsed.error) {
    case 'malformed':
      throw invalidField(field, 'malformed', merchantWords.decimalNumber);
    case 'too_large':
      throw invalidField(field, 'too_large', merchantWords.mostDigits, { most: mostDigits });
    case 'too_precise':
      throw invalidField(field, 'too_precise', merchantWords.mostDecimals, { most: decimals });
  }
}
