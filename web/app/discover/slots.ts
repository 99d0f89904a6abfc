import type { Advertisement } from '../advertisements/state.ts';
import type { Card } from './people.ts';

/** What lies in the deck: people, and now and then an advertisement. */
export type Content =
  | { readonly kind: 'person'; readonly key: string; readonly card: Card }
  | { readonly kind: 'advertisement'; readonly key: string; readonly advertisement: Advertisement };

/** So many people between two of them. */
export const peopleBetween = 8;

export interface DeckTurn {
  /** How many people were decided on since the start. */
  readonly turns: number;
  /** At which turn the last advertisement was put away. */
  readonly putAwayAt: number;
}

/** The advertisement that is due, if one is: never first, and never twice at one place. */
export function dueAdvertisement(
  { turns, putAwayAt }: DeckTurn,
  advertisements: readonly Advertisement[],
): Advertisement | undefined {
  if (turns === 0 || turns % peopleBetween !== 0 || putAwayAt === turns) return undefined;
  return advertisements[(turns / peopleBetween - 1) % advertisements.length];
}

/** The two that are to be seen: the one on top, and the one under it. */
export function topContents(
  cards: readonly Card[],
  turn: DeckTurn,
  advertisements: readonly Advertisement[],
): Content[] {
  const people = cards.slice(0, 2).map((card): Content => ({ kind: 'person', key: card.id, card }));
  const due = cards.length === 0 ? undefined : dueAdvertisement(turn, advertisements);
  if (!due) return people;
  const content: Content = { kind: 'advertisement', key: `${due.id} ${turn.turns}`, advertisement: due };
  return [content, ...people.slice(0, 1)];
}
