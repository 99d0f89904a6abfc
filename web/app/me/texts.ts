import { defineTexts } from '../texts/language.ts';

export const meTexts = defineTexts({
  pt: { title: 'Eu', language: 'Idioma', signOut: 'Sair' },
  en: { title: 'Me', language: 'Language', signOut: 'Sign out' },
  de: { title: 'Ich', language: 'Sprache', signOut: 'Abmelden' },
});
