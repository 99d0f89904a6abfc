import type { Language } from '../../../platform/http/language.ts';

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
  addressTitle: string;
  addressIntroduction: string;
  addressBareIntroduction: string;
  addressButton: string;
  addressWrong: string;
  addressDoneTitle: string;
  addressDone: string;
  addressGone: string;
  backTitle: string;
  backIntroduction: string;
  backButton: string;
  backTaken: string;
  backDoneTitle: string;
  backDone: string;
  backGone: string;
  codesTitle: string;
  codesIntroduction: string;
  codesButton: string;
  codesDoneTitle: string;
  codesDone: string;
  codesGone: string;
  goneTitle: string;
  confirmGone: string;
  newGone: string;
  busyTitle: string;
  busy: string;
  openApp: string;
  languages: string;
}

export const pageTexts: Readonly<Record<Language, PageTexts>> = {
  en: {
    confirmTitle: 'Confirm your e-mail address',
    confirmIntroduction: 'Enter the password that you chose when you signed up with {email}.',
    confirmPassword: 'Password',
    confirmButton: 'Confirm address',
    confirmWrong: 'This is not the password of the sign-up. If you did not sign up, close this page.',
    confirmedTitle: 'Your address is confirmed',
    confirmed: 'You can now sign in with {email} in the app.',
    newTitle: 'Set a new password',
    newIntroduction: 'For the account of {email}. All devices will be signed out.',
    newPassword: 'New password',
    thisPassword: 'This password',
    newHint: 'At least 8 characters. A few unrelated words work best.',
    newRepeat: 'Repeat the password',
    newButton: 'Set password',
    newDoneTitle: 'Your new password is set',
    newDone: 'You can now sign in with it in the app.',
    addressTitle: 'Confirm your new e-mail address',
    addressIntroduction: 'Enter the password of your account to use {email} for it from now on.',
    addressBareIntroduction: 'Your account will use {email} from now on.',
    addressButton: 'Use this address',
    addressWrong:
      'This is not the password of the account. If you did not request this change, close this page.',
    addressDoneTitle: 'Your address is changed',
    addressDone: 'From now on you sign in with {email}.',
    addressGone:
      'It was already used, has expired, or the address belongs to another account now. Request the change again in the app.',
    backTitle: 'Keep your address',
    backIntroduction:
      'Your account will have {email} again. All devices will be signed out, and the password and social logins will be removed. You will get a mail to set a new password.',
    backButton: 'Keep this address',
    backTaken:
      'There is another account with this address now, so it cannot be restored. Please contact the operator of this service.',
    backDoneTitle: 'The account is yours',
    backDone:
      'All devices are signed out. We sent you a mail to set a new password within 10 minutes. You can request another mail in the app. If the sign-in asks for a code of an authenticator app that is not yours, contact the operator of this service.',
    backGone:
      'It was already used, or its seven days are over. If another person has access to your account, contact the operator of this service.',
    codesTitle: 'Allow codes again',
    codesIntroduction:
      'Codes of the authenticator app of {email} are blocked, because too many were wrong. Allow them again only if you entered the wrong ones yourself.',
    codesButton: 'Allow codes again',
    codesDoneTitle: 'Codes count again',
    codesDone: 'You can now sign in with a code of your app.',
    codesGone: 'It was already used or has expired. Sign in with a code of your app to get another mail.',
    goneTitle: 'This link is no longer valid',
    confirmGone: 'It was already used or has expired. Sign in, or sign up again to get a new one.',
    newGone: 'It was already used or has expired. Request a new one in the app.',
    busyTitle: 'One moment, please',
    busy: 'The server is busy right now. Go back and try again in a few seconds.',
    openApp: 'Open the app',
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
    newHint: 'Pelo menos 8 caracteres. O melhor são algumas palavras sem relação entre si.',
    newRepeat: 'Repita a senha',
    newButton: 'Salvar senha',
    newDoneTitle: 'A sua nova senha foi salva',
    newDone: 'Agora você pode entrar com ela no aplicativo.',
    addressTitle: 'Confirme o seu novo e-mail',
    addressIntroduction: 'Digite a senha da sua conta para usar {email} nela a partir de agora.',
    addressBareIntroduction: 'A sua conta vai usar {email} a partir de agora.',
    addressButton: 'Usar este e-mail',
    addressWrong: 'Esta não é a senha da conta. Se não foi você que pediu isto, basta fechar esta página.',
    addressDoneTitle: 'O seu e-mail foi alterado',
    addressDone: 'A partir de agora você entra com {email}.',
    addressGone:
      'Ele já foi usado, expirou, ou o endereço agora pertence a outra conta. Peça a mudança de novo no aplicativo.',
    backTitle: 'Mantenha o seu e-mail',
    backIntroduction:
      'A sua conta vai ter {email} de novo. Todos os aparelhos serão desconectados, e a senha e os logins sociais serão removidos. Você vai receber um e-mail para criar uma nova senha.',
    backButton: 'Manter este e-mail',
    backTaken:
      'Agora há outra conta com este endereço, por isso não é possível recuperá-lo. Avise quem opera este serviço.',
    backDoneTitle: 'A conta é sua',
    backDone:
      'Todos os aparelhos foram desconectados. Enviamos um e-mail para você criar uma nova senha em até 10 minutos. Se precisar, peça outro no aplicativo. Se o login pedir um código de um aplicativo autenticador que não é seu, avise quem opera este serviço.',
    backGone:
      'Ele já foi usado, ou os sete dias passaram. Se outra pessoa tem acesso à sua conta, avise quem opera este serviço.',
    codesTitle: 'Liberar os códigos',
    codesIntroduction:
      'Os códigos do aplicativo autenticador de {email} estão bloqueados, porque muitos estavam errados. Libere-os só se foi você quem digitou os códigos errados.',
    codesButton: 'Liberar os códigos',
    codesDoneTitle: 'Os códigos voltaram a valer',
    codesDone: 'Agora você pode entrar com um código do seu aplicativo.',
    codesGone:
      'Ele já foi usado ou expirou. Para receber outro e-mail, entre com um código do seu aplicativo.',
    goneTitle: 'Este link não vale mais',
    confirmGone: 'Ele já foi usado ou expirou. Entre, ou cadastre-se de novo para receber outro.',
    newGone: 'Ele já foi usado ou expirou. Peça um novo no aplicativo.',
    busyTitle: 'Um momento, por favor',
    busy: 'O servidor está ocupado agora. Volte e tente de novo em alguns segundos.',
    openApp: 'Abrir o aplicativo',
    languages: 'Idioma',
  },
  de: {
    confirmTitle: 'Bestätige deine E-Mail-Adresse',
    confirmIntroduction: 'Gib das Passwort ein, das du bei der Registrierung mit {email} gewählt hast.',
    confirmPassword: 'Passwort',
    confirmButton: 'Adresse bestätigen',
    confirmWrong:
      'Das ist nicht das Passwort dieser Registrierung. Wenn du dich nicht selbst registriert hast, schließ einfach diese Seite.',
    confirmedTitle: 'Deine Adresse ist bestätigt',
    confirmed: 'Du kannst dich jetzt in der App mit {email} anmelden.',
    newTitle: 'Neues Passwort festlegen',
    newIntroduction: 'Für das Konto von {email}. Alle Geräte werden abgemeldet.',
    newPassword: 'Neues Passwort',
    thisPassword: 'Dieses Passwort',
    newHint: 'Mindestens 8 Zeichen. Am besten ein paar Wörter, die nichts miteinander zu tun haben.',
    newRepeat: 'Passwort wiederholen',
    newButton: 'Passwort festlegen',
    newDoneTitle: 'Dein neues Passwort gilt',
    newDone: 'Du kannst dich jetzt in der App damit anmelden.',
    addressTitle: 'Bestätige deine neue E-Mail-Adresse',
    addressIntroduction: 'Gib das Passwort deines Kontos ein, um dafür ab jetzt {email} zu benutzen.',
    addressBareIntroduction: 'Dein Konto benutzt ab jetzt {email}.',
    addressButton: 'Diese Adresse benutzen',
    addressWrong:
      'Das ist nicht das Passwort des Kontos. Wenn du das nicht selbst angefordert hast, schließ einfach diese Seite.',
    addressDoneTitle: 'Deine Adresse ist geändert',
    addressDone: 'Ab jetzt meldest du dich mit {email} an.',
    addressGone:
      'Er wurde schon benutzt, ist abgelaufen, oder die Adresse gehört jetzt zu einem anderen Konto. Fordere die Änderung in der App noch einmal an.',
    backTitle: 'Behalte deine Adresse',
    backIntroduction:
      'Dein Konto bekommt wieder {email}. Alle Geräte werden abgemeldet, das Passwort und die Anmeldungen über andere Anbieter werden entfernt. Du bekommst eine E-Mail, mit der du ein neues Passwort festlegst.',
    backButton: 'Diese Adresse behalten',
    backTaken:
      'Zu dieser Adresse gibt es jetzt ein anderes Konto, deshalb lässt sie sich nicht wiederherstellen. Bitte wende dich an den Betreiber dieses Dienstes.',
    backDoneTitle: 'Das Konto gehört dir',
    backDone:
      'Alle Geräte sind abgemeldet. Wir haben dir eine E-Mail geschickt, mit der du innerhalb von 10 Minuten ein neues Passwort festlegen kannst. In der App kannst du eine weitere E-Mail anfordern. Wenn bei der Anmeldung ein Code einer Authenticator-App verlangt wird, die nicht dir gehört, wende dich an den Betreiber dieses Dienstes.',
    backGone:
      'Er wurde schon benutzt, oder die sieben Tage sind vorbei. Wenn jemand anderes Zugriff auf dein Konto hat, wende dich an den Betreiber dieses Dienstes.',
    codesTitle: 'Codes wieder zulassen',
    codesIntroduction:
      'Die Codes der Authenticator-App von {email} sind gesperrt, weil zu viele falsch waren. Lass sie nur dann wieder zu, wenn du die falschen selbst eingegeben hast.',
    codesButton: 'Codes wieder zulassen',
    codesDoneTitle: 'Codes gelten wieder',
    codesDone: 'Du kannst dich jetzt mit einem Code deiner App anmelden.',
    codesGone:
      'Er wurde schon benutzt oder ist abgelaufen. Melde dich noch einmal mit einem Code deiner App an, dann bekommst du eine neue E-Mail.',
    goneTitle: 'Dieser Link ist nicht mehr gültig',
    confirmGone:
      'Er wurde schon benutzt oder ist abgelaufen. Melde dich an, oder registriere dich noch einmal, um einen neuen zu bekommen.',
    newGone: 'Er wurde schon benutzt oder ist abgelaufen. Fordere in der App einen neuen an.',
    busyTitle: 'Einen Augenblick, bitte',
    busy: 'Der Server ist gerade überlastet. Geh zurück und versuch es in einigen Sekunden noch einmal.',
    openApp: 'App öffnen',
    languages: 'Sprache',
  },
};
