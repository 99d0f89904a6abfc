import type { Sql } from '../../platform/postgres/client/database.ts';
import type { Query } from '../../platform/postgres/client/sql.ts';

/** How a user is shown wherever one is shown, in the order of the wire. */
export interface Card {
  name: string;
  id: string;
  photoQty: number;
  local: string;
  age: number | null;
  parties: number[];
  isCombination: 0 | 1;
  image: string;
}

/** What a card needs besides the user. */
export interface CardSources {
  baseUrl: string;
  /** YYYY-MM-DD. */
  today: string;
  /** The coming events of a user `u`. */
  parties: Query;
}

/** A column of another feature's statement: the card of a user `u` with whom the viewer is not combined, as JSON. */
export function strangerPiece(sql: Sql, sources: CardSources): Query {
  return cardPiece(sql, sources, sql`0`);
}

/**
 * PostgreSQL writes a card as the wire has it, so that a page of them passes through as one text instead of some
 * hundred values. The address of the picture: of `photo-urls.ts`.
 */
function cardPiece(sql: Sql, { baseUrl, today, parties }: CardSources, isCombination: Query): Query {
  return sql`(
    select row_to_json(card) from (
      select u.name, u.id, photo.count as "photoQty", u.location as local,
             extract(year from age(${today}::date, u.birth_date))::integer as age, ${parties} as parties,
             ${isCombination} as "isCombination",
             case when starts_with(photo.link, '/') then ${baseUrl} || photo.link
                  else coalesce(photo.link, ${baseUrl} || coalesce('/photos/' || photo.name, '/portraits/' || u.id || '.svg'))
             end as image
      from (
        select count(*) filter (where f.position > 0) as count, (array_agg(f.link order by f.position))[1] as link,
               (array_agg(f.name order by f.position))[1] as name
        from social.photos f where f.user_id = u.id) photo
    ) card)`;
}

/** In the order of `userIds`, without those who are deleted or blocked by either side. */
export async function findCards(
  sql: Sql,
  viewerId: string,
  userIds: readonly string[],
  now: Date,
  sources: CardSources,
): Promise<{ card: Card }[]> {
  return sql<{ card: Card }[]>`
    select ${cardPiece(sql, sources, sql`(p.combined_at is not null)::integer`)} as card
    from unnest(${userIds}::uuid[]) with ordinality as wanted (id, position)
    join social.users u on u.id = wanted.id
    left join social.pairs p on p.low_id = least(u.id, ${viewerId}::uuid) and p.high_id = greatest(u.id, ${viewerId}::uuid)
    where u.deleted_at is null
      and (p.low_blocked_until is null or p.low_blocked_until <= ${now})
      and (p.high_blocked_until is null or p.high_blocked_until <= ${now})
    order by wanted.position`;
}
