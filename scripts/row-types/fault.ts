/** What the driver gives for a column (`src/platform/postgres/client/values.ts`). In a list any item may be null. */
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

/** What is wrong with a row type, in a sentence per column; never where it fits what PostgreSQL described. */
export type Fault<Rows extends readonly object[], Columns extends Record<string, Value>, Nulls> =
  | Each<Exclude<Needed<Rows[number]>, keyof Columns>, 'is not among the columns'>
  | Each<Exclude<keyof Columns, keyof Rows[number]>, 'is a column that the type lacks'>
  | {
      [Name in keyof Columns & keyof Rows[number] & string]:
        | FaultOfValue<Name, Rows[number][Name], Columns[Name]>
        | (Name extends Nulls ? FaultOfNull<Name, Rows[number][Name]> : never);
    }[keyof Columns & keyof Rows[number] & string];

type Each<Names, Complaint extends string> = Names extends string ? `${Names} ${Complaint}` : never;

/** The properties that a row must have. */
type Needed<Row> = { [Name in keyof Row]-?: object extends Pick<Row, Name> ? never : Name }[keyof Row];

/** The claim may be narrower than what is given: PostgreSQL does not tell which texts a check constraint lets in. */
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

/** Whatever in a type JSON cannot hold. */
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
