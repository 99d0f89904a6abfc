import { mostDigits, parseAmount } from '../../platform/money.ts';
import { invalidField } from '../../platform/problem.ts';

/** An amount that somebody sent, in the unit of its decimals; more than 0, or refused by the name of its field. */
export function readAmount(field: string, given: string | number, decimals: number): bigint {
  const parsed = parseAmount(given, decimals);
  if ('minor' in parsed) {
    if (parsed.minor > 0n) return parsed.minor;
    throw invalidField(field, 'too_small', 'must be more than 0');
  }
  switch (parsed.error) {
    case 'malformed':
      throw invalidField(field, 'malformed', 'must be a decimal number such as 25.00');
    case 'too_large':
      throw invalidField(field, 'too_large', `must have at most ${mostDigits} digits before the point`);
    case 'too_precise':
      throw invalidField(field, 'too_precise', `must have at most ${decimals} decimals`);
  }
}
