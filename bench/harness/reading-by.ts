import type { Sql } from '../../src/platform/postgres/client/database.ts';
import type { Tag } from '../../src/platform/postgres/client/sql.ts';

/** Reading transactions whose statements go through the tag, each by itself. */
export const readingBy = (tag: Tag): Pick<Sql, 'beginReading'> => ({
  beginReading: async (run) =>
    run(Object.assign(tag, { inTransaction: true as const, defer: () => {}, script: async () => {} })),
});
