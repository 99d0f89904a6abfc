import { Readable } from 'node:stream';
import type { Clock } from '../clock.ts';
import type { Sql } from '../postgres/client/database.ts';

/** So recently must a user have proven who they are: the file holds all that is known about them. */
export const exportProofMs = 15 * 60_000;

/** After this the export of a process that died does not count any more. Longer than a reader may stand still. */
export const exportHeldMs = 120_000;

/** The table of users of a service, with a column `exporting_until`. */
export type ExportingSchema = 'accounts' | 'social';

export interface OneExport {
  /** Fails where another export has begun since. */
  prolong(): Promise<void>;
  end(): Promise<void>;
}

/** Begins the only export of a user, in all processes; undefined while there is another. */
export async function beginExport(
  { sql, clock }: { readonly sql: Sql; readonly clock: Clock },
  schema: ExportingSchema,
  userId: string,
): Promise<OneExport | undefined> {
  const users = sql`${sql.identifier(schema)}.users`;
  const inTime = (): Date => new Date(clock.nowMs() + exportHeldMs);
  let until = inTime();
  const begun = await sql`
    update ${users} set exporting_until = ${until}
    where id = ${userId} and (exporting_until is null or exporting_until <= ${clock.now()})`;
  if (begun.count === 0) return undefined;
  return {
    async prolong() {
      if (until.getTime() - clock.nowMs() > exportHeldMs / 2) return;
      const next = inTime();
      const prolonged = await sql`
        update ${users} set exporting_until = ${next} where id = ${userId} and exporting_until = ${until}`;
      if (prolonged.count === 0) throw new Error('this export was overtaken by another');
      until = next;
    },
    async end() {
      await sql`update ${users} set exporting_until = null where id = ${userId} and exporting_until = ${until}`;
    },
  };
}

/**
 * The only export of a user as a stream, of which a piece is read when the one before has been sent; undefined while there
 * is another. The export ends with the stream, however that ends.
 */
export async function streamExport(
  context: { readonly sql: Sql; readonly clock: Clock },
  schema: ExportingSchema,
  userId: string,
  open: () => Promise<AsyncIterable<string>>,
): Promise<Readable | undefined> {
  const one = await beginExport(context, schema, userId);
  if (!one) return undefined;
  const stream = await open().then(
    (pieces) => Readable.from(whileHeld(one, pieces)),
    async (error: unknown) => {
      await one.end();
      throw error;
    },
  );
  // What cannot be noted as ended is not counted for long.
  stream.once('close', () => void one.end().catch(() => {}));
  return stream;
}

async function* whileHeld(one: OneExport, pieces: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) {
    await one.prolong();
    yield piece;
  }
  // Before the reader knows that this was all, and may ask again.
  await one.end();
}
