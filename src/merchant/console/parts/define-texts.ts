import type { Language } from '../../../platform/http/language.ts';
import type { Words } from '../../../platform/console/organisations.ts';

type Triple = readonly [english: string, portuguese: string, german: string];

export type Texts<Key extends string> = Readonly<Record<Language, Readonly<Record<Key, string>>>>;

export const words = (en: string, pt: string, de: string): Words => ({ en, pt, de });

/** One line for each text, so that what says the same in three languages stands together. */
export function defineTexts<Key extends string>(given: Readonly<Record<Key, Triple>>): Texts<Key> {
  const pick = (index: 0 | 1 | 2): Record<Key, string> =>
    Object.fromEntries(Object.entries<Triple>(given).map(([key, triple]) => [key, triple[index]])) as Record<
      Key,
      string
    >;
  return { en: pick(0), pt: pick(1), de: pick(2) };
}
