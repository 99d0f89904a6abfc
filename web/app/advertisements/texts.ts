import { defineTexts } from '../texts/language.ts';

export const advertisementTexts = defineTexts({
  pt: { advertisement: 'Publicidade', open: 'Saiba mais', opens: 'abre em outra aba' },
  en: { advertisement: 'Advertisement', open: 'Learn more', opens: 'opens in another tab' },
  de: { advertisement: 'Anzeige', open: 'Mehr erfahren', opens: 'öffnet sich in einem neuen Tab' },
});
