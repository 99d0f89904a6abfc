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
    deleteHint:
      'Seu perfil fica escondido na hora. Se você voltar em até 30 dias, recupera tudo; depois disso, ele é apagado para sempre.',
    deleteAsk: 'Apagar meu perfil',
    deleteTitle: 'Apagar seu perfil?',
    deleteWarning:
      'Suas combinações e conversas ficam escondidas, e seus lugares nos eventos ficam livres para outras pessoas.',
    deleteKept:
      'Se alguém denunciou ou bloqueou você, só esse caso fica guardado por um tempo, sem seu login nem seu e-mail, e vale também para uma nova conta sua.',
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
      'From then on your profile is hidden. Come back within 30 days to restore everything; after that it is deleted for good.',
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
      'Dein Profil ist dann verborgen. Wenn du innerhalb von 30 Tagen zurückkommst, ist alles wieder da; danach wird es endgültig gelöscht.',
    deleteAsk: 'Mein Profil löschen',
    deleteTitle: 'Dein Profil löschen?',
    deleteWarning:
      'Deine Kombinationen und Chats sind dann verborgen, und deine Plätze bei Events bekommen andere.',
    deleteKept:
      'Wenn andere dich gemeldet oder blockiert haben, bleibt nur dieser Fall eine Zeit lang gespeichert, ohne deine Anmeldung und Adresse. Er gilt auch für ein neues Konto von dir.',
    deleteDo: 'Profil löschen',
  },
});
