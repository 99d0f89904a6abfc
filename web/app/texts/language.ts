import { createStore, useStore, type Store } from '../state/store.ts';

export const languages = ['pt', 'en', 'de'] as const;
export type Language = (typeof languages)[number];
export const languageNames: Readonly<Record<Language, string>> = {
  pt: 'Português',
  en: 'English',
  de: 'Deutsch',
};

const key = 'praca.language';
const isLanguage = (text: string | null | undefined): text is Language =>
  languages.some((language) => language === text);

/** Returns the chosen language, else the first supported language of the browser, else that of the shell. */
export function readLanguage(): Language {
  const chosen = localStorage.getItem(key);
  if (isLanguage(chosen)) return chosen;
  const requested = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage);
  return requested ?? 'en';
}

export const language: Store<Language> = createStore(readLanguage());

/** Reloads the page, because the API client reads the language only at its start. */
export function chooseLanguage(chosen: Language): void {
  localStorage.setItem(key, chosen);
  location.reload();
}

/** Texts of one screen in all languages. A text that is missing in one language does not compile. */
export type Texts<T> = Readonly<Record<Language, T>>;
export const defineTexts = <T>(texts: { pt: T; en: NoInfer<T>; de: NoInfer<T> }): Texts<T> => texts;

export const textsNow = <T>(texts: Texts<T>): T => texts[language.get()];
export const useTexts = <T>(texts: Texts<T>): T => texts[useStore(language)];
