import type { Sql } from '../../../platform/postgres/client/database.ts';

export interface PictureCopy {
  image: Buffer | null;
  tried_at: Date;
}

export async function findCopy(sql: Sql, linkHash: Buffer): Promise<PictureCopy | undefined> {
  const [copy] = await sql<PictureCopy[]>`
    select image, tried_at from social.picture_copies where link_hash = ${linkHash}`;
  return copy;
}

/** Stores a copy or a failed fetch. A failure, also of another process, keeps an existing copy. */
export async function keepCopy(
  sql: Sql,
  copy: { linkHash: Buffer; image: Buffer | null; now: Date },
): Promise<void> {
  await sql`
    insert into social.picture_copies as kept (link_hash, image, tried_at)
    values (${copy.linkHash}, ${copy.image}, ${copy.now})
    on conflict (link_hash) do update
    set image = coalesce(excluded.image, kept.image), tried_at = excluded.tried_at`;
}

/** Deletes at most `limit` copies last tried before that time. Returns the number deleted. */
export async function forgetCopies(sql: Sql, before: Date, limit: number): Promise<number> {
  const rows = await sql`
    delete from social.picture_copies where link_hash in (
      select link_hash from social.picture_copies where tried_at < ${before} limit ${limit})`;
  return rows.count;
}
