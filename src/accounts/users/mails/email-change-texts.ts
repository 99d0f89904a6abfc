import type { LetterTexts } from '../../../platform/mail/write-letter.ts';

/**
 * Mails about a change of address. The two to the present or previous address of an account contain a link, unlike
 * other notices, because it is the only way to restore a lost account. None states the other address, which a stranger
 * may have chosen.
 */
export const emailChangeTexts: Record<
  'new_address' | 'address_wanted' | 'email_change_asked' | 'email_changed',
  LetterTexts
> = {
  new_address: {
    en: {
      subject: 'Confirm your new e-mail address',
      paragraphs: [
        'you asked to use this address for your account from now on. To do so, open this page within 24 hours:',
        '{link}',
        'If it was not you, ignore this mail: nothing changes.',
      ],
      button: 'Confirm new address',
    },
    pt: {
      subject: 'Confirme o seu novo e-mail',
      paragraphs: [
        'você pediu para usar este endereço na sua conta a partir de agora. Para isso, abra esta página em até 24 horas:',
        '{link}',
        'Se não foi você, ignore este e-mail: nada será alterado.',
      ],
      button: 'Confirmar novo e-mail',
    },
    de: {
      subject: 'Bestätige deine neue E-Mail-Adresse',
      paragraphs: [
        'du möchtest diese Adresse ab jetzt für dein Konto benutzen. Öffne dazu innerhalb von 24 Stunden diese Seite:',
        '{link}',
        'Wenn du das nicht warst, ignoriere diese E-Mail: Es ändert sich nichts.',
      ],
      button: 'Neue Adresse bestätigen',
    },
  },
  address_wanted: {
    en: {
      subject: 'Someone tried to use your address',
      paragraphs: [
        'someone, perhaps you, tried to use this address for another account. It already belongs to your account, so nothing was changed. An address can belong to one account only.',
        'If it was not you, you do not need to do anything.',
      ],
    },
    pt: {
      subject: 'Alguém tentou usar o seu e-mail',
      paragraphs: [
        'alguém, talvez você, tentou usar este endereço em outra conta. Ele já pertence à sua conta, por isso nada foi alterado. Um endereço só pode pertencer a uma conta.',
        'Se não foi você, não precisa fazer nada.',
      ],
    },
    de: {
      subject: 'Jemand wollte deine Adresse benutzen',
      paragraphs: [
        'jemand, vielleicht du, wollte diese Adresse für ein anderes Konto benutzen. Sie gehört schon zu deinem Konto, deshalb wurde nichts geändert. Eine Adresse kann nur zu einem Konto gehören.',
        'Wenn du das nicht warst, musst du nichts tun.',
      ],
    },
  },
  email_change_asked: {
    en: {
      subject: 'Your account is about to get another address',
      paragraphs: [
        'someone, probably you, signed in to your account and requested another e-mail address for it. The change takes effect when that address is confirmed.',
        'If it was not you, open this page by {day}. Your account keeps this address, all devices are signed out, and you set a new password:',
        '{link}',
      ],
      button: 'Keep this address',
    },
    pt: {
      subject: 'A sua conta vai ter outro e-mail',
      paragraphs: [
        'alguém, provavelmente você, entrou na sua conta e pediu a troca do e-mail. A troca vale assim que o novo endereço for confirmado.',
        'Se não foi você, abra esta página até {day}. A sua conta mantém este endereço, todos os aparelhos são desconectados, e você cria uma nova senha:',
        '{link}',
      ],
      button: 'Manter este e-mail',
    },
    de: {
      subject: 'Dein Konto soll eine andere Adresse bekommen',
      paragraphs: [
        'jemand, vermutlich du, hat sich bei deinem Konto angemeldet und dafür eine andere E-Mail-Adresse angefordert. Die Änderung gilt, sobald die neue Adresse bestätigt ist.',
        'Wenn du das nicht warst, öffne bis zum {day} diese Seite. Dein Konto behält diese Adresse, alle Geräte werden abgemeldet, und du legst ein neues Passwort fest:',
        '{link}',
      ],
      button: 'Diese Adresse behalten',
    },
  },
  email_changed: {
    en: {
      subject: 'The address of your account was changed',
      paragraphs: [
        'your account has another e-mail address now, and this one no longer belongs to it.',
        'If it was not you, open this page by {day}. Your account gets this address back, all devices are signed out, and you set a new password:',
        '{link}',
      ],
      button: 'Get this address back',
    },
    pt: {
      subject: 'O e-mail da sua conta foi alterado',
      paragraphs: [
        'a sua conta agora tem outro e-mail, e este endereço não pertence mais a ela.',
        'Se não foi você, abra esta página até {day}. A sua conta volta a ter este endereço, todos os aparelhos são desconectados, e você cria uma nova senha:',
        '{link}',
      ],
      button: 'Recuperar este e-mail',
    },
    de: {
      subject: 'Die Adresse deines Kontos wurde geändert',
      paragraphs: [
        'dein Konto hat jetzt eine andere E-Mail-Adresse; diese hier gehört nicht mehr dazu.',
        'Wenn du das nicht warst, öffne bis zum {day} diese Seite. Dein Konto bekommt diese Adresse zurück, alle Geräte werden abgemeldet, und du legst ein neues Passwort fest:',
        '{link}',
      ],
      button: 'Diese Adresse zurückholen',
    },
  },
};
