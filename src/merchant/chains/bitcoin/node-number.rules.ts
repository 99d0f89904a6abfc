import { coins } from '../../assets/asset.rules.ts';

/** The same for all of the family. */
const decimals = coins.BTC.decimals;

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

/**
 * Reads JSON without a loss: a number that is not a small whole one stays the text that the node wrote. As a double,
 * 45000000.00000001 would be another amount.
 */
export function parseNodeJson(text: string): unknown {
  const keepText: Reviver = (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && !/^-?\d{1,15}$/.test(source) ? source : value;
  return JSON.parse(text, keepText as (key: string, value: unknown) => unknown);
}

const numberPattern = /^(\d{1,20})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/;

/** A node's amount of coins in the smallest unit. Nodes write 0.00000001 as 1e-8 too. */
export function parseNodeAmount(number: unknown): bigint {
  const text = typeof number === 'string' || typeof number === 'number' ? String(number) : '';
  const match = numberPattern.exec(text);
  if (!match) throw new RangeError(`"${text.slice(0, 40)}" is no amount`);
  const [, whole = '', fraction = '', exponent = '0'] = match;
  const digits = BigInt(whole + fraction);
  const shift = decimals - fraction.length + Number(exponent);
  if (shift >= 0) return digits * 10n ** BigInt(shift);
  const divisor = 10n ** BigInt(-shift);
  if (digits % divisor !== 0n) throw new RangeError(`${text} is finer than the smallest unit`);
  return digits / divisor;
}
