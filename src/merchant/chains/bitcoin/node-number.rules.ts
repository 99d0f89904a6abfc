import { coins } from '../../assets/asset.rules.ts';

/** Decimals of an amount, the same for Bitcoin, Bitcoin Cash and Litecoin. */
const decimals = coins.BTC.decimals;

/**
 * Matches every amount that is read by its field name. It never matches inside a JSON string, where quotation marks
 * have a backslash.
 */
const amounts = /("(?:value|feerate|mempoolminfee|result)"\s*:\s*)(-?\d[\d.eE+-]*)/g;

/**
 * Parses JSON with amounts as the node's text, because a double would change 45000000.00000001. The names are searched
 * in the text, because a reviver for each number takes five times as long, and a block has thousands.
 */
export function parseNodeJson(text: string): unknown {
  return JSON.parse(text.replace(amounts, '$1"$2"'));
}

const numberPattern = /^(\d{1,20})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/;

/** Parses a node's amount of coins into the smallest unit. Nodes also write 0.00000001 as 1e-8. */
export function parseNodeAmount(number: unknown): bigint {
  // Rejects numbers: parsing may have changed their last digits.
  const text = typeof number === 'string' ? number : '';
  const match = numberPattern.exec(text);
  if (!match) throw new RangeError(`"${text.slice(0, 40)}" is not an amount`);
  const [, whole = '', fraction = '', exponent = '0'] = match;
  const digits = BigInt(whole + fraction);
  const shift = decimals - fraction.length + Number(exponent);
  if (shift >= 0) return digits * 10n ** BigInt(shift);
  const divisor = 10n ** BigInt(-shift);
  if (digits % divisor !== 0n) throw new RangeError(`${text} is finer than the smallest unit`);
  return digits / divisor;
}
