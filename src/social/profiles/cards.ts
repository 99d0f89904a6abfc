import { partiesOf } from '../events/attendances.ts';
import { linkUrl, photoUrl, portraitUrl } from '../photos/photo-urls.ts';
import type { SocialContext } from '../social.context.ts';
import { findCards, type CardRow } from './card.store.ts';
import { ageOn, dayOf } from './profile.rules.ts';

/** How a user is shown wherever one is shown. */
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

/** In the order of `userIds`, without those who are deleted, who blocked the viewer or whom the viewer blocked. */
export async function loadCards(
  context: SocialContext,
  viewerId: string,
  userIds: readonly string[],
): Promise<Card[]> {
  if (userIds.length === 0) return [];
  const now = context.clock.now();
  const rows = await findCards(context.sql, viewerId, userIds, now, partiesOf(context.sql, now));
  const today = dayOf(now);
  return rows.map((row) => ({
    name: row.name,
    id: row.id,
    photoQty: row.photo_count,
    local: row.location,
    age: row.birth_date === null ? null : ageOn(row.birth_date, today),
    parties: row.parties,
    isCombination: row.combined ? 1 : 0,
    image: imageOf(context, row),
  }));
}

function imageOf(context: SocialContext, row: CardRow): string {
  if (row.photo_link !== null) return linkUrl(context, row.photo_link);
  return row.photo_name === null ? portraitUrl(context, row.id) : photoUrl(context, row.photo_name);
}
