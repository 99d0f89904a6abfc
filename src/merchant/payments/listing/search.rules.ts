import { isId } from '../../../platform/ids.ts';
import { parseAmount } from '../../../platform/money.ts';
import { euroDecimals } from '../../assets/asset.rules.ts';

/** Possible meanings of a search text. Each of them is searched. */
export interface Needle {
  /** The trimmed text: a reference of the payment or of its customer. */
  readonly text: string;
  readonly paymentId: string | undefined;
  readonly emailAddress: string | undefined;
  readonly cents: bigint | undefined;
  /** With the given, lower and upper case, since networks differ. */
  readonly transactionIds: readonly string[];
  /** Set if the text has the length and characters of an address of any coin. */
  readonly address: string | undefined;
}

const transactionPattern = /^(?:0x)?[0-9a-f]{64}$/i;
/** Accepts a network prefix before a colon. A destination tag does not match. */
const addressPattern = /^(?:[a-z]{2,12}:)?[0-9a-z]{20,110}$/i;
/** An e-mail address has at most 254 characters. */
const mailPattern = /^[^\s@]+@[^\s@]+$/;

export function readNeedle(given: string): Needle | undefined {
  const text = given.trim();
  // PostgreSQL cannot store NUL characters, and lone surrogates would be changed on the way.
  if (text === '' || text.includes('\0') || !text.isWellFormed()) return undefined;
  return {
    text,
    paymentId: isId(text) ? text.toLowerCase() : undefined,
    emailAddress: mailPattern.test(text) && text.length <= 254 ? text : undefined,
    cents: readCents(text),
    transactionIds: transactionPattern.test(text)
      ? [...new Set([text, text.toLowerCase(), text.toUpperCase()])]
      : [],
    address: addressPattern.test(text) ? text : undefined,
  };
}

/** Digits with points, commas, apostrophes or spaces between thousands, and up to two decimals. */
const amountPattern = /^\d{1,9}(?:[.,'\s]\d{3})*(?:[.,]\d{1,2})?$/u;

/** Parses euros in the notations of European countries: `1 234.50`, `1.234,50 €`, `EUR 25`. */
export function readCents(text: string): bigint | undefined {
  const bare = text.replace(/^(?:€|EUR)\s*/i, '').replace(/\s*(?:€|EUR)$/i, '');
  if (!amountPattern.test(bare)) return undefined;
  const [, whole = '', fraction = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(bare) ?? [];
  const parsed = parseAmount(`${whole.replaceAll(/\D/g, '')}.${fraction || '0'}`, euroDecimals);
  return 'minor' in parsed && parsed.minor > 0n ? parsed.minor : undefined;
}
