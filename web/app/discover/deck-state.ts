import { api } from '../state/api.ts';
import { keptStore } from '../state/known.ts';
import { getMe } from '../state/session.ts';
import { createStore, type Store } from '../state/store.ts';
import { joinDecks, type Deck } from './join-decks.ts';
import { outbox } from './outbox.ts';
import { loadPerson, preloadPhoto, type Card } from './people.ts';

export const deck: Store<Deck> = keptStore<Deck>('discover.deck', { cards: [], isWhole: false });
export const asking: Store<'no' | 'yes' | 'failed'> = createStore<'no' | 'yes' | 'failed'>('no');

const pageSize = 20;
const fewCards = 8;
const preloaded = 3;

/** Iterator over one pass through the feed. Cards are taken from it on demand. */
let walk: AsyncGenerator<Card, void, undefined> | undefined;
let walker: string | undefined;
/** Ids on which this user has acted. Their cards stay hidden, although the server may not have the action yet. */
let actedOn = new Set<string>();
/** Ids brought back since by an undo. */
let returned = new Set<string>();

const isActedOn = (id: string): boolean => actedOn.has(id) || outbox.get().some(({ card }) => card.id === id);

export function removeCard(id: string): void {
  actedOn.add(id);
  returned.delete(id);
  deck.change((before) => ({ ...before, cards: before.cards.filter((card) => card.id !== id) }));
}

/** Puts the card back on top after an undo or a refusal by the server. */
export function returnCard(card: Card): void {
  actedOn.delete(card.id);
  returned.add(card.id);
  deck.change((before) => ({
    ...before,
    cards: [card, ...before.cards.filter(({ id }) => id !== card.id)],
  }));
}

async function takeCards(from: AsyncGenerator<Card, void, undefined>): Promise<Deck> {
  const cards: Card[] = [];
  while (cards.length < pageSize) {
    const { done, value } = await from.next();
    // Combined people come last in the feed and have their own screen.
    if (done === true || value.isCombination === 1) return { cards, isWhole: true };
    cards.push(value);
  }
  return { cards, isWhole: false };
}

/** Loads more cards if few are left. Starts a new pass if there is none since the page was loaded. */
export async function fillDeck({ startsOver = false } = {}): Promise<void> {
  const { userId } = getMe();
  if (walker !== userId) {
    walk = undefined;
    walker = userId;
    actedOn = new Set();
    returned = new Set();
    asking.set('no');
  }
  if (asking.get() === 'yes') return;
  const isNew = startsOver || walk === undefined;
  if (!isNew && (deck.get().isWhole || deck.get().cards.length >= fewCards)) return;
  if (isNew) walk = api.list('/user/feed', { query: { limit: pageSize } });
  const from = walk;
  if (!from) return;
  asking.set('yes');
  try {
    const taken = await takeCards(from);
    if (walker !== userId) return;
    deck.change((before) =>
      joinDecks(before, taken, { isNew, isGone: isActedOn, isReturned: (id) => returned.has(id) }),
    );
    asking.set('no');
  } catch {
    walk = undefined;
    asking.set('failed');
  }
}

/** Loads all photos of the next cards, starting with their first photos. */
export async function preloadCards(): Promise<void> {
  for (const [index, card] of deck.get().cards.slice(0, preloaded).entries()) {
    if (index > 0) preloadPhoto(card.image);
    const person = await loadPerson(card.id).catch(() => undefined);
    if (index === 0) for (const { url } of person?.photos.slice(1, 3) ?? []) preloadPhoto(url);
  }
}
