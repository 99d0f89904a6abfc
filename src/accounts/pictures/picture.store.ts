import type { Sql, Tx } from '../../platform/postgres/client/database.ts';

/** A user has one picture; the one before goes with its name. */
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

/** What the user's row says about the picture; one that lies elsewhere is no longer shown. */
export async function setPictureName(tx: Tx, userId: string, name: string | null): Promise<void> {
  await tx`update accounts.users set picture_name = ${name}, picture_url = null where id = ${userId}`;
}

/** False also where there is no such user. */
export async function lacksPicture(tx: Tx, userId: string): Promise<boolean> {
  const rows = await tx`select 1 from accounts.users where id = ${userId} and picture_name is null`;
  return rows.length > 0;
}
