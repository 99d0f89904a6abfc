import type { Language, Words } from '../../../platform/http/language.ts';

type Triple = readonly [english: string, portuguese: string, german: string];

export type Texts<Key extends string> = Readonly<Record<Language, Readonly<Record<Key, string>>>>;

export const words = (en: string, pt: string, de: string): Words => ({ en, pt, de });

/** Defines texts with the three languages of each text side by side. */
export function defineTexts<Key extends string>(given: Readonly<Record<Key, Triple>>): Texts<Key> {
  const pick = (index: 0 | 1 | 2): Record<Key, string> =>
    Object.fromEntries(Object.entries<Triple>(given).map(([key, triple]) => [key, triple[index]])) as Record<
      Key,
      string
    >;
  return { en: pick(0), pt: pick(1), de: pick(2) };
}
