import type { Sql } from '../../src/platform/postgres/client/database.ts';
import type { Tag } from '../../src/platform/postgres/client/sql.ts';

/** Replaces reading transactions: their statements run through the tag, without a transaction. */
export const readingBy = (tag: Tag): Pick<Sql, 'beginReading'> => ({
  beginReading: async (run) =>
    run(Object.assign(tag, { inTransaction: true as const, defer: () => {}, script: async () => {} })),
});
