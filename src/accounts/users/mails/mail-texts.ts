import type { LetterTexts } from '../../../platform/mail/write-letter.ts';

/** Mails that ask the reader to do something. */
export const requestedTexts: Record<'confirm' | 'already' | 'recovery' | 'codes_held', LetterTexts> = {
  confirm: {
    en: {
      subject: 'Confirm your e-mail address',
      paragraphs: [
        'someone, probably you, signed up with this address. To finish, open this page within 24 hours and enter the password that you chose:',
        '{link}',
        'If it was not you, ignore this mail: no account will be created.',
      ],
      button: 'Confirm address',
    },
    pt: {
      subject: 'Confirme o seu e-mail',
      paragraphs: [
        'alguém, provavelmente você, se cadastrou com este endereço. Para terminar, abra esta página em até 24 horas e digite a senha que escolheu:',
        '{link}',
        'Se não foi você, ignore este e-mail: nenhuma conta será criada.',
      ],
      button: 'Confirmar e-mail',
    },
    de: {
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      paragraphs: [
        'jemand, vermutlich Sie, hat sich mit dieser Adresse registriert. Öffnen Sie zum Abschluss innerhalb von 24 Stunden diese Seite und geben Sie das Passwort ein, das Sie gewählt haben:',
        '{link}',
        'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Es wird kein Konto angelegt.',
      ],
      button: 'Adresse bestätigen',
    },
  },
  already: {
    en: {
      subject: 'You already have an account',
      paragraphs: [
        'someone, probably you, tried to sign up with this address. It already has an account, so nothing was changed. If you forgot your password, request a new one in the app.',
        'If it was not you, you do not need to do anything.',
      ],
    },
    pt: {
      subject: 'Você já tem uma conta',
      paragraphs: [
        'alguém, provavelmente você, tentou se cadastrar com este endereço. Já existe uma conta com ele, por isso nada foi alterado. Se esqueceu a senha, peça uma nova no aplicativo.',
        'Se não foi você, não precisa fazer nada.',
      ],
    },
    de: {
      subject: 'Sie haben schon ein Konto',
      paragraphs: [
        'jemand, vermutlich Sie, wollte sich mit dieser Adresse registrieren. Dazu gibt es schon ein Konto, deshalb wurde nichts geändert. Wenn Sie Ihr Passwort vergessen haben, fordern Sie in der App ein neues an.',
        'Wenn Sie das nicht waren, müssen Sie nichts tun.',
      ],
    },
  },
  codes_held: {
    en: {
      subject: 'Too many wrong codes for your account',
      paragraphs: [
        'someone, probably you, entered too many wrong codes of your authenticator app. Its codes are blocked until you allow them again here within 24 hours:',
        '{link}',
        'If it was not you, do not confirm: another person knows your password. Set a new one, and sign in with one of your recovery codes.',
      ],
      button: 'Allow codes again',
    },
    pt: {
      subject: 'Muitos códigos errados na sua conta',
      paragraphs: [
        'alguém, provavelmente você, digitou muitos códigos errados do seu aplicativo autenticador. Os códigos dele ficam bloqueados até você liberá-los aqui, em até 24 horas:',
        '{link}',
        'Se não foi você, não confirme: outra pessoa sabe a sua senha. Crie uma nova e entre com um dos seus códigos de recuperação.',
      ],
      button: 'Liberar os códigos',
    },
    de: {
      subject: 'Zu viele falsche Codes für Ihr Konto',
      paragraphs: [
        'jemand, vermutlich Sie, hat zu viele falsche Codes Ihrer Authenticator-App eingegeben. Die Codes der App sind gesperrt, bis Sie sie hier innerhalb von 24 Stunden wieder zulassen:',
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
        'someone, probably you, requested a new password. You can set one here within 10 minutes:',
        '{link}',
        'Or enter this code in the app:',
        '{code}',
        'If it was not you, ignore this mail: your password stays the same.',
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
        'Se não foi você, ignore este e-mail: a sua senha continua a mesma.',
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
        'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Ihr Passwort bleibt unverändert.',
      ],
      button: 'Neues Passwort festlegen',
    },
  },
};
