import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import type { Query } from '../../platform/postgres/client/sql.ts';
import type { CardContext, SocialContext } from '../social.context.ts';
import {
  attendanceSeenColumn,
  findCards,
  strangerCardColumn,
  type Card,
  type CardSources,
} from './card.store.ts';
import { dayOf } from './person.rules.ts';

export type { Card };

/** In the order of `userIds`, without those who are deleted or suspended, who blocked the viewer or whom the viewer blocked. */
export async function loadCards(
  context: CardContext & Pick<SocialContext, 'clock'> & { sql: Sql | Tx },
  viewerId: string,
  userIds: readonly string[],
): Promise<Card[]> {
  if (userIds.length === 0) return [];
  const rows = await findCards(context.sql, userIds, sourcesOf(context, viewerId, context.clock.now()));
  return rows.map((row) => row.card);
}

/** For a statement of another feature in which `u` is a user not combined with the viewer: the card as JSON. */
export function cardOfStranger(
  context: CardContext & Pick<SocialContext, 'sql'>,
  viewerId: string,
  now: Date,
): Query {
  return strangerCardColumn(context.sql, sourcesOf(context, viewerId, now));
}

/** For a statement of another feature in which `a` is an attendance: whether the viewer may see it. */
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
