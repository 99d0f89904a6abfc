/** Types that the driver returns for columns (`src/platform/postgres/client/values.ts`). Any array item may be null. */
interface Values {
  string: string;
  number: number;
  bigint: bigint;
  boolean: boolean;
  Date: Date;
  Buffer: Buffer;
  json: unknown;
  'string[]': readonly (string | null)[];
  'number[]': readonly (number | null)[];
  'boolean[]': readonly (boolean | null)[];
  'Date[]': readonly (Date | null)[];
}
export type Value = keyof Values;

/** Errors of a row type, one sentence per column; `never` if it matches the columns of PostgreSQL. */
export type Fault<Rows extends readonly object[], Columns extends Record<string, Value>, Nulls> =
  | Each<Exclude<Needed<Rows[number]>, keyof Columns>, 'is not among the columns'>
  | Each<Exclude<keyof Columns, keyof Rows[number]>, 'is a column that the type lacks'>
  | {
      [Name in keyof Columns & keyof Rows[number] & string]:
        | FaultOfValue<Name, Rows[number][Name], Columns[Name]>
        | (Name extends Nulls ? FaultOfNull<Name, Rows[number][Name]> : never);
    }[keyof Columns & keyof Rows[number] & string];

type Each<Names, Complaint extends string> = Names extends string ? `${Names} ${Complaint}` : never;

type Needed<Row> = { [Name in keyof Row]-?: object extends Pick<Row, Name> ? never : Name }[keyof Row];

/**
 * A claim may be narrower than the column, because PostgreSQL does not report which texts a check constraint allows.
 */
type FaultOfValue<Name extends string, Claimed, Given extends Value> = unknown extends Claimed
  ? never
  : Given extends 'json'
    ? [NoJson<Claimed>] extends [never]
      ? never
      : `${Name} is json, in which nothing is a bigint, a Date or a Buffer`
    : [NonNullable<Claimed>] extends [Values[Given]]
      ? never
      : `${Name} is a ${Given}`;

type FaultOfNull<Name extends string, Claimed> = null extends Claimed ? never : `${Name} was null`;

/** Parts of a type that JSON cannot represent. */
type NoJson<Claimed> = unknown extends Claimed
  ? never
  : Claimed extends bigint | Date | Uint8Array
    ? Claimed
    : Claimed extends string | number | boolean
      ? never
      : Claimed extends readonly (infer Item)[]
        ? NoJson<Item>
        : Claimed extends object
          ? { [Name in keyof Claimed]-?: NoJson<Claimed[Name]> }[keyof Claimed]
          : never;
