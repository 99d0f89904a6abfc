import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';

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

export async function insertImage(
  tx: Tx,
  photo: NewPhoto & { image: Buffer; thumb: Buffer; sourceLink: string | null },
): Promise<void> {
  await tx`
    insert into social.photos (id, user_id, position, name, image, thumb, source_link, created_at)
    values (${photo.id}, ${photo.userId}, ${photo.position}, ${photo.name}, ${photo.image}, ${photo.thumb},
            ${photo.sourceLink}, ${photo.now})`;
}

export async function copyImage(
  tx: Tx,
  photo: NewPhoto & { sourceLink?: string | undefined },
  fromId: string,
): Promise<void> {
  await tx`
    insert into social.photos (id, user_id, position, name, image, thumb, source_link, created_at)
    select ${photo.id}, ${photo.userId}, ${photo.position}, ${photo.name}, image, thumb, ${photo.sourceLink ?? null},
           ${photo.now}
    from social.photos where id = ${fromId}`;
}

export async function removePhotos(tx: Tx, photoIds: readonly string[]): Promise<void> {
  await tx`delete from social.photos where id = any(${photoIds}::uuid[])`;
}

/**
 * Returns the ids of a photo and of the user’s other photos with the same picture, or none if the user has no such
 * photo.
 */
export async function findSamePhotos(tx: Tx, userId: string, photoId: string): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    select o.id from social.photos f
    join social.photos o on o.user_id = f.user_id and (o.id = f.id or o.image = f.image or o.link = f.link)
    where f.id = ${photoId} and f.user_id = ${userId} order by o.position`;
  return rows.map((row) => row.id);
}

/** Returns the name of the stored photo that was downloaded from this link for this user. */
export async function findPhotoBySource(sql: Sql, userId: string, link: string): Promise<string | undefined> {
  const [row] = await sql<{ name: string }[]>`
    select name from social.photos where user_id = ${userId} and source_link = ${link} and name is not null
    order by position limit 1`;
  return row?.name;
}

/** Locks a user’s row, which serialises changes of that user’s photos. Returns false if the user is deleted. */
export async function lockOwner(tx: Tx, userId: string): Promise<boolean> {
  const rows = await tx`
    select from social.users where id = ${userId} and deleted_at is null for no key update`;
  return rows.length === 1;
}

export async function findPhotoOwner(sql: Sql, name: string): Promise<string | undefined> {
  const [row] = await sql<{ userId: string }[]>`
    select user_id as "userId" from social.photos where name = ${name}`;
  return row?.userId;
}

export async function findImage(
  sql: Sql,
  name: string,
  which: 'image' | 'thumb',
): Promise<Buffer | undefined> {
  const [row] = await sql<{ bytes: Buffer }[]>`
    select case when ${which} = 'thumb' then thumb else image end as bytes from social.photos where name = ${name}`;
  return row?.bytes;
}
