import type { Language } from '../../platform/http/language.ts';
import type { LetterText } from '../../platform/mail/write-letter.ts';

/** Mails that somebody asks for by an address alone. */
export const requestedTexts: Record<'confirm' | 'already' | 'recovery', Record<Language, LetterText>> = {
  confirm: {
    en: {
      subject: 'Confirm your e-mail address',
      paragraphs: [
        'somebody, probably you, has signed up with this address. To finish, open this page within 24 hours and enter the password that you chose:',
        '{link}',
        'If it was not you, do nothing: without you there will be no account.',
      ],
      button: 'Confirm address',
    },
    pt: {
      subject: 'Confirme o seu e-mail',
      paragraphs: [
        'alguém, provavelmente você, se cadastrou com este endereço. Para terminar, abra esta página em até 24 horas e digite a senha que escolheu:',
        '{link}',
        'Se não foi você, não faça nada: sem você não haverá conta.',
      ],
      button: 'Confirmar e-mail',
    },
    de: {
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      paragraphs: [
        'jemand, vermutlich Sie, hat sich mit dieser Adresse angemeldet. Öffnen Sie innerhalb von 24 Stunden diese Seite und geben Sie das gewählte Passwort ein, um fertig zu werden:',
        '{link}',
        'Wenn Sie das nicht waren, tun Sie nichts: Ohne Sie entsteht kein Konto.',
      ],
      button: 'Adresse bestätigen',
    },
  },
  already: {
    en: {
      subject: 'You already have an account',
      paragraphs: [
        'somebody, probably you, tried to sign up with this address. It already has an account, so nothing was changed. If you forgot your password, ask for a new one in the app.',
        'If it was not you, you need not do anything.',
      ],
    },
    pt: {
      subject: 'Você já tem uma conta',
      paragraphs: [
        'alguém, provavelmente você, tentou se cadastrar com este endereço. Ele já tem uma conta, e nada mudou. Se esqueceu a senha, peça uma nova no aplicativo.',
        'Se não foi você, não precisa fazer nada.',
      ],
    },
    de: {
      subject: 'Sie haben schon ein Konto',
      paragraphs: [
        'jemand, vermutlich Sie, wollte sich mit dieser Adresse anmelden. Zu ihr gibt es schon ein Konto; es wurde nichts geändert. Wenn Sie Ihr Passwort vergessen haben, fordern Sie in der App ein neues an.',
        'Wenn Sie das nicht waren, müssen Sie nichts tun.',
      ],
    },
  },
  recovery: {
    en: {
      subject: 'Set a new password',
      paragraphs: [
        'somebody, probably you, has asked for a new password. You can set one here within 10 minutes:',
        '{link}',
        'Or enter this code in the app:',
        '{code}',
        'If it was not you, do nothing: your password stays as it is.',
      ],
      button: 'Set a new password',
    },
    pt: {
      subject: 'Crie uma nova senha',
      paragraphs: [
        'alguém, provavelmente você, pediu uma nova senha. Você pode criá-la aqui em até 10 minutos:',
        '{link}',
        'Ou digite este código no aplicativo:',
        '{code}',
        'Se não foi você, não faça nada: a sua senha continua a mesma.',
      ],
      button: 'Criar nova senha',
    },
    de: {
      subject: 'Neues Passwort festlegen',
      paragraphs: [
        'jemand, vermutlich Sie, hat ein neues Passwort angefordert. Hier können Sie innerhalb von 10 Minuten eines festlegen:',
        '{link}',
        'Oder geben Sie diesen Code in der App ein:',
        '{code}',
        'Wenn Sie das nicht waren, tun Sie nichts: Ihr Passwort bleibt, wie es ist.',
      ],
      button: 'Neues Passwort festlegen',
    },
  },
};
