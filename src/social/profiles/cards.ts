import type { Query } from '../../platform/postgres/client/sql.ts';
import { partiesOf } from '../events/attendances.ts';
import type { SocialContext } from '../social.context.ts';
import { findCards, strangerPiece, type Card, type CardSources } from './card.store.ts';
import { dayOf } from './profile.rules.ts';

export type { Card };

type Sources = Pick<SocialContext, 'sql' | 'baseUrl'>;

/** In the order of `userIds`, without those who are deleted, who blocked the viewer or whom the viewer blocked. */
export async function loadCards(
  context: SocialContext,
  viewerId: string,
  userIds: readonly string[],
): Promise<Card[]> {
  if (userIds.length === 0) return [];
  const now = context.clock.now();
  const rows = await findCards(context.sql, viewerId, userIds, now, sourcesOf(context, now));
  return rows.map((row) => row.card);
}

/** For a statement of another feature in which `u` is a user not combined with the viewer: the card as JSON. */
export function cardOfStranger(context: Sources, now: Date): Query {
  return strangerPiece(context.sql, sourcesOf(context, now));
}

const sourcesOf = ({ sql, baseUrl }: Sources, now: Date): CardSources => ({
  baseUrl,
  today: dayOf(now),
  parties: partiesOf(sql, now),
});
