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

/** The one that was chosen, else the first of the browser's that we have, else that of the shell. */
export function readLanguage(): Language {
  const chosen = localStorage.getItem(key);
  if (isLanguage(chosen)) return chosen;
  const wished = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage);
  return wished ?? 'en';
}

export const language: Store<Language> = createStore(readLanguage());

/** The client asks in it from the next start on, so that the page is loaded anew. */
export function chooseLanguage(chosen: Language): void {
  localStorage.setItem(key, chosen);
  location.reload();
}

/** Of one screen, in all languages; what is missing in one does not compile. */
export type Texts<T> = Readonly<Record<Language, T>>;
export const defineTexts = <T>(texts: { pt: T; en: NoInfer<T>; de: NoInfer<T> }): Texts<T> => texts;

export const textsNow = <T>(texts: Texts<T>): T => texts[language.get()];
export const useTexts = <T>(texts: Texts<T>): T => texts[useStore(language)];
