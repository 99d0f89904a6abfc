import { Readable } from 'node:stream';
import type { Clock } from '../clock.ts';
import type { Sql } from '../postgres/client/database.ts';

/** Maximum age in milliseconds of the user's last authentication. An export contains all data of the user. */
export const exportProofMs = 15 * 60_000;

/** Time in milliseconds after which an export of a crashed process expires. Longer than a reader may pause. */
export const exportHeldMs = 120_000;

/** A service whose table `users` has a column `exporting_until`. */
export type ExportingSchema = 'accounts' | 'social';

export interface OneExport {
  /** Extends the export. Fails if another export has begun in the meantime. */
  prolong(): Promise<void>;
  end(): Promise<void>;
}

/** Begins an export unless the user already has one in any process. Returns undefined if so. */
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
 * Streams the only export of a user, reading the next piece after the previous one was sent. Returns undefined if the
 * user has another export. The export ends when the stream closes, also after an error.
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
  // If the end cannot be recorded, the export expires soon.
  stream.once('close', () => void one.end().catch(() => {}));
  return stream;
}

async function* whileHeld(one: OneExport, pieces: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) {
    await one.prolong();
    yield piece;
  }
  // Before the stream ends, so that the reader can begin another export at once.
  await one.end();
}
