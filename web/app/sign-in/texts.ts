import { defineTexts } from '../texts/language.ts';

export const signInTexts = defineTexts({
  pt: {
    title: 'Entrar na Praça',
    lead: 'Os eventos da sua cidade e quem vai neles.',
    name: 'Seu nome',
    enter: 'Entrar',
    nameHint: 'Neste sandbox basta um nome: quem voltar com ele continua de onde parou.',
  },
  en: {
    title: 'Sign in to Praça',
    lead: 'Events of your city, and the people who go there.',
    name: 'Your name',
    enter: 'Sign in',
    nameHint: 'In this sandbox a name is enough: come back with it and go on where you were.',
  },
  de: {
    title: 'Bei Praça anmelden',
    lead: 'Was in deiner Stadt los ist, und wer hingeht.',
    name: 'Dein Name',
    enter: 'Anmelden',
    nameHint: 'In dieser Sandbox reicht ein Name: komm damit wieder und mach weiter, wo du warst.',
  },
});
