import { isId } from '../../../platform/ids.ts';
import { loadPresences, type Presence } from '../live/load-presences.ts';
import { attendanceSeenBy, loadCards, type Card } from '../../people/load-cards.ts';
import { loadPhotos, type ShownPhoto } from '../../people/photos/list-photos.ts';
import type { ViewerContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { findAbout, findSharedEvents } from './whole-card.store.ts';
import { socialWords } from '../../details/social-words.rules.ts';

export interface WholeCard extends Card, Presence {
  about: string;
  photos: ShownPhoto[];
  sharedEvents: { id: number; name: string; startDate: string; timezone: string; city: string }[];
}

/** Returns the whole card of a user. Hidden users and unknown ids get the same refusal. */
export async function readWholeCard(
  context: ViewerContext,
  viewerId: string,
  userId: string,
): Promise<WholeCard> {
  const [card] = isId(userId) ? await loadCards(context, viewerId, [userId]) : [];
  if (!card) throw problem('forbidden', { say: socialWords.userNotVisible });
  const [about, { photos }, shared, presenceOf] = await Promise.all([
    findAbout(context.sql, card.id),
    loadPhotos(context, viewerId, card.id),
    findSharedEvents(context.sql, viewerId, card.id, {
      now: context.clock.now(),
      isSeen: attendanceSeenBy(context, viewerId),
    }),
    loadPresences(context, card.isCombination === 1 ? [card.id] : []),
  ]);
  const sharedEvents = shared.map(({ id, name, startsAt, timezone, city }) => ({
    id,
    name,
    startDate: startsAt.toISOString(),
    timezone,
    city,
  }));
  return { ...card, about: about ?? '', photos, sharedEvents, ...presenceOf(card.id) };
}
