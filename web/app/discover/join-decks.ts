import type { Card } from './people.ts';

export interface Deck {
  /** Cards in order; the first is on top. */
  readonly cards: readonly Card[];
  /** True if the feed has no further cards. */
  readonly isWhole: boolean;
}

export interface Joining {
  readonly isNew: boolean;
  /** True if this user has acted on the person, although the server may not have the action yet. */
  isGone(id: string): boolean;
  /** True if an undo brought the person back. A feed read before the undo does not contain them. */
  isReturned(id: string): boolean;
}

/**
 * Joins a deck with cards read later. A new pass replaces the deck but keeps the card on top, which the user is looking
 * at.
 */
export function joinDecks(before: Deck, taken: Deck, { isNew, isGone, isReturned }: Joining): Deck {
  const fresh = taken.cards.filter(({ id }) => !isGone(id));
  const { isWhole } = taken;
  if (!isNew) {
    const known = new Set(before.cards.map(({ id }) => id));
    return { cards: [...before.cards, ...fresh.filter(({ id }) => !known.has(id))], isWhole };
  }
  const [top] = before.cards;
  const same = top && (fresh.find(({ id }) => id === top.id) ?? (isReturned(top.id) ? top : undefined));
  return { cards: same ? [same, ...fresh.filter(({ id }) => id !== same.id)] : fresh, isWhole };
}
