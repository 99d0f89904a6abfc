import type { Language } from '../../http/language.ts';
import type { LetterText } from '../../mail/write-letter.ts';

export const wrongCodesTexts: Record<Language, LetterText> = {
  en: {
    subject: 'Wrong codes for your console account',
    paragraphs: [
      'somebody who knows your password has given wrong codes of your authenticator app: {count} within a year, the last one from the network {address}.',
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

export const codesHeldTexts: Record<Language, LetterText> = {
  en: {
    subject: 'Too many wrong codes for the console',
    paragraphs: [
      'somebody, probably you, has given too many wrong codes of your authenticator app. Its codes now wait until you confirm here, within 24 hours, that they should count again:',
      '{link}',
      'If it was not you, do not confirm it: somebody else knows your password. Set a new one, and sign in with a recovery code or a passkey.',
    ],
    button: 'Let codes count again',
  },
  pt: {
    subject: 'Códigos errados demais no console',
    paragraphs: [
      'alguém, provavelmente você, digitou códigos errados demais do seu aplicativo autenticador. Os códigos dele agora esperam até você confirmar aqui, em até 24 horas, que devem voltar a valer:',
      '{link}',
      'Se não foi você, não confirme: outra pessoa sabe a sua senha. Crie uma nova e entre com um código de recuperação ou uma chave de acesso.',
    ],
    button: 'Aceitar códigos de novo',
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
