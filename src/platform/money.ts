/** Amounts are integers in the smallest unit (cents, satoshi, wei); `decimals` says how many digits that unit has. */

export type Rounding = 'up' | 'down';

const decimalPattern = /^(\d+)(?:\.(\d+))?$/;

/** On either side of the point; far beyond every amount of money. */
export const mostDigits = 30;

export type ParsedAmount = { minor: bigint } | { error: 'malformed' | 'too_large' | 'too_precise' };

/**
 * Reads a decimal exactly. Refuses signs, exponents, blanks and digits beyond the unit: an amount that cannot be
 * held exactly is the sender's mistake, never ours to round.
 */
export function parseAmount(input: string | number, decimals: number): ParsedAmount {
  const text = typeof input === 'number' ? plainDecimal(input) : input;
  const match = decimalPattern.exec(text);
  if (!match) return { error: 'malformed' };
  const whole = match[1] ?? '0';
  if (whole.length > mostDigits) return { error: 'too_large' };
  if ((match[2] ?? '').length > mostDigits) return { error: 'too_precise' };
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  if (fraction.length > decimals) return { error: 'too_precise' };
  return { minor: BigInt(whole + fraction.padEnd(decimals, '0')) };
}

/** JavaScript prints small and large numbers with an exponent; a client that sends 1e-7 as a number means 0.0000001. */
function plainDecimal(value: number): string {
  if (!Number.isFinite(value)) return 'not a number';
  const text = String(value);
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (!match) return text;
  const digits = (match[2] ?? '') + (match[3] ?? '');
  const point = 1 + Number(match[4]);
  const sign = match[1] ?? '';
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return `${sign}${digits.padEnd(point, '0')}`;
}

/** `formatAmount(2500n, 2)` is `"25.00"`: always all decimals, so that equal amounts are equal strings. */
export function formatAmount(minor: bigint, decimals: number): string {
  const sign = minor < 0n ? '-' : '';
  const digits = (minor < 0n ? -minor : minor).toString().padStart(decimals + 1, '0');
  if (decimals === 0) return sign + digits;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** The smaller of two amounts. */
export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** a × b ÷ c for non-negative amounts, with the direction of rounding always named. */
export function multiplyDivide(a: bigint, b: bigint, c: bigint, rounding: Rounding): bigint {
  if (a < 0n || b < 0n || c <= 0n) throw new RangeError('multiplyDivide takes non-negative amounts');
  const product = a * b;
  const quotient = product / c;
  return rounding === 'up' && product % c !== 0n ? quotient + 1n : quotient;
}

/** Moves an amount to a unit with more or fewer decimals. */
export function rescale(minor: bigint, from: number, to: number, rounding: Rounding): bigint {
  return to >= from
    ? minor * 10n ** BigInt(to - from)
    : multiplyDivide(minor, 1n, 10n ** BigInt(from - to), rounding);
}
