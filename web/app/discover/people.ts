import type { SocialApi } from '@praca/client';
import { ownAddress } from '../parts/own-address.ts';
import { api } from '../state/api.ts';
import { onForgotten } from '../state/forget-person.ts';
import { keptStore } from '../state/known.ts';
import type { Store } from '../state/store.ts';

export type Card = SocialApi['GET /user/feed']['answer'][number];
export type WholeCard = SocialApi['GET /user/{userId}/card']['answer'];

type People = Readonly<Record<string, WholeCard>>;

/** Full profiles of the people seen last. */
export const people: Store<People> = keptStore<People>('discover.people', {});
const mostPeople = 40;
/** Profiles requested since the page was loaded. The stored ones may be outdated. */
const asked = new Map<string, Promise<WholeCard>>();

export function loadPerson(id: string): Promise<WholeCard> {
  const before = asked.get(id);
  if (before) return before;
  const coming = api.get('/user/{userId}/card', { path: { userId: id } });
  asked.set(id, coming);
  coming.then(keepPerson, () => asked.delete(id));
  return coming;
}

function keepPerson(person: WholeCard): void {
  people.change((before) => {
    const others = Object.entries(before).filter(([id]) => id !== person.id);
    return Object.fromEntries([...others.slice(1 - mostPeople), [person.id, person]]);
  });
}

/** Deletes the stored profile of a person whom the user may no longer see. */
export function forgetProfile(id: string): void {
  asked.delete(id);
  people.change((before) => Object.fromEntries(Object.entries(before).filter(([key]) => key !== id)));
}

onForgotten((id) => void asked.delete(id));

/** Returns the photos, or only the first one if the profile is not loaded yet. */
export const photosOf = (card: Card, person: WholeCard | undefined): readonly string[] => {
  const urls = person?.photos.map(({ url }) => url) ?? [];
  return urls.length > 0 ? urls : [card.image];
};

export function preloadPhoto(url: string): void {
  const address = ownAddress(url);
  if (address !== '') new Image().src = address;
}
