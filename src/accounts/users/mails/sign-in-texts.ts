import type { LetterTexts } from '../../../platform/mail/write-letter.ts';

export const signInTexts: LetterTexts = {
  en: {
    subject: 'A new sign-in to your account',
    paragraphs: [
      'someone, probably you, signed in to your account from a new device or network.',
      'When: {when} (UTC)',
      'Device: {device}',
      'Network: {network}',
      'If it was not you, another person has access to your account: request a new password at once. That signs out all devices.',
    ],
  },
  pt: {
    subject: 'Um novo acesso à sua conta',
    paragraphs: [
      'alguém, provavelmente você, entrou na sua conta por um aparelho novo ou por uma rede nova.',
      'Quando: {when} (UTC)',
      'Aparelho: {device}',
      'Rede: {network}',
      'Se não foi você, outra pessoa tem acesso à sua conta: peça agora mesmo uma nova senha. Isso desconecta todos os aparelhos.',
    ],
  },
  de: {
    subject: 'Eine neue Anmeldung bei deinem Konto',
    paragraphs: [
      'jemand, vermutlich du, hat sich mit einem neuen Gerät oder aus einem neuen Netzwerk bei deinem Konto angemeldet.',
      'Wann: {when} (UTC)',
      'Gerät: {device}',
      'Netzwerk: {network}',
      'Wenn du das nicht warst, hat jemand anderes Zugriff auf dein Konto: Fordere sofort ein neues Passwort an. Damit werden alle Geräte abgemeldet.',
    ],
  },
};
