import pg from 'pg';

/** As it travels to PostgreSQL: bytes as bytes, everything else as text. */
export type WireValue = string | Buffer | null;

// The driver has it, but not in its published types.
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): WireValue } }).utils;

export function toWire(value: unknown): WireValue {
  return typeof value === 'string' ? value : prepareValue(value);
}

type Parser = (text: string) => unknown;

const { builtins } = pg.types;
const parseAnyMoment: Parser = pg.types.getTypeParser(builtins.TIMESTAMPTZ);
/** The number of `text[]` in PostgreSQL's catalogue. The driver's list of types has no arrays, so its type is claimed. */
const TEXT_ARRAY = 1009 as typeof builtins.TEXT;
const parseAnyTexts: Parser = pg.types.getTypeParser(TEXT_ARRAY);

/** Amounts are bigint in JavaScript: int8 as it is, numeric because stores keep it only as numeric(…, 0). */
const parsers = new Map<number, Parser>([
  [builtins.INT8, BigInt],
  [builtins.NUMERIC, BigInt],
  [builtins.TIMESTAMPTZ, parseMoment],
  [TEXT_ARRAY, (text) => (text === '{}' ? [] : parseAnyTexts(text))],
]);

export const parserOf = (oid: number): Parser => parsers.get(oid) ?? (pg.types.getTypeParser(oid) as Parser);

const plainMoment = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/;

/** Every connection is set to UTC, and what it then writes is all but ISO 8601, which the engine itself reads. */
function parseMoment(text: string): unknown {
  return plainMoment.test(text)
    ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
    : parseAnyMoment(text);
}
