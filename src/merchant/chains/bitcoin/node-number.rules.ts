import { coins } from '../../assets/asset.rules.ts';

/** The same for Bitcoin, Bitcoin Cash and Litecoin. */
const decimals = coins.BTC.decimals;

/**
 * Every amount that is read has one of these names. Inside a JSON string a quotation mark has a backslash
 * before it, so that this never matches there.
 */
const amounts = /("(?:value|feerate|mempoolminfee|result)"\s*:\s*)(-?\d[\d.eE+-]*)/g;

/**
 * Reads JSON with amounts as the text that the node wrote: as a double, 45000000.00000001 would lose its end. The names
 * are looked for in the text because reading each number apart takes five times as long, and a block has thousands.
 */
export function parseNodeJson(text: string): unknown {
  return JSON.parse(text.replace(amounts, '$1"$2"'));
}

const numberPattern = /^(\d{1,20})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/;

/** A node's amount of coins in the smallest unit. Nodes write 0.00000001 as 1e-8 too. */
export function parseNodeAmount(number: unknown): bigint {
  // Never a number: whatever was read as one may have lost its last digits.
  const text = typeof number === 'string' ? number : '';
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
