import type { Language } from '../../platform/http/language.ts';
import type { LetterText } from '../../platform/mail/write-letter.ts';

/**
 * Mails about a change of address. The two to the address that an account has or had carry a link, unlike other
 * notices: whoever lost the account has no other way back. None names the other address, which a stranger may have
 * chosen.
 */
export const emailChangeTexts: Record<
  'new_address' | 'address_wanted' | 'email_change_asked' | 'email_changed',
  Record<Language, LetterText>
> = {
  new_address: {
    en: {
      subject: 'Confirm your new e-mail address',
      paragraphs: [
        'you asked to use this address for your account from now on. To do so, open this page within 24 hours:',
        '{link}',
        'If it was not you, do nothing: without you nothing changes.',
      ],
      button: 'Confirm new address',
    },
    pt: {
      subject: 'Confirme o seu novo e-mail',
      paragraphs: [
        'você pediu para usar este endereço na sua conta a partir de agora. Para isso, abra esta página em até 24 horas:',
        '{link}',
        'Se não foi você, não faça nada: sem você nada muda.',
      ],
      button: 'Confirmar novo e-mail',
    },
    de: {
      subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
      paragraphs: [
        'Sie möchten diese Adresse ab jetzt für Ihr Konto benutzen. Öffnen Sie dazu innerhalb von 24 Stunden diese Seite:',
        '{link}',
        'Wenn Sie das nicht waren, tun Sie nichts: Ohne Sie ändert sich nichts.',
      ],
      button: 'Neue Adresse bestätigen',
    },
  },
  address_wanted: {
    en: {
      subject: 'Somebody wanted to use your address',
      paragraphs: [
        'somebody, perhaps you, wanted to use this address for another account. It already belongs to yours, so nothing was changed. An address can belong to one account only.',
        'If it was not you, you need not do anything.',
      ],
    },
    pt: {
      subject: 'Alguém quis usar o seu endereço',
      paragraphs: [
        'alguém, talvez você, quis usar este endereço em outra conta. Ele já pertence à sua, e nada mudou. Um endereço só pode pertencer a uma conta.',
        'Se não foi você, não precisa fazer nada.',
      ],
    },
    de: {
      subject: 'Jemand wollte Ihre Adresse benutzen',
      paragraphs: [
        'jemand, vielleicht Sie, wollte diese Adresse für ein anderes Konto benutzen. Sie gehört schon zu Ihrem; es wurde nichts geändert. Eine Adresse kann nur zu einem Konto gehören.',
        'Wenn Sie das nicht waren, müssen Sie nichts tun.',
      ],
    },
  },
  email_change_asked: {
    en: {
      subject: 'Your account is to get another address',
      paragraphs: [
        'somebody who is signed in to your account, probably you, asked to use another e-mail address for it. It changes once that address is confirmed.',
        'If it was not you, open this page by {day}. Your account keeps this address, all devices are signed out, and you set a new password:',
        '{link}',
      ],
      button: 'Keep this address',
    },
    pt: {
      subject: 'A sua conta vai ter outro e-mail',
      paragraphs: [
        'alguém que entrou na sua conta, provavelmente você, pediu para usar outro e-mail nela. Ele muda assim que o outro endereço for confirmado.',
        'Se não foi você, abra esta página até {day}. A sua conta fica com este endereço, todos os aparelhos são desconectados, e você cria uma nova senha:',
        '{link}',
      ],
      button: 'Ficar com este e-mail',
    },
    de: {
      subject: 'Ihr Konto soll eine andere Adresse bekommen',
      paragraphs: [
        'jemand, der in Ihrem Konto angemeldet ist, vermutlich Sie, möchte dafür eine andere E-Mail-Adresse benutzen. Sie ändert sich, sobald jene Adresse bestätigt ist.',
        'Wenn Sie das nicht waren, öffnen Sie bis zum {day} diese Seite. Ihr Konto behält diese Adresse, alle Geräte werden abgemeldet, und Sie legen ein neues Passwort fest:',
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
      button: 'Voltar a este e-mail',
    },
    de: {
      subject: 'Die Adresse Ihres Kontos wurde geändert',
      paragraphs: [
        'Ihr Konto hat jetzt eine andere E-Mail-Adresse; diese hier gehört nicht mehr dazu.',
        'Wenn Sie das nicht waren, öffnen Sie bis zum {day} diese Seite. Ihr Konto bekommt diese Adresse zurück, alle Geräte werden abgemeldet, und Sie legen ein neues Passwort fest:',
        '{link}',
      ],
      button: 'Diese Adresse zurückholen',
    },
  },
};
