/**
 * Amounts are integers in the smallest unit (cents, satoshi, wei). `decimals` is the number of decimal places of that
 * unit.
 */

export type Rounding = 'up' | 'down';

const decimalPattern = /^(\d+)(?:\.(\d+))?$/;

/** Maximum number of digits on either side of the decimal point. Far beyond every real amount. */
export const mostDigits = 30;

export type ParsedAmount = { minor: bigint } | { error: 'malformed' | 'too_large' | 'too_precise' };

/**
 * Parses a decimal exactly. Rejects signs, exponents, spaces and digits beyond the unit: an amount that cannot be
 * represented exactly is the sender's mistake and is never rounded.
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

/**
 * Converts to plain notation. JavaScript formats small and large numbers with an exponent; a client that sends the
 * number 1e-7 means 0.0000001.
 */
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

/**
 * Formats an amount with all decimals, so that equal amounts are equal strings: `formatAmount(2500n, 2)` is `"25.00"`.
 */
export function formatAmount(minor: bigint, decimals: number): string {
  const sign = minor < 0n ? '-' : '';
  const digits = (minor < 0n ? -minor : minor).toString().padStart(decimals + 1, '0');
  if (decimals === 0) return sign + digits;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Returns a × b ÷ c for non-negative amounts, rounded in the given direction. */
export function multiplyDivide(a: bigint, b: bigint, c: bigint, rounding: Rounding): bigint {
  if (a < 0n || b < 0n || c <= 0n) throw new RangeError('multiplyDivide takes non-negative amounts');
  const product = a * b;
  const quotient = product / c;
  return rounding === 'up' && product % c !== 0n ? quotient + 1n : quotient;
}

/** Converts an amount to a unit with more or fewer decimals. */
export function rescale(minor: bigint, from: number, to: number, rounding: Rounding): bigint {
  return to >= from
    ? minor * 10n ** BigInt(to - from)
    : multiplyDivide(minor, 1n, 10n ** BigInt(from - to), rounding);
}
