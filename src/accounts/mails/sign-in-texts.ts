import type { Language } from '../../platform/http/language.ts';
import type { LetterText } from '../../platform/mail/write-letter.ts';

/** The notice of a sign-in from a device or a network that the account did not know. */
export const signInTexts: Record<Language, LetterText> = {
  en: {
    subject: 'A new sign-in to your account',
    paragraphs: [
      'somebody, probably you, has signed in to your account from a device or a network that was not used for it before.',
      'When: {when} (UTC)',
      'Device: {device}',
      'Network: {network}',
      'If it was not you, somebody else is in your account: ask for a new password at once, which signs out all devices.',
    ],
  },
  pt: {
    subject: 'Um novo acesso à sua conta',
    paragraphs: [
      'alguém, provavelmente você, entrou na sua conta por um aparelho ou uma rede que ainda não tinha sido usada nela.',
      'Quando: {when} (UTC)',
      'Aparelho: {device}',
      'Rede: {network}',
      'Se não foi você, outra pessoa está na sua conta: peça agora mesmo uma nova senha, o que desconecta todos os aparelhos.',
    ],
  },
  de: {
    subject: 'Eine neue Anmeldung bei Ihrem Konto',
    paragraphs: [
      'jemand, vermutlich Sie, hat sich bei Ihrem Konto angemeldet, mit einem Gerät oder aus einem Netzwerk, das dafür noch nicht benutzt wurde.',
      'Wann: {when} (UTC)',
      'Gerät: {device}',
      'Netzwerk: {network}',
      'Wenn Sie das nicht waren, ist jemand anderes in Ihrem Konto: Fordern Sie sofort ein neues Passwort an, das meldet alle Geräte ab.',
    ],
  },
};
