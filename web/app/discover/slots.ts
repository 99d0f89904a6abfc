import type { Advertisement } from '../advertisements/state.ts';
import type { Card } from './people.ts';

/** Content of the deck: people, with an advertisement now and then. */
export type Content =
  | { readonly kind: 'person'; readonly key: string; readonly card: Card }
  | { readonly kind: 'advertisement'; readonly key: string; readonly advertisement: Advertisement };

/** Minimum number of people between two advertisements. */
export const peopleBetween = 8;

export interface DeckTurn {
  /** Number of decisions since the page was loaded. */
  readonly turns: number;
  /** Value of `turns` when the last advertisement was dismissed. */
  readonly putAwayAt: number;
}

/** Returns the advertisement that is due. There is none before the first person, and at most one per position. */
export function dueAdvertisement(
  { turns, putAwayAt }: DeckTurn,
  advertisements: readonly Advertisement[],
): Advertisement | undefined {
  if (turns === 0 || turns % peopleBetween !== 0 || putAwayAt === turns) return undefined;
  return advertisements[(turns / peopleBetween - 1) % advertisements.length];
}

/** Returns the two visible items: the top one and the one below it. */
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
