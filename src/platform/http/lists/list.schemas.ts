import type { TSchema } from 'typebox';
import { Type } from '../type.ts';

const Csv = Type.String({
  description:
    'RFC 4180 in UTF-8 with a byte order mark and a header line; text that looks like a formula is escaped',
});

/** Query parameters of every list with cursor pages and a CSV form. */
export const pageFields = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  format: Type.Optional(
    Type.Enum(['json', 'csv'], {
      description: 'Format of the list; takes precedence over the Accept header',
    }),
  ),
};

/** Cursor for lists that are ordered by id. */
export const IdCursor = Type.Optional(
  Type.String({ format: 'uuid', description: 'From the Link header of the previous page' }),
);

export const periodFields = {
  from: Type.Optional(Type.String({ format: 'date-time', description: 'Created at or after this time' })),
  to: Type.Optional(Type.String({ format: 'date-time', description: 'Created before this time' })),
};

/** Returns the `response` schema of a page as JSON and as CSV. */
export const pageOf = <Items extends TSchema>(items: Items, description = 'A page of the list') => ({
  description,
  content: { 'application/json': { schema: items }, 'text/csv': { schema: Csv } },
});
