import type { LetterTexts } from '../../mail/write-letter.ts';

export const wrongCodesTexts: LetterTexts = {
  en: {
    subject: 'Wrong codes for your console account',
    paragraphs: [
      'wrong codes for your authenticator app were entered after your correct password: {count} within a year, the last one from the network {address}.',
      'If it was not you, set a new password at once and tell an admin.',
    ],
  },
  pt: {
    subject: 'Códigos errados na sua conta do console',
    paragraphs: [
      'alguém que sabe a sua senha digitou códigos errados do seu aplicativo autenticador: {count} em um ano, o último pela rede {address}.',
      'Se não foi você, crie agora mesmo uma nova senha e avise um administrador.',
    ],
  },
  de: {
    subject: 'Falsche Codes für Ihr Konsolenkonto',
    paragraphs: [
      'jemand, der Ihr Passwort kennt, hat falsche Codes Ihrer Authenticator-App eingegeben: {count} innerhalb eines Jahres, den letzten aus dem Netzwerk {address}.',
      'Wenn Sie das nicht waren, legen Sie sofort ein neues Passwort fest und sagen Sie einem Admin Bescheid.',
    ],
  },
};

export const codesHeldTexts: LetterTexts = {
  en: {
    subject: 'Too many wrong codes for the console',
    paragraphs: [
      'too many wrong codes for your authenticator app were entered, probably by you. Its codes are blocked until you allow them again here, within 24 hours:',
      '{link}',
      'If it was not you, do not allow them: another person knows your password. Set a new one, and sign in with a recovery code or a passkey.',
    ],
    button: 'Allow codes again',
  },
  pt: {
    subject: 'Códigos errados demais no console',
    paragraphs: [
      'alguém, provavelmente você, digitou muitos códigos errados do seu aplicativo autenticador. Os códigos dele ficam bloqueados até você liberá-los aqui, em até 24 horas:',
      '{link}',
      'Se não foi você, não confirme: outra pessoa sabe a sua senha. Crie uma nova e entre com um código de recuperação ou uma chave de acesso.',
    ],
    button: 'Liberar os códigos',
  },
  de: {
    subject: 'Zu viele falsche Codes für die Konsole',
    paragraphs: [
      'jemand, vermutlich Sie, hat zu viele falsche Codes Ihrer Authenticator-App eingegeben. Ihre Codes warten jetzt, bis Sie hier innerhalb von 24 Stunden bestätigen, dass sie wieder gelten sollen:',
      '{link}',
      'Wenn Sie das nicht waren, bestätigen Sie es nicht: Jemand anderes kennt Ihr Passwort. Legen Sie ein neues fest und melden Sie sich mit einem Wiederherstellungscode oder einem Passkey an.',
    ],
    button: 'Codes wieder zulassen',
  },
};
