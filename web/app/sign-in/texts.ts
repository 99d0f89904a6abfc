import { defineTexts } from '../texts/language.ts';

export const signInTexts = defineTexts({
  pt: {
    title: 'Entrar na Praça',
    again: 'Entre de novo para confirmar que é você. Depois, continue de onde parou.',
    lead: 'Os eventos da sua cidade e quem vai neles.',
    name: 'Seu nome',
    enter: 'Entrar',
    nameHint: 'Neste sandbox basta um nome: volte com ele e continue de onde parou.',
    more: 'Como funciona?',
    town: 'Ou experimente uma destas pessoas',
    nobody: 'Nenhuma pessoa de exemplo tem esse nome. Mesmo assim, você pode entrar com ele.',
    morePeople: 'Ver mais pessoas',
    deleted: (day: string) => `Seu perfil foi apagado. Se você entrar de novo até ${day}, tudo volta.`,
  },
  en: {
    title: 'Sign in to Praça',
    again: 'Sign in again, to show that it is you. Then go on where you were.',
    lead: 'Events in your city, and the people who go there.',
    name: 'Your name',
    enter: 'Sign in',
    nameHint: 'In this sandbox a name is enough: come back with it and go on where you were.',
    more: 'How does it work?',
    town: 'Or try one of these people',
    nobody: 'No sample person has this name. You can still sign in with it.',
    morePeople: 'Show more people',
    deleted: (day: string) => `Your profile is deleted. Sign in again by ${day}, and all of it comes back.`,
  },
  de: {
    title: 'Bei Praça anmelden',
    again: 'Melde dich noch einmal an, um zu zeigen, dass du es bist. Danach geht es da weiter, wo du warst.',
    lead: 'Was in deiner Stadt los ist, und wer hingeht.',
    name: 'Dein Name',
    enter: 'Anmelden',
    nameHint: 'In dieser Sandbox reicht ein Name: komm damit wieder und mach weiter, wo du warst.',
    more: 'Wie geht das?',
    town: 'Oder probier es als eine dieser Personen',
    nobody: 'Keine Beispielperson hat diesen Namen. Du kannst dich trotzdem damit anmelden.',
    morePeople: 'Mehr Leute zeigen',
    deleted: (day: string) =>
      `Dein Profil ist gelöscht. Melde dich bis ${day} wieder an, und alles ist wieder da.`,
  },
});
