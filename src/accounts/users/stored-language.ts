import { languages, type Language } from '../../platform/http/language.ts';

/** The language that a row names; English where we do not speak it. */
export const readStoredLanguage = (text: string): Language =>
  languages.find((language) => language === text) ?? 'en';
