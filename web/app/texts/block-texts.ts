import { defineTexts } from './language.ts';

export const blockTexts = defineTexts({
  pt: {
    howLong: 'Por quanto tempo?',
    forGood: 'Para sempre',
    thirtyDays: 'Por 30 dias',
    until: (day: string) => `Até ${day}`,
    ending: (name: string, day: string) =>
      `O bloqueio de ${name} acaba em ${day}. Depois disso vocês voltam a se ver. Quer bloquear ${name} para sempre?`,
    letEnd: 'Deixar acabar',
    kept: (name: string) => `Você bloqueou ${name} para sempre.`,
  },
  en: {
    howLong: 'For how long?',
    forGood: 'For good',
    thirtyDays: 'For 30 days',
    until: (day: string) => `Until ${day}`,
    ending: (name: string, day: string) =>
      `Your block of ${name} ends on ${day}. After that you will see each other again. Block ${name} for good?`,
    letEnd: 'Let it end',
    kept: (name: string) => `You blocked ${name} for good.`,
  },
  de: {
    howLong: 'Wie lange?',
    forGood: 'Für immer',
    thirtyDays: 'Für 30 Tage',
    until: (day: string) => `Bis ${day}`,
    ending: (name: string, day: string) =>
      `Deine Blockierung von ${name} endet am ${day}. Danach seht ihr euch wieder. ${name} für immer blockieren?`,
    letEnd: 'Auslaufen lassen',
    kept: (name: string) => `Du hast ${name} für immer blockiert.`,
  },
});
