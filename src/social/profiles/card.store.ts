import type { Sql } from '../../platform/postgres/database.ts';
import type { Query } from '../../platform/postgres/sql.ts';

export interface CardRow {
  id: string;
  name: string;
  location: string;
  birth_date: string | null;
  photo_count: number;
  photo_link: string | null;
  photo_name: string | null;
  combined: boolean;
  parties: number[];
}

export async function findCards(
  sql: Sql,
  viewerId: string,
  userIds: readonly string[],
  now: Date,
  /** The coming events of a user `u`. */
  parties: Query,
): Promise<CardRow[]> {
  return sql<CardRow[]>`
    select u.id, u.name, u.location, u.birth_date::text, coalesce(photo.count, 0)::int as photo_count,
           photo.link as photo_link, photo.name as photo_name, p.combined_at is not null as combined, ${parties} as parties
    from unnest(${userIds}::uuid[]) with ordinality as wanted (id, position)
    join social.users u on u.id = wanted.id
    left join social.pairs p on p.low_id = least(u.id, ${viewerId}::uuid) and p.high_id = greatest(u.id, ${viewerId}::uuid)
    left join lateral (
      select count(*) filter (where f.position > 0) as count,
             (array_agg(f.link order by f.position))[1] as link, (array_agg(f.name order by f.position))[1] as name
      from social.photos f where f.user_id = u.id) photo on true
    where u.deleted_at is null
      and (p.low_blocked_until is null or p.low_blocked_until <= ${now})
      and (p.high_blocked_until is null or p.high_blocked_until <= ${now})
    order by wanted.position`;
}
