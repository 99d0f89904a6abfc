import type { Words } from '../../../platform/console/organisations.ts';
import type { Language } from '../../../platform/http/language.ts';

type Triple = readonly [english: string, portuguese: string, german: string];

export type StaffTexts<Key extends string> = Readonly<Record<Language, Readonly<Record<Key, string>>>>;

export const say = (en: string, pt: string, de: string): Words => ({ en, pt, de });

/** One line for each text, so that what says the same in three languages stands together. */
export function tripleTexts<Key extends string>(given: Readonly<Record<Key, Triple>>): StaffTexts<Key> {
  const pick = (index: 0 | 1 | 2) =>
    Object.fromEntries(Object.entries<Triple>(given).map(([key, triple]) => [key, triple[index]])) as Record<
      Key,
      string
    >;
  return { en: pick(0), pt: pick(1), de: pick(2) };
}
