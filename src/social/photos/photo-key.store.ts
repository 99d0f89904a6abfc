import type { Sql } from '../../platform/postgres/client/database.ts';

/** The first one stays: of several processes that start at once all read the same. */
export async function insertPhotoKey(sql: Sql, sealedKey: Buffer, now: Date): Promise<void> {
  await sql`
    insert into social.photo_keys (id, sealed_key, created_at) values (1, ${sealedKey}, ${now})
    on conflict do nothing`;
}

export async function findPhotoKey(sql: Sql): Promise<Buffer> {
  const [row] = await sql<{ sealedKey: Buffer }[]>`
    select sealed_key as "sealedKey" from social.photo_keys where id = 1`;
  if (!row) throw new Error('the key of photos was not kept');
  return row.sealedKey;
}
