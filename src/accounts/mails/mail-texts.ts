import type { Language } from '../../platform/http/language.ts';
import type { LetterText } from '../../platform/mail/write-letter.ts';

/** Mails whose reader is to do something. */
export const requestedTexts: Record<
  'confirm' | 'already' | 'recovery' | 'codes_held',
  Record<Language, LetterText>
> = {
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
  codes_held: {
    en: {
      subject: 'Too many wrong codes for your account',
      paragraphs: [
        'somebody, probably you, has given too many wrong codes of your authenticator app. Its codes now wait until you confirm here, within 24 hours, that they should count again:',
        '{link}',
        'If it was not you, do not confirm it: somebody else knows your password. Set a new one, and sign in with one of your recovery codes.',
      ],
      button: 'Let codes count again',
    },
    pt: {
      subject: 'Códigos errados demais na sua conta',
      paragraphs: [
        'alguém, provavelmente você, digitou códigos errados demais do seu aplicativo autenticador. Os códigos dele agora esperam até você confirmar aqui, em até 24 horas, que devem voltar a valer:',
        '{link}',
        'Se não foi você, não confirme: outra pessoa sabe a sua senha. Crie uma nova e entre com um dos seus códigos de recuperação.',
      ],
      button: 'Aceitar códigos de novo',
    },
    de: {
      subject: 'Zu viele falsche Codes für Ihr Konto',
      paragraphs: [
        'jemand, vermutlich Sie, hat zu viele falsche Codes Ihrer Authenticator-App eingegeben. Ihre Codes warten jetzt, bis Sie hier innerhalb von 24 Stunden bestätigen, dass sie wieder gelten sollen:',
        '{link}',
        'Wenn Sie das nicht waren, bestätigen Sie es nicht: Jemand anderes kennt Ihr Passwort. Legen Sie ein neues fest und melden Sie sich mit einem Ihrer Wiederherstellungscodes an.',
      ],
      button: 'Codes wieder zulassen',
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
