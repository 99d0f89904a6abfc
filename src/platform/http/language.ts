import { readPreferences } from './representations/accept.ts';

export const languages = ['en', 'pt', 'de'] as const;
export type Language = (typeof languages)[number];

/** A text in every supported language, with named placeholders: `must be at least {least}`. */
export type Words = Readonly<Record<Language, string>>;

/** Locales for dates and numbers. English uses the British order, day before month. */
export const locales: Words = { en: 'en-GB', pt: 'pt-BR', de: 'de-DE' };

export const languageNames: Words = { en: 'English', pt: 'Português', de: 'Deutsch' };

/** Returns the requested language if it is supported, otherwise the best one for the browser. */
export function pageLanguage(asked: string | undefined, acceptLanguage: string | undefined): Language {
  return languages.find((language) => language === asked) ?? chooseLanguage(acceptLanguage);
}

/** Returns the first supported language in the order of the reader's preferences, or English if none is supported. */
export function chooseLanguage(acceptLanguage: string | undefined): Language {
  if (acceptLanguage === undefined) return 'en';
  const preferences = readPreferences(acceptLanguage)
    .filter((preference) => preference.weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  for (const { name } of preferences) {
    const found = languages.find((language) => language === name.split('-')[0]);
    if (found) return found;
  }
  return 'en';
}
