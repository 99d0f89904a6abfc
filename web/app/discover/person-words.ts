import type { Card, WholeCard } from './people.ts';

/** Returns `Ana, 29`, or only the name if the age is unknown. */
export const nameAndAge = ({ name, age }: Pick<Card, 'name' | 'age'>): string =>
  age === null ? name : `${name}, ${age}`;

/** Returns at most two event names, to fit on a card. */
export const sharedNames = (person: Pick<WholeCard, 'sharedEvents'> | undefined): string =>
  (person?.sharedEvents ?? [])
    .slice(0, 2)
    .map(({ name }) => name)
    .join(' · ');
