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
      subject: 'Bestätige deine E-Mail-Adresse',
      paragraphs: [
        'jemand, vermutlich du, hat sich mit dieser Adresse registriert. Öffne zum Abschluss innerhalb von 24 Stunden diese Seite und gib das Passwort ein, das du gewählt hast:',
        '{link}',
        'Wenn du das nicht warst, ignoriere diese E-Mail: Es wird kein Konto angelegt.',
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
      subject: 'Du hast schon ein Konto',
      paragraphs: [
        'jemand, vermutlich du, wollte sich mit dieser Adresse registrieren. Dazu gibt es schon ein Konto, deshalb wurde nichts geändert. Wenn du dein Passwort vergessen hast, fordere in der App ein neues an.',
        'Wenn du das nicht warst, musst du nichts tun.',
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
      subject: 'Zu viele falsche Codes für dein Konto',
      paragraphs: [
        'jemand, vermutlich du, hat zu viele falsche Codes deiner Authenticator-App eingegeben. Die Codes der App sind gesperrt, bis du sie hier innerhalb von 24 Stunden wieder zulässt:',
        '{link}',
        'Wenn du das nicht warst, bestätige es nicht: Jemand anderes kennt dein Passwort. Leg ein neues fest und melde dich mit einem deiner Wiederherstellungscodes an.',
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
        'jemand, vermutlich du, hat ein neues Passwort angefordert. Hier kannst du innerhalb von 10 Minuten eines festlegen:',
        '{link}',
        'Oder gib diesen Code in der App ein:',
        '{code}',
        'Wenn du das nicht warst, ignoriere diese E-Mail: Dein Passwort bleibt unverändert.',
      ],
      button: 'Neues Passwort festlegen',
    },
  },
};
