import type { Sql } from '../../../platform/postgres/client/database.ts';
import type { Gender } from '../../people/person.rules.ts';

export interface ListedPerson {
  id: string;
  name: string;
  /** Sort key of the list. */
  sortName: string;
  location: string;
  email: string | null;
  isPremium: boolean;
  createdAt: Date;
  lastActiveAt: Date;
  deletedAt: Date | null;
  erasedAt: Date | null;
  returnedAt: Date | null;
  suspended: boolean;
  hidden: boolean;
  openReports: number;
}

/** Filter of the list. At most one of `id`, `email`, `loginId` and `name` is set. */
export interface PeopleQuery {
  id: string | null;
  email: string | null;
  loginId: string | null;
  /** Beginning of the name. */
  name: string | null;
  only: 'suspended' | 'hidden' | null;
  after: { name: string; id: string } | null;
  limit: number;
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Lists people by name if a name is searched, otherwise newest first. Each variant has its index. */
export async function findPeople(sql: Sql, query: PeopleQuery, now: Date): Promise<ListedPerson[]> {
  const { id, email, loginId, name, only, after, limit } = query;
  const begins = (text: string) => sql`
    lower(u.name) collate "C" >= lower(${text}) collate "C"
    and lower(u.name) collate "C" < lower(${text}) || ${'\u{10FFFF}'} collate "C"
    and (lower(u.name) collate "C", u.id) > (${after?.name ?? ''} collate "C", ${after?.id ?? null}::uuid)`;
  const wanted =
    id !== null
      ? sql`u.id = ${id}`
      : email !== null
        ? sql`lower(u.email) = lower(${email})`
        : loginId !== null
          ? sql`u.login_id = ${loginId}`
          : name !== null
            ? begins(name)
            : sql`u.id < ${after?.id ?? lastId}`;
  const narrowed =
    only === 'suspended'
      ? sql`and u.suspended_until > '-infinity' and u.suspended_until > ${now}`
      : only === 'hidden'
        ? sql`and u.hidden_by is not null`
        : sql``;
  const order = name === null ? sql`u.id desc` : sql`lower(u.name) collate "C", u.id`;
  return sql<ListedPerson[]>`
    select u.id, u.name, lower(u.name) as "sortName", u.location, u.email, u.is_premium as "isPremium",
           u.created_at as "createdAt", u.last_active_at as "lastActiveAt", 
           case when u.identity_hash is null then u.deleted_at else u.erased_at end as "deletedAt",
           u.erased_at as "erasedAt", u.returned_at as "returnedAt",
           u.suspended_until > ${now} as suspended, u.hidden_by is not null as hidden,
           (select count(*)::integer from social.reports r where r.reported_id = u.id and r.closed_at is null) as "openReports"
    from social.users u where ${wanted} ${narrowed}
    order by ${order} limit ${limit}`;
}

export interface PersonRecord {
  provider: string;
  loginId: string;
  email: string | null;
  language: string;
  location: string;
  age: number | null;
  gender: Gender | null;
  isPremium: boolean;
  lastActiveAt: Date;
  /** Number of seats at events that are not over. */
  seats: number;
}

/** Returns a person's data for staff, without reports. */
export async function findPersonRecord(
  sql: Sql,
  userId: string,
  now: Date,
): Promise<PersonRecord | undefined> {
  const [row] = await sql<PersonRecord[]>`
    select u.provider, u.login_id as "loginId", u.email, u.language, u.location, extract(year from age(${now}::date, u.birth_date))::integer as age,
           u.gender, u.is_premium as "isPremium", u.last_active_at as "lastActiveAt",
           (select count(*)::integer from social.attendances a join social.events e on e.id = a.event_id
            where a.user_id = u.id and e.ends_at > ${now}) as seats
    from social.users u where u.id = ${userId}`;
  return row;
}

export interface PersonPhoto {
  id: string;
  position: number;
  /** Address of a photo that is not stored here: external or generated. */
  link: string | null;
}

export async function findPersonPhotos(sql: Sql, userId: string): Promise<PersonPhoto[]> {
  return sql<PersonPhoto[]>`
    select id, position, link from social.photos where user_id = ${userId} order by position`;
}

/** Returns the image of any photo, also of suspended people, because staff need it for a decision. */
export async function findPhotoImage(sql: Sql, photoId: string): Promise<Buffer | undefined> {
  const [row] = await sql<{ image: Buffer | null }[]>`
    select image from social.photos where id = ${photoId}`;
  return row?.image ?? undefined;
}

/** Returns the names of reporters. Missing people are left out. */
export async function findNames(
  sql: Sql,
  userIds: readonly string[],
): Promise<{ id: string; name: string }[]> {
  return sql<{ id: string; name: string }[]>`
    select id, name from social.users where id = any(${userIds}::uuid[])`;
}
