import type { TSchema } from 'typebox';
import { Type } from '../type.ts';

const Csv = Type.String({
  description:
    'RFC 4180 in UTF-8 with a byte order mark and a header line; what looks like a formula is text',
});

/** Of every list that pages by a cursor and has a CSV form. */
export const pageFields = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  format: Type.Optional(Type.Enum(['json', 'csv'], { description: 'The same as an Accept header' })),
};

/** For lists whose order is that of their ids. */
export const IdCursor = Type.Optional(
  Type.String({ format: 'uuid', description: 'From the Link header of the page before' }),
);

export const periodFields = {
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Made from this moment on' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Made before this moment' })),
};

/** A page as JSON and as CSV, for `response`. */
export const pageOf = <Items extends TSchema>(items: Items, description = 'A page of the list') => ({
  description,
  content: { 'application/json': { schema: items }, 'text/csv': { schema: Csv } },
});
