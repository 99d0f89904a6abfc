import { isId } from '../../../platform/ids.ts';
import { parseAmount } from '../../../platform/money.ts';
import { euroDecimals } from '../../assets/asset.rules.ts';

/** What a text that somebody had in the clipboard may be; each is looked for. */
export interface Needle {
  /** As it is: a reference of the payment, or of its customer. */
  readonly text: string;
  readonly paymentId: string | undefined;
  readonly emailAddress: string | undefined;
  readonly cents: bigint | undefined;
  /** As the networks write them: some in small letters, some in capitals. */
  readonly transactionIds: readonly string[];
  /** Long enough and of the letters of an address of any coin. */
  readonly address: string | undefined;
}

const transactionPattern = /^(?:0x)?[0-9a-f]{64}$/i;
/** With the prefix of a network before a colon, and a tag behind another or as a query. */
const addressPattern = /^(?:[a-z]{2,12}:)?[0-9a-z]{20,110}$/i;
/** The longest that an e-mail address can be is 254. */
const mailPattern = /^[^\s@]+@[^\s@]+$/;

export function readNeedle(given: string): Needle | undefined {
  const text = given.trim();
  // PostgreSQL cannot hold the first, and the second would be changed on its way there.
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

/** Digits with a sign of the euro, and with points, commas or blanks between thousands as some country writes them. */
const amountPattern = /^\d{1,9}(?:[.,'\s]\d{3})*(?:[.,]\d{1,2})?$/u;

/** Euros as people of any of our countries write them: `1 234.50`, `1.234,50 €`, `EUR 25`. */
export function readCents(text: string): bigint | undefined {
  const bare = text.replace(/^(?:€|EUR)\s*/i, '').replace(/\s*(?:€|EUR)$/i, '');
  if (!amountPattern.test(bare)) return undefined;
  const [, whole = '', fraction = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(bare) ?? [];
  const parsed = parseAmount(`${whole.replaceAll(/\D/g, '')}.${fraction || '0'}`, euroDecimals);
  return 'minor' in parsed && parsed.minor > 0n ? parsed.minor : undefined;
}
