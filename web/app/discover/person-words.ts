import type { Card, WholeCard } from './people.ts';

/** `Ana, 29`; the name alone where the age is not known. */
export const nameAndAge = ({ name, age }: Pick<Card, 'name' | 'age'>): string =>
  age === null ? name : `${name}, ${age}`;

/** At most two names; a card is no list. */
export const sharedNames = (person: Pick<WholeCard, 'sharedEvents'> | undefined): string =>
  (person?.sharedEvents ?? [])
    .slice(0, 2)
    .map(({ name }) => name)
    .join(' · ');
