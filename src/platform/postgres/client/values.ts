import pg from 'pg';

/** A value in the wire format: bytes as bytes, everything else as text. */
export type WireValue = string | Buffer | null;

// The driver's published types lack `utils.prepareValue`.
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): WireValue } }).utils;

export function toWire(value: unknown): WireValue {
  return typeof value === 'string' ? value : prepareValue(value);
}

type Parser = (text: string) => unknown;

const { builtins } = pg.types;
const parseAnyMoment: Parser = pg.types.getTypeParser(builtins.TIMESTAMPTZ);
/** The oid of `text[]`. The driver's list of types has no arrays, hence the assertion. */
const TEXT_ARRAY = 1009 as typeof builtins.TEXT;
const parseAnyTexts: Parser = pg.types.getTypeParser(TEXT_ARRAY);

/** Amounts are bigint in JavaScript. This holds for numeric as well, because stores use it only as numeric(…, 0). */
const parsers = new Map<number, Parser>([
  [builtins.INT8, BigInt],
  [builtins.NUMERIC, BigInt],
  [builtins.TIMESTAMPTZ, parseMoment],
  [TEXT_ARRAY, (text) => (text === '{}' ? [] : parseAnyTexts(text))],
]);

export const parserOf = (oid: number): Parser => parsers.get(oid) ?? (pg.types.getTypeParser(oid) as Parser);

const plainMoment = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/;

/**
 * Parses a timestamp. Every session uses UTC, so its text is almost ISO 8601, which `Date` parses natively. Rare forms
 * go to the driver's parser.
 */
function parseMoment(text: string): unknown {
  return plainMoment.test(text)
    ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
    : parseAnyMoment(text);
}
