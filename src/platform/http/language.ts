import { readWishes } from './representations/accept.ts';

export const languages = ['en', 'pt', 'de'] as const;
export type Language = (typeof languages)[number];

/** How each writes days and figures; English as in Britain, day before month. */
export const locales: Record<Language, string> = { en: 'en-GB', pt: 'pt-BR', de: 'de-DE' };

export const languageNames: Record<Language, string> = { en: 'English', pt: 'Português', de: 'Deutsch' };

/** The language that the reader asked for by name, else by the browser. */
export function pageLanguage(asked: string | undefined, acceptLanguage: string | undefined): Language {
  return languages.find((language) => language === asked) ?? chooseLanguage(acceptLanguage);
}

/** The first of our languages in the order of the reader's wishes; English where none fits. */
export function chooseLanguage(acceptLanguage: string | undefined): Language {
  if (acceptLanguage === undefined) return 'en';
  const wishes = readWishes(acceptLanguage)
    .filter((wish) => wish.weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  for (const { name } of wishes) {
    const found = languages.find((language) => language === name.split('-')[0]);
    if (found) return found;
  }
  return 'en';
}
