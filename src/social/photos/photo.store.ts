import type { Sql, Tx } from '../../platform/postgres/client/database.ts';

export interface PhotoRow {
  id: string;
  position: number;
  link: string | null;
  name: string | null;
}

export async function findPhotos(sql: Sql, userId: string): Promise<PhotoRow[]> {
  return sql<PhotoRow[]>`
    select id, position, link, name from social.photos where user_id = ${userId} order by position`;
}

export async function lockPhotos(tx: Tx, userId: string): Promise<PhotoRow[]> {
  return tx<PhotoRow[]>`
    select id, position, link, name from social.photos where user_id = ${userId} order by position for update`;
}

export async function movePhoto(tx: Tx, photoId: string, position: number): Promise<void> {
  await tx`update social.photos set position = ${position} where id = ${photoId}`;
}

export async function insertLink(
  tx: Tx,
  photo: { id: string; userId: string; position: number; link: string; now: Date },
): Promise<void> {
  await tx`
    insert into social.photos (id, user_id, position, link, created_at)
    values (${photo.id}, ${photo.userId}, ${photo.position}, ${photo.link}, ${photo.now})`;
}

export interface NewPhoto {
  id: string;
  userId: string;
  position: number;
  name: string;
  now: Date;
}

export async function insertImage(tx: Tx, photo: NewPhoto & { image: Buffer; thumb: Buffer }): Promise<void> {
  await tx`
    insert into social.photos (id, user_id, position, name, image, thumb, created_at)
    values (${photo.id}, ${photo.userId}, ${photo.position}, ${photo.name}, ${photo.image}, ${photo.thumb}, ${photo.now})`;
}

export async function copyImage(tx: Tx, photo: NewPhoto, fromId: string): Promise<void> {
  await tx`
    insert into social.photos (id, user_id, position, name, image, thumb, created_at)
    select ${photo.id}, ${photo.userId}, ${photo.position}, ${photo.name}, image, thumb, ${photo.now}
    from social.photos where id = ${fromId}`;
}

export async function removePhotos(tx: Tx, photoIds: readonly string[]): Promise<void> {
  await tx`delete from social.photos where id = any(${photoIds}::uuid[])`;
}

/** Undefined too where its owner is deleted. */
export async function findImage(
  sql: Sql,
  name: string,
  which: 'image' | 'thumb',
): Promise<Buffer | undefined> {
  const [row] = await sql<{ bytes: Buffer }[]>`
    select case when ${which} = 'thumb' then p.thumb else p.image end as bytes
    from social.photos p join social.users u on u.id = p.user_id and u.deleted_at is null
    where p.name = ${name}`;
  return row?.bytes;
}
