import type { Language } from '../../platform/http/language.ts';

export interface PageTexts {
  confirmTitle: string;
  confirmIntroduction: string;
  confirmPassword: string;
  confirmButton: string;
  confirmWrong: string;
  confirmedTitle: string;
  confirmed: string;
  newTitle: string;
  newIntroduction: string;
  newPassword: string;
  thisPassword: string;
  newHint: string;
  newRepeat: string;
  newButton: string;
  newDoneTitle: string;
  newDone: string;
  goneTitle: string;
  confirmGone: string;
  newGone: string;
  busyTitle: string;
  busy: string;
  languages: string;
}

export const pageTexts: Record<Language, PageTexts> = {
  en: {
    confirmTitle: 'Confirm your e-mail address',
    confirmIntroduction: 'Enter the password that you chose when you signed up with {email}.',
    confirmPassword: 'Password',
    confirmButton: 'Confirm address',
    confirmWrong:
      'That is not the password of this sign-up. If you did not sign up yourself, just close this page.',
    confirmedTitle: 'Your address is confirmed',
    confirmed: 'You can now sign in with {email} in the app.',
    newTitle: 'Set a new password',
    newIntroduction: 'For the account of {email}. All devices will be signed out.',
    newPassword: 'New password',
    thisPassword: 'This password',
    newHint: 'At least 8 characters. A few words that belong to nobody else are best.',
    newRepeat: 'The same again',
    newButton: 'Set password',
    newDoneTitle: 'Your new password is set',
    newDone: 'You can now sign in with it in the app.',
    goneTitle: 'This link is no longer valid',
    confirmGone: 'It was used already, or has expired. Sign in, or sign up once more to get a new one.',
    newGone: 'It was used already, or has expired. Ask for a new one in the app.',
    busyTitle: 'One moment, please',
    busy: 'Too much is going on right now. Go back and try again in a few seconds.',
    languages: 'Language',
  },
  pt: {
    confirmTitle: 'Confirme o seu e-mail',
    confirmIntroduction: 'Digite a senha que você escolheu ao se cadastrar com {email}.',
    confirmPassword: 'Senha',
    confirmButton: 'Confirmar e-mail',
    confirmWrong:
      'Esta não é a senha deste cadastro. Se não foi você que se cadastrou, basta fechar esta página.',
    confirmedTitle: 'O seu e-mail está confirmado',
    confirmed: 'Agora você pode entrar com {email} no aplicativo.',
    newTitle: 'Crie uma nova senha',
    newIntroduction: 'Para a conta de {email}. Todos os aparelhos serão desconectados.',
    newPassword: 'Nova senha',
    thisPassword: 'Esta senha',
    newHint: 'Pelo menos 8 caracteres. O melhor são algumas palavras que só você usaria.',
    newRepeat: 'A mesma de novo',
    newButton: 'Salvar senha',
    newDoneTitle: 'A sua nova senha foi salva',
    newDone: 'Agora você pode entrar com ela no aplicativo.',
    goneTitle: 'Este link não vale mais',
    confirmGone: 'Ele já foi usado ou expirou. Entre, ou cadastre-se de novo para receber outro.',
    newGone: 'Ele já foi usado ou expirou. Peça um novo no aplicativo.',
    busyTitle: 'Um momento, por favor',
    busy: 'Há muito movimento agora. Volte e tente de novo em alguns segundos.',
    languages: 'Idioma',
  },
  de: {
    confirmTitle: 'Bestätigen Sie Ihre E-Mail-Adresse',
    confirmIntroduction:
      'Geben Sie das Passwort ein, das Sie bei der Registrierung mit {email} gewählt haben.',
    confirmPassword: 'Passwort',
    confirmButton: 'Adresse bestätigen',
    confirmWrong:
      'Das ist nicht das Passwort dieser Registrierung. Wenn Sie sich nicht selbst registriert haben, schließen Sie einfach diese Seite.',
    confirmedTitle: 'Ihre Adresse ist bestätigt',
    confirmed: 'Sie können sich jetzt in der App mit {email} anmelden.',
    newTitle: 'Neues Passwort festlegen',
    newIntroduction: 'Für das Konto von {email}. Alle Geräte werden abgemeldet.',
    newPassword: 'Neues Passwort',
    thisPassword: 'Dieses Passwort',
    newHint: 'Mindestens 8 Zeichen. Am besten ein paar Wörter, die sonst niemand nähme.',
    newRepeat: 'Noch einmal dasselbe',
    newButton: 'Passwort festlegen',
    newDoneTitle: 'Ihr neues Passwort gilt',
    newDone: 'Sie können sich jetzt in der App damit anmelden.',
    goneTitle: 'Dieser Link ist nicht mehr gültig',
    confirmGone:
      'Er wurde schon benutzt oder ist abgelaufen. Melden Sie sich an, oder registrieren Sie sich noch einmal, um einen neuen zu bekommen.',
    newGone: 'Er wurde schon benutzt oder ist abgelaufen. Fordern Sie in der App einen neuen an.',
    busyTitle: 'Einen Augenblick, bitte',
    busy: 'Gerade ist zu viel los. Gehen Sie zurück und versuchen Sie es in einigen Sekunden noch einmal.',
    languages: 'Sprache',
  },
};
