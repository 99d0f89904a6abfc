import { defineTexts } from '../texts/language.ts';

export const signInTexts = defineTexts({
  pt: {
    title: 'Entrar na Praça',
    again: 'Entre de novo para confirmar que é você. Depois você continua de onde parou.',
    lead: 'Os eventos da sua cidade e quem vai neles.',
    name: 'Seu nome',
    enter: 'Entrar',
    nameHint: 'Neste sandbox basta um nome. Volte com ele e continue de onde parou.',
    more: 'Como funciona?',
    town: 'Ou experimente uma destas pessoas',
    nobody: 'Nenhuma pessoa de exemplo tem esse nome. Mesmo assim, você pode entrar com ele.',
    morePeople: 'Ver mais pessoas',
    deleted: (day: string) => `Seu perfil foi apagado. Se você entrar de novo até ${day}, tudo volta.`,
  },
  en: {
    title: 'Sign in to Praça',
    again: 'Sign in again to confirm that it is you. Then carry on where you were.',
    lead: 'Events in your city, and the people who are going.',
    name: 'Your name',
    enter: 'Sign in',
    nameHint: 'In this sandbox a name is enough. Come back with it and carry on where you were.',
    more: 'How does it work?',
    town: 'Or try one of these people',
    nobody: 'No sample person has this name. You can still sign in with it.',
    morePeople: 'Show more people',
    deleted: (day: string) => `Your profile is deleted. Sign in again by ${day} to get everything back.`,
  },
  de: {
    title: 'Bei Praça anmelden',
    again:
      'Melde dich noch einmal an, um zu bestätigen, dass du es bist. Danach machst du da weiter, wo du warst.',
    lead: 'Was in deiner Stadt los ist, und wer hingeht.',
    name: 'Dein Name',
    enter: 'Anmelden',
    nameHint: 'In dieser Sandbox reicht ein Name. Komm damit wieder und mach weiter, wo du warst.',
    more: 'Wie geht das?',
    town: 'Oder probier eine dieser Personen aus',
    nobody: 'Keine Beispielperson hat diesen Namen. Du kannst dich trotzdem damit anmelden.',
    morePeople: 'Mehr Leute zeigen',
    deleted: (day: string) =>
      `Dein Profil ist gelöscht. Melde dich bis ${day} wieder an, und alles ist wieder da.`,
  },
});
