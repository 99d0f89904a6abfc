import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import type { Query } from '../../platform/postgres/client/sql.ts';
import type { CardContext, SocialContext } from '../social.context.ts';
import {
  attendanceSeenColumn,
  findCards,
  uncombinedCardColumn,
  type Card,
  type CardSources,
} from './card.store.ts';
import { dayOf } from './person.rules.ts';

export type { Card };

/** Returns cards in the order of `userIds`, without users who are deleted, suspended or blocked by either side. */
export async function loadCards(
  context: CardContext & Pick<SocialContext, 'clock'> & { sql: Sql | Tx },
  viewerId: string,
  userIds: readonly string[],
): Promise<Card[]> {
  if (userIds.length === 0) return [];
  const rows = await findCards(context.sql, userIds, sourcesOf(context, viewerId, context.clock.now()));
  return rows.map((row) => row.card);
}

/**
 * Returns a query fragment for other features: the card, as JSON, of a user `u` who is not combined with the viewer.
 */
export function uncombinedCardOf(
  context: CardContext & Pick<SocialContext, 'sql'>,
  viewerId: string,
  now: Date,
): Query {
  return uncombinedCardColumn(context.sql, sourcesOf(context, viewerId, now));
}

/** Returns a query fragment for other features: whether the viewer may see attendance `a`. */
export const attendanceSeenBy = (
  { sql, settings }: Pick<CardContext, 'settings'> & Pick<SocialContext, 'sql'>,
  viewerId: string,
): Query => attendanceSeenColumn(sql, { id: viewerId, byDefault: settings.ATTENDANCE_VISIBLE_TO });

const sourcesOf = (
  { baseUrl, photoAccess, settings }: CardContext,
  viewerId: string,
  now: Date,
): CardSources => ({
  baseUrl,
  now,
  today: dayOf(now),
  photoQuery: photoAccess.queryFor(viewerId),
  showsLinks: photoAccess.showsLinks,
  viewer: { id: viewerId, byDefault: settings.ATTENDANCE_VISIBLE_TO },
});
