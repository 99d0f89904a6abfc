import type { LetterTexts } from '../../../platform/mail/write-letter.ts';
import { signInTexts } from './sign-in-texts.ts';

/** A notice has no link, because phishing mails imitate alarming notices with links. */
export interface Nothing {
  readonly link?: never;
}

/** Values that each notice contains besides the name. */
export interface NoticeContents {
  password_changed: Nothing;
  one_time_password: Nothing;
  erasure: { day: string };
  erasure_taken_back: Nothing;
  totp_enabled: Nothing;
  totp_disabled: Nothing;
  wrong_codes: { count: string; when: string; network: string };
  recovery_codes_renewed: Nothing;
  recovery_code_used: Nothing;
  identity_linked: { provider: string };
  identity_unlinked: { provider: string };
  email_put_back: Nothing;
  email_returned: Nothing;
  signed_in_anew: { when: string; device: string; network: string };
}
export type NoticeKind = keyof NoticeContents;

/**
 * Notices to the owner of an account about every change, by any person. Each says what to do if another person made it.
 */
export const noticeTexts: Record<NoticeKind, LetterTexts> = {
  signed_in_anew: signInTexts,
  wrong_codes: {
    en: {
      subject: 'Wrong codes for your account',
      paragraphs: [
        'someone who knows your password or is signed in to your account entered wrong codes of your authenticator app: {count} within a year.',
        'The last one: {when} (UTC)',
        'Network: {network}',
        'If it was not you, request a new password at once. That signs out all devices.',
      ],
    },
    pt: {
      subject: 'Códigos errados na sua conta',
      paragraphs: [
        'alguém que sabe a sua senha ou está conectado à sua conta digitou códigos errados do seu aplicativo autenticador: {count} em um ano.',
        'O último: {when} (UTC)',
        'Rede: {network}',
        'Se não foi você, peça agora mesmo uma nova senha. Isso desconecta todos os aparelhos.',
      ],
    },
    de: {
      subject: 'Falsche Codes für dein Konto',
      paragraphs: [
        'jemand, der dein Passwort kennt oder bei deinem Konto angemeldet ist, hat falsche Codes deiner Authenticator-App eingegeben: {count} innerhalb eines Jahres.',
        'Der letzte: {when} (UTC)',
        'Netzwerk: {network}',
        'Wenn du das nicht warst, fordere sofort ein neues Passwort an. Damit werden alle Geräte abgemeldet.',
      ],
    },
  },
  password_changed: {
    en: {
      subject: 'Your password was changed',
      paragraphs: [
        'the password of your account was just changed, and all devices were signed out.',
        'If it was not you, request a new password at once. Only the owner of this mailbox can do that.',
      ],
    },
    pt: {
      subject: 'A sua senha foi alterada',
      paragraphs: [
        'a senha da sua conta acabou de ser alterada, e todos os aparelhos foram desconectados.',
        'Se não foi você, peça agora mesmo uma nova senha. Só quem tem acesso a esta caixa de e-mail pode fazer isso.',
      ],
    },
    de: {
      subject: 'Dein Passwort wurde geändert',
      paragraphs: [
        'das Passwort deines Kontos wurde soeben geändert, und alle Geräte wurden abgemeldet.',
        'Wenn du das nicht warst, fordere sofort ein neues Passwort an. Das kann nur, wer Zugriff auf dieses Postfach hat.',
      ],
    },
  },
  one_time_password: {
    en: {
      subject: 'A one-time password was set',
      paragraphs: [
        'a one-time password was just set for your account. It works once, within 24 hours, and must be replaced after signing in.',
        'If it was not you, set a new password at once.',
      ],
    },
    pt: {
      subject: 'Uma senha de uso único foi criada',
      paragraphs: [
        'uma senha de uso único acabou de ser criada para a sua conta. Ela vale uma só vez, por 24 horas, e precisa ser trocada depois que você entrar.',
        'Se não foi você, crie agora mesmo uma nova senha.',
      ],
    },
    de: {
      subject: 'Ein Einmalpasswort wurde gesetzt',
      paragraphs: [
        'für dein Konto wurde soeben ein Einmalpasswort gesetzt. Es gilt einmal, innerhalb von 24 Stunden, und muss nach der Anmeldung ersetzt werden.',
        'Wenn du das nicht warst, leg sofort ein neues Passwort fest.',
      ],
    },
  },
  erasure: {
    en: {
      subject: 'Your account will be erased',
      paragraphs: [
        'as requested, your account and all its data will be erased on {day}. To keep it, sign in before then.',
        'If it was not you, sign in and set a new password at once.',
      ],
    },
    pt: {
      subject: 'A sua conta será apagada',
      paragraphs: [
        'como você pediu, a sua conta e todos os dados dela serão apagados em {day}. Para manter a conta, entre antes disso.',
        'Se não foi você, entre e crie agora mesmo uma nova senha.',
      ],
    },
    de: {
      subject: 'Dein Konto wird gelöscht',
      paragraphs: [
        'wie gewünscht werden dein Konto und alles, was dazugehört, am {day} gelöscht. Um es zu behalten, melde dich vorher einfach an.',
        'Wenn du das nicht warst, melde dich an und leg sofort ein neues Passwort fest.',
      ],
    },
  },
  erasure_taken_back: {
    en: {
      subject: 'Your account will not be erased',
      paragraphs: [
        'your account was going to be erased. Someone, probably you, has signed in, so it is kept.',
        'If it was not you, another person has access to your account: request a new password at once. That signs out all devices. If you still want to erase the account, sign in and request it again.',
      ],
    },
    pt: {
      subject: 'A sua conta não será apagada',
      paragraphs: [
        'a sua conta ia ser apagada. Alguém, provavelmente você, entrou nela, e por isso ela será mantida.',
        'Se não foi você, outra pessoa tem acesso à sua conta: peça agora mesmo uma nova senha. Isso desconecta todos os aparelhos. Se você ainda quer apagar a conta, entre e peça de novo.',
      ],
    },
    de: {
      subject: 'Dein Konto wird nicht gelöscht',
      paragraphs: [
        'dein Konto sollte gelöscht werden. Jemand, vermutlich du, hat sich angemeldet, deshalb bleibt es bestehen.',
        'Wenn du das nicht warst, hat jemand anderes Zugriff auf dein Konto: Fordere sofort ein neues Passwort an. Damit werden alle Geräte abgemeldet. Wenn das Konto weiterhin gelöscht werden soll, melde dich an und lösche es noch einmal.',
      ],
    },
  },
  totp_enabled: {
    en: {
      subject: 'An authenticator app was set up',
      paragraphs: [
        'signing in to your account now needs a code of an authenticator app as well.',
        'If it was not you, another person has access to your account: request a new password at once, which signs out all devices, and contact the operator of this service.',
      ],
    },
    pt: {
      subject: 'Um aplicativo autenticador foi configurado',
      paragraphs: [
        'agora, para entrar na sua conta, também é preciso um código de um aplicativo autenticador.',
        'Se não foi você, outra pessoa tem acesso à sua conta: peça agora mesmo uma nova senha, o que desconecta todos os aparelhos, e avise quem opera este serviço.',
      ],
    },
    de: {
      subject: 'Eine Authenticator-App wurde eingerichtet',
      paragraphs: [
        'zur Anmeldung bei deinem Konto wird ab jetzt auch ein Code einer Authenticator-App gebraucht.',
        'Wenn du das nicht warst, hat jemand anderes Zugriff auf dein Konto: Fordere sofort ein neues Passwort an, das meldet alle Geräte ab, und sag es dem Betreiber dieses Dienstes.',
      ],
    },
  },
  totp_disabled: {
    en: {
      subject: 'The authenticator app was turned off',
      paragraphs: [
        'signing in to your account no longer needs a code of an authenticator app.',
        'If it was not you, request a new password at once, which signs out all devices, and set the app up again.',
      ],
    },
    pt: {
      subject: 'O aplicativo autenticador foi desligado',
      paragraphs: [
        'para entrar na sua conta, não é mais preciso um código de um aplicativo autenticador.',
        'Se não foi você, peça agora mesmo uma nova senha, o que desconecta todos os aparelhos, e configure o aplicativo de novo.',
      ],
    },
    de: {
      subject: 'Die Authenticator-App wurde abgeschaltet',
      paragraphs: [
        'zur Anmeldung bei deinem Konto wird kein Code einer Authenticator-App mehr gebraucht.',
        'Wenn du das nicht warst, fordere sofort ein neues Passwort an, das meldet alle Geräte ab, und richte die App neu ein.',
      ],
    },
  },
  recovery_codes_renewed: {
    en: {
      subject: 'New recovery codes were created',
      paragraphs: [
        'new recovery codes were just created for your account. The previous ones no longer work.',
        'If it was not you, request a new password at once. That signs out all devices. Then sign in with your authenticator app and create new codes.',
      ],
    },
    pt: {
      subject: 'Novos códigos de recuperação foram criados',
      paragraphs: [
        'novos códigos de recuperação acabaram de ser criados para a sua conta; os anteriores não valem mais.',
        'Se não foi você, peça agora mesmo uma nova senha. Isso desconecta todos os aparelhos. Depois entre com o seu aplicativo autenticador e crie novos códigos.',
      ],
    },
    de: {
      subject: 'Neue Wiederherstellungscodes wurden erstellt',
      paragraphs: [
        'für dein Konto wurden soeben neue Wiederherstellungscodes erstellt; die bisherigen gelten nicht mehr.',
        'Wenn du das nicht warst, fordere sofort ein neues Passwort an. Damit werden alle Geräte abgemeldet. Melde dich dann mit deiner Authenticator-App an und erstelle neue Codes.',
      ],
    },
  },
  recovery_code_used: {
    en: {
      subject: 'A recovery code was used',
      paragraphs: [
        'a recovery code was just used instead of a code of your authenticator app. It no longer works.',
        'If it was not you, another person has your codes: request a new password at once. That signs out all devices. Then sign in with your authenticator app and create new codes.',
      ],
    },
    pt: {
      subject: 'Um código de recuperação foi usado',
      paragraphs: [
        'um código de recuperação acabou de ser usado no lugar de um código do seu aplicativo autenticador. Ele não vale mais.',
        'Se não foi você, outra pessoa tem os seus códigos: peça agora mesmo uma nova senha. Isso desconecta todos os aparelhos. Depois entre com o seu aplicativo autenticador e crie novos códigos.',
      ],
    },
    de: {
      subject: 'Ein Wiederherstellungscode wurde benutzt',
      paragraphs: [
        'soeben wurde statt eines Codes deiner Authenticator-App ein Wiederherstellungscode benutzt. Er gilt nicht mehr.',
        'Wenn du das nicht warst, hat jemand deine Codes: Fordere sofort ein neues Passwort an, das meldet alle Geräte ab. Melde dich dann mit deiner Authenticator-App an und erstelle neue Codes.',
      ],
    },
  },
  identity_linked: {
    en: {
      subject: 'A new way to sign in was added',
      paragraphs: [
        'from now on you can sign in to your account with {provider} as well, because {provider} knows you by this address.',
        'If it was not you, another person has an account with this address at {provider}: change the password of your mailbox and your password there, and contact the operator of this service.',
      ],
    },
    pt: {
      subject: 'Uma nova forma de entrar foi adicionada',
      paragraphs: [
        'a partir de agora você também pode entrar na sua conta com {provider}, onde o seu cadastro usa este mesmo e-mail.',
        'Se não foi você, outra pessoa tem uma conta com este endereço em {provider}: troque a senha da sua caixa de e-mail e a sua senha em {provider}, e avise quem opera este serviço.',
      ],
    },
    de: {
      subject: 'Eine weitere Anmeldung ist möglich',
      paragraphs: [
        'ab jetzt kannst du dich bei deinem Konto auch über {provider} anmelden, weil du dort mit dieser Adresse registriert bist.',
        'Wenn du das nicht warst, hat jemand ein Konto mit dieser Adresse bei {provider}: Ändere das Passwort deines Postfachs und dein Passwort dort, und sag es dem Betreiber dieses Dienstes.',
      ],
    },
  },
  identity_unlinked: {
    en: {
      subject: 'A way to sign in was removed',
      paragraphs: [
        'you can no longer sign in to your account with {provider}: this social login was just removed.',
        'If it was not you, another person has access to your account: request a new password at once. That signs out all devices.',
      ],
    },
    pt: {
      subject: 'Uma forma de entrar foi removida',
      paragraphs: [
        'não é mais possível entrar na sua conta com {provider}: este login social acabou de ser removido.',
        'Se não foi você, outra pessoa tem acesso à sua conta: peça agora mesmo uma nova senha. Isso desconecta todos os aparelhos.',
      ],
    },
    de: {
      subject: 'Eine Anmeldung wurde entfernt',
      paragraphs: [
        'bei deinem Konto kannst du dich nicht mehr über {provider} anmelden: Diese Anmeldung wurde soeben entfernt.',
        'Wenn du das nicht warst, hat jemand anderes Zugriff auf dein Konto: Fordere sofort ein neues Passwort an. Damit werden alle Geräte abgemeldet.',
      ],
    },
  },
  email_put_back: {
    en: {
      subject: 'Your account has its former address again',
      paragraphs: [
        'the owner of the previous address of your account has restored it with the link that we sent there. This address no longer belongs to the account, and all devices were signed out.',
        'If it was not you, another person has access to that mailbox: change its password, and contact the operator of this service.',
      ],
    },
    pt: {
      subject: 'A sua conta voltou ao e-mail anterior',
      paragraphs: [
        'a pessoa dona do endereço anterior da sua conta o recuperou pelo link que enviamos para lá. Este endereço não pertence mais à conta, e todos os aparelhos foram desconectados.',
        'Se não foi você, outra pessoa tem acesso àquela caixa de e-mail: troque a senha da caixa e avise quem opera este serviço.',
      ],
    },
    de: {
      subject: 'Dein Konto hat wieder die frühere Adresse',
      paragraphs: [
        'der Inhaber der früheren Adresse deines Kontos hat sie mit dem Link wiederhergestellt, den wir dorthin geschickt haben. Diese Adresse gehört nicht mehr zum Konto, und alle Geräte wurden abgemeldet.',
        'Wenn du das nicht warst, hat jemand anderes Zugriff auf jenes Postfach: Ändere dessen Passwort und wende dich an den Betreiber dieses Dienstes.',
      ],
    },
  },
  email_returned: {
    en: {
      subject: 'Your account has its former address again',
      paragraphs: [
        'the address of your account was changed back to the one that it had a few days ago, by a person who can sign in and has access to that mailbox. This address no longer belongs to the account.',
        'If it was not you, another person can sign in and has access to that mailbox: change its password, and contact the operator of this service.',
      ],
    },
    pt: {
      subject: 'A sua conta voltou ao e-mail anterior',
      paragraphs: [
        'alguém que consegue entrar na conta e tem acesso à caixa de e-mail anterior voltou a usar o e-mail que a conta tinha há poucos dias. Este endereço não pertence mais à conta.',
        'Se não foi você, outra pessoa consegue entrar na conta e tem acesso àquela caixa de e-mail: troque a senha da caixa e avise quem opera este serviço.',
      ],
    },
    de: {
      subject: 'Dein Konto hat wieder die frühere Adresse',
      paragraphs: [
        'dein Konto hat wieder die Adresse, die es vor wenigen Tagen hatte. Geändert hat das jemand, der sich anmelden kann und Zugriff auf jenes Postfach hat. Diese Adresse gehört nicht mehr zum Konto.',
        'Wenn du das nicht warst, kann sich jemand anderes anmelden und hat Zugriff auf jenes Postfach: Ändere dessen Passwort und wende dich an den Betreiber dieses Dienstes.',
      ],
    },
  },
};
