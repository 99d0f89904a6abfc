import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';

/** Inserts the picture and deletes the user's previous one. */
export async function replacePicture(
  tx: Tx,
  picture: { name: string; userId: string; image: Buffer; createdAt: Date },
): Promise<void> {
  await tx`
    insert into accounts.pictures (name, user_id, image, created_at)
    values (${picture.name}, ${picture.userId}, ${picture.image}, ${picture.createdAt})
    on conflict (user_id) do update
    set name = excluded.name, image = excluded.image, created_at = excluded.created_at`;
}

export async function findPictureByName(sql: Sql, name: string): Promise<Buffer | undefined> {
  const [row] = await sql<{ image: Buffer }[]>`select image from accounts.pictures where name = ${name}`;
  return row?.image;
}

export async function deletePicture(tx: Tx, userId: string): Promise<void> {
  await tx`delete from accounts.pictures where user_id = ${userId}`;
}

/** Sets the picture of the user. A picture on another server is no longer shown. */
export async function setPictureName(tx: Tx, userId: string, name: string | null): Promise<void> {
  await tx`update accounts.users set picture_name = ${name}, picture_url = null where id = ${userId}`;
}

/** Returns false if the user has a picture or does not exist. */
export async function lacksPicture(tx: Tx, userId: string): Promise<boolean> {
  const rows = await tx`select 1 from accounts.users where id = ${userId} and picture_name is null`;
  return rows.length > 0;
}
