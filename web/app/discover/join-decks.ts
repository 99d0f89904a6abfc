import type { Card } from './people.ts';

export interface Deck {
  /** The first lies on top. */
  readonly cards: readonly Card[];
  /** There is nobody after these. */
  readonly isWhole: boolean;
}

export interface Joining {
  readonly isNew: boolean;
  /** Whom this user has acted on, though the server may not know yet. */
  isGone(id: string): boolean;
  /** Who was brought back by an undo, of which a feed that was read before it knows nothing. */
  isReturned(id: string): boolean;
}

/** A new walk finds whoever came or changed since; the card that is being looked at stays on top. */
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
