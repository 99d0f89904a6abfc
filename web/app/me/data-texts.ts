import { defineTexts } from '../texts/language.ts';

export const dataTexts = defineTexts({
  pt: {
    title: 'Meus dados',
    copy: 'Uma cópia de tudo',
    copyHint: 'Um arquivo com tudo o que a Praça guarda sobre você.',
    copyDo: 'Baixar meus dados',
    copyAgain:
      'Faz mais de 15 minutos que você entrou. Como o arquivo tem tudo sobre você, entre de novo para baixá-lo.',
    signInAgain: 'Entrar de novo',
    delete: 'Apagar o perfil',
    deleteHint:
      'Seu perfil fica escondido na hora. Se você voltar em até 30 dias, recupera tudo; depois disso, ele é apagado para sempre.',
    deleteAsk: 'Apagar meu perfil',
    deleteTitle: 'Apagar seu perfil?',
    deleteWarning:
      'Suas combinações e conversas ficam escondidas, e seus lugares nos eventos ficam livres para outras pessoas.',
    deleteKept:
      'Se alguém denunciou ou bloqueou você, só esse caso fica guardado por um tempo, sem seu login nem seu e-mail. Ele vale também para uma conta nova sua.',
    deleteDo: 'Apagar perfil',
  },
  en: {
    title: 'My data',
    copy: 'A copy of everything',
    copyHint: 'A file with everything that Praça knows about you.',
    copyDo: 'Download my data',
    copyAgain:
      'You signed in more than 15 minutes ago. Because the file holds everything about you, please sign in again to download it.',
    signInAgain: 'Sign in again',
    delete: 'Delete my profile',
    deleteHint:
      'Your profile is hidden at once. Come back within 30 days to get everything back; after that it is deleted for good.',
    deleteAsk: 'Delete my profile',
    deleteTitle: 'Delete your profile?',
    deleteWarning: 'Your combinations and chats are hidden, and your places at events go to other people.',
    deleteKept:
      'If someone has reported or blocked you, only that case is kept for a while, without your login or e-mail address. It also counts for any new account of yours.',
    deleteDo: 'Delete profile',
  },
  de: {
    title: 'Meine Daten',
    copy: 'Eine Kopie von allem',
    copyHint: 'Eine Datei mit allem, was Praça über dich weiß.',
    copyDo: 'Meine Daten herunterladen',
    copyAgain:
      'Du hast dich vor mehr als 15 Minuten angemeldet. Weil in der Datei alles über dich steht, melde dich bitte noch einmal an, um sie herunterzuladen.',
    signInAgain: 'Noch einmal anmelden',
    delete: 'Profil löschen',
    deleteHint:
      'Dein Profil ist sofort verborgen. Wenn du innerhalb von 30 Tagen zurückkommst, ist alles wieder da; danach wird es endgültig gelöscht.',
    deleteAsk: 'Mein Profil löschen',
    deleteTitle: 'Profil löschen?',
    deleteWarning:
      'Deine Kombinationen und Chats sind dann verborgen, und deine Plätze bei Events bekommen andere.',
    deleteKept:
      'Wenn dich jemand gemeldet oder blockiert hat, bleibt nur dieser Fall eine Zeit lang gespeichert, ohne deine Anmeldedaten und deine E-Mail-Adresse. Er gilt auch für ein neues Konto von dir.',
    deleteDo: 'Profil löschen',
  },
});
