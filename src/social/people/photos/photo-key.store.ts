import type { Sql } from '../../../platform/postgres/client/database.ts';

/** Stores the key unless there is one, so that processes starting at once all read the same key. */
export async function insertPhotoKey(sql: Sql, sealedKey: Buffer, now: Date): Promise<void> {
  await sql`
    insert into social.photo_keys (id, sealed_key, created_at) values (1, ${sealedKey}, ${now})
    on conflict do nothing`;
}

export async function findPhotoKey(sql: Sql): Promise<Buffer> {
  const [row] = await sql<{ sealedKey: Buffer }[]>`
    select sealed_key as "sealedKey" from social.photo_keys where id = 1`;
  if (!row) throw new Error('the photo key is not stored');
  return row.sealedKey;
}
