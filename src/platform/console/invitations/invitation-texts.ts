import type { LetterTexts } from '../../mail/write-letter.ts';

/** Without a greeting by name, because the name of the recipient is not known. */
export const invitationTexts: LetterTexts = {
  en: {
    subject: 'You are invited to the Praça console',
    paragraphs: [
      '{inviter} invites you to work in the console of {organisation}, as: {role}.',
      '{link}',
      'The link works once, for 72 hours. If you did not expect it, do nothing.',
    ],
    button: 'Accept the invitation',
  },
  pt: {
    subject: 'Você foi convidado para o console da Praça',
    paragraphs: [
      '{inviter} convida você a trabalhar no console de {organisation}, como: {role}.',
      '{link}',
      'O link funciona uma vez, por 72 horas. Se você não o esperava, não faça nada.',
    ],
    button: 'Aceitar o convite',
  },
  de: {
    subject: 'Einladung in die Praça-Konsole',
    paragraphs: [
      '{inviter} lädt Sie ein, in der Konsole von {organisation} mitzuarbeiten, als: {role}.',
      '{link}',
      'Der Link gilt einmal und 72 Stunden lang. Wenn Sie ihn nicht erwartet haben, tun Sie nichts.',
    ],
    button: 'Einladung annehmen',
  },
};

export const passwordTexts: LetterTexts = {
  en: {
    subject: 'A new password for the Praça console',
    paragraphs: [
      'a new password for the console was requested, probably by you. You can set one here within 30 minutes. Your second factor does not change:',
      '{link}',
      'If it was not you, do nothing: your password stays as it is.',
    ],
    button: 'Set a new password',
  },
  pt: {
    subject: 'Uma nova senha para o console da Praça',
    paragraphs: [
      'alguém, provavelmente você, pediu uma nova senha para o console. Você pode criá-la aqui em até 30 minutos; o seu segundo fator continua o mesmo:',
      '{link}',
      'Se não foi você, ignore este e-mail: a sua senha continua a mesma.',
    ],
    button: 'Criar nova senha',
  },
  de: {
    subject: 'Ein neues Passwort für die Praça-Konsole',
    paragraphs: [
      'jemand, vermutlich Sie, hat ein neues Passwort für die Konsole angefordert. Hier können Sie innerhalb von 30 Minuten eines festlegen; Ihr zweiter Faktor bleibt, wie er ist:',
      '{link}',
      'Wenn Sie das nicht waren, tun Sie nichts: Ihr Passwort bleibt, wie es ist.',
    ],
    button: 'Neues Passwort festlegen',
  },
};
