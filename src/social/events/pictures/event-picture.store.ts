import type { Sql } from '../../../platform/postgres/client/database.ts';

/** Stores a picture under its name. The same picture is stored once. */
export async function insertEventPicture(
  sql: Sql,
  { name, image, now }: { name: string; image: Buffer; now: Date },
): Promise<void> {
  await sql`
    insert into social.event_pictures (name, image, created_at) values (${name}, ${image}, ${now})
    on conflict (name) do update set created_at = excluded.created_at`;
}

export async function findEventPicture(sql: Sql, name: string): Promise<Buffer | undefined> {
  const [row] = await sql<{ image: Buffer }[]>`
    select image from social.event_pictures where name = ${name}`;
  return row?.image;
}

/** Deletes at most `limit` pictures of no event that were uploaded before a time, and returns their number. */
export async function deleteUnusedPictures(
  sql: Sql,
  { before, prefix, limit }: { before: Date; prefix: string; limit: number },
): Promise<number> {
  const rows = await sql`
    delete from social.event_pictures where name in (
      select p.name from social.event_pictures p
      where p.created_at < ${before} and not exists (
        select from social.events e where e.image = ${prefix}::text || p.name)
      limit ${limit})`;
  return rows.count;
}
