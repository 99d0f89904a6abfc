import { parserOf } from '../../src/platform/postgres/client/values.ts';
import type { Value } from './fault.ts';

/** JavaScript types by the object ids of PostgreSQL's own types (`pg_type.oid`). */
export const columnTypes: Readonly<Partial<Record<number, Value>>> = {
  16: 'boolean', // bool
  17: 'Buffer', // bytea
  20: 'bigint', // int8
  21: 'number', // int2
  23: 'number', // int4
  26: 'number', // oid
  114: 'json', // json
  700: 'number', // float4
  701: 'number', // float8
  1000: 'boolean[]', // bool[]
  1005: 'number[]', // int2[]
  1007: 'number[]', // int4[]
  1009: 'string[]', // text[]
  1015: 'string[]', // varchar[]
  1016: 'string[]', // int8[], unlike int8
  1082: 'Date', // date
  1114: 'Date', // timestamp
  1184: 'Date', // timestamptz
  1185: 'Date[]', // timestamptz[]
  1231: 'number[]', // numeric[], unlike numeric
  1700: 'bigint', // numeric
  2951: 'string[]', // uuid[]
  3802: 'json', // jsonb
};

const parseNothing = parserOf(0);

/** Returns the JavaScript type of a column; undefined if the table does not contain it. */
export function valueOf(type: number): Value | undefined {
  // Types without a parser, such as enumerations and arrays of them, stay text.
  return columnTypes[type] ?? (parserOf(type) === parseNothing ? 'string' : undefined);
}
