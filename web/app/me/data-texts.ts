import { defineTexts } from '../texts/language.ts';

export const dataTexts = defineTexts({
  pt: {
    title: 'Meus dados',
    copy: 'Uma cópia de tudo',
    copyHint: 'Um arquivo com tudo o que a Praça sabe sobre você.',
    copyDo: 'Baixar meus dados',
    copyAgain:
      'Você entrou há mais de 15 minutos. O arquivo tem tudo sobre você: entre de novo e depois baixe.',
    signInAgain: 'Entrar de novo',
    delete: 'Apagar o perfil',
    deleteHint: 'Você some na hora para todo mundo. Se voltar em 30 dias, tudo volta; depois, é para sempre.',
    deleteAsk: 'Apagar meu perfil',
    deleteTitle: 'Apagar seu perfil?',
    deleteWarning:
      'Suas combinações e conversas ficam escondidas, e seus lugares nos eventos ficam livres para outras pessoas.',
    deleteKept:
      'Se houver denúncias ou bloqueios contra você, só esse caso fica guardado por um tempo, sem seu login nem seu e-mail, e vale também para uma conta nova sua.',
    deleteDo: 'Apagar perfil',
  },
  en: {
    title: 'My data',
    copy: 'A copy of everything',
    copyHint: 'A file with all that Praça knows about you.',
    copyDo: 'Download my data',
    copyAgain:
      'You signed in more than 15 minutes ago. The file holds everything about you: sign in again, then download it.',
    signInAgain: 'Sign in again',
    delete: 'Delete the profile',
    deleteHint:
      'Nobody sees you from then on. Come back within 30 days, and all is back; after that it is gone for good.',
    deleteAsk: 'Delete my profile',
    deleteTitle: 'Delete your profile?',
    deleteWarning: 'Your combinations and chats are hidden, and your seats at events go to others.',
    deleteKept:
      'If others have reported or blocked you, that case alone is kept for a while, without your login and address, and also counts for a new account of yours.',
    deleteDo: 'Delete profile',
  },
  de: {
    title: 'Meine Daten',
    copy: 'Eine Kopie von allem',
    copyHint: 'Eine Datei mit allem, was Praça über dich weiß.',
    copyDo: 'Meine Daten herunterladen',
    copyAgain:
      'Du hast dich vor mehr als 15 Minuten angemeldet. In der Datei steht alles über dich: melde dich noch einmal an und lade sie dann herunter.',
    signInAgain: 'Noch einmal anmelden',
    delete: 'Profil löschen',
    deleteHint:
      'Ab sofort sieht dich niemand mehr. Kommst du in 30 Tagen zurück, ist alles wieder da; danach ist es für immer weg.',
    deleteAsk: 'Mein Profil löschen',
    deleteTitle: 'Dein Profil löschen?',
    deleteWarning:
      'Deine Kombinationen und Chats sind dann verborgen, und deine Plätze bei Events bekommen andere.',
    deleteKept:
      'Haben andere dich gemeldet oder blockiert, bleibt allein dieser Fall eine Zeit lang gespeichert, ohne deine Anmeldung und Adresse, und gilt auch für ein neues Konto von dir.',
    deleteDo: 'Profil löschen',
  },
});
