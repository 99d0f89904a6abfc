import type { LetterTexts } from '../../mail/write-letter.ts';

/**
 * Notices to console users about their own sign-in. They contain no link, because phishing mails imitate such notices.
 */
export const noticeTexts = {
  signed_in: {
    en: {
      subject: 'A new sign-in to your console account',
      paragraphs: [
        'there was a new sign-in to your console account, probably by you, from a device or a network that you have not used before.',
        'When: {when} (UTC)',
        'Device: {device}',
        'Network: {network}',
        'If it was not you, set a new password at once and tell an admin.',
      ],
    },
    pt: {
      subject: 'Um novo acesso à sua conta do console',
      paragraphs: [
        'alguém, provavelmente você, entrou no console com a sua conta, por um aparelho ou uma rede que você ainda não tinha usado.',
        'Quando: {when} (UTC)',
        'Aparelho: {device}',
        'Rede: {network}',
        'Se não foi você, crie agora mesmo uma nova senha e avise um administrador.',
      ],
    },
    de: {
      subject: 'Eine neue Anmeldung bei Ihrem Konsolenkonto',
      paragraphs: [
        'jemand, vermutlich Sie, hat sich mit Ihrem Konto bei der Konsole angemeldet, mit einem Gerät oder aus einem Netzwerk, das Sie dafür noch nicht benutzt haben.',
        'Wann: {when} (UTC)',
        'Gerät: {device}',
        'Netzwerk: {network}',
        'Wenn Sie das nicht waren, legen Sie sofort ein neues Passwort fest und sagen Sie einem Admin Bescheid.',
      ],
    },
  },
  password_changed: {
    en: {
      subject: 'Your console password was changed',
      paragraphs: [
        'the password of your console account was just changed, and your other sessions were ended.',
        'If it was not you, ask for a new password at the sign-in at once and tell an admin.',
      ],
    },
    pt: {
      subject: 'A sua senha do console foi alterada',
      paragraphs: [
        'a senha da sua conta do console acabou de ser alterada, e as suas outras sessões foram encerradas.',
        'Se não foi você, peça agora mesmo uma nova senha na página de entrada e avise um administrador.',
      ],
    },
    de: {
      subject: 'Ihr Konsolenpasswort wurde geändert',
      paragraphs: [
        'das Passwort Ihres Konsolenkontos wurde soeben geändert, und Ihre anderen Sitzungen wurden beendet.',
        'Wenn Sie das nicht waren, fordern Sie auf der Anmeldeseite sofort ein neues Passwort an und sagen Sie einem Admin Bescheid.',
      ],
    },
  },
  reset: {
    en: {
      subject: 'Your console sign-in was reset',
      paragraphs: [
        'the operator has created a temporary password for your console account, removed your second factor and your recovery codes, and ended your sessions.',
        'If you did not expect this, tell an admin at once.',
      ],
    },
    pt: {
      subject: 'O seu acesso ao console foi redefinido',
      paragraphs: [
        'o operador criou uma senha temporária para a sua conta do console, removeu o seu segundo fator e os seus códigos de recuperação e encerrou as suas sessões.',
        'Se você não esperava isso, avise agora mesmo um administrador.',
      ],
    },
    de: {
      subject: 'Ihre Anmeldung bei der Konsole wurde zurückgesetzt',
      paragraphs: [
        'der Betreiber hat für Ihr Konsolenkonto ein vorläufiges Passwort erstellt, Ihren zweiten Faktor und Ihre Wiederherstellungscodes entfernt und Ihre Sitzungen beendet.',
        'Wenn Sie das nicht erwartet haben, sagen Sie sofort einem Admin Bescheid.',
      ],
    },
  },
  totp_added: {
    en: {
      subject: 'An authenticator app was added',
      paragraphs: [
        'an authenticator app is now a second factor of your console account.',
        'If it was not you, set a new password at once and tell an admin.',
      ],
    },
    pt: {
      subject: 'Um aplicativo autenticador foi adicionado',
      paragraphs: [
        'códigos de um aplicativo autenticador agora valem como segundo fator da sua conta do console.',
        'Se não foi você, crie agora mesmo uma nova senha e avise um administrador.',
      ],
    },
    de: {
      subject: 'Eine Authenticator-App wurde hinzugefügt',
      paragraphs: [
        'Codes einer Authenticator-App gelten ab jetzt als zweiter Faktor Ihres Konsolenkontos.',
        'Wenn Sie das nicht waren, legen Sie sofort ein neues Passwort fest und sagen Sie einem Admin Bescheid.',
      ],
    },
  },
  totp_removed: {
    en: {
      subject: 'The authenticator app was removed',
      paragraphs: [
        'your authenticator app is no longer a second factor of your console account.',
        'If it was not you, set a new password at once and tell an admin.',
      ],
    },
    pt: {
      subject: 'O aplicativo autenticador foi removido',
      paragraphs: [
        'os códigos do seu aplicativo autenticador não valem mais na sua conta do console.',
        'Se não foi você, crie agora mesmo uma nova senha e avise um administrador.',
      ],
    },
    de: {
      subject: 'Die Authenticator-App wurde entfernt',
      paragraphs: [
        'Codes Ihrer Authenticator-App gelten für Ihr Konsolenkonto nicht mehr.',
        'Wenn Sie das nicht waren, legen Sie sofort ein neues Passwort fest und sagen Sie einem Admin Bescheid.',
      ],
    },
  },
  passkey_added: {
    en: {
      subject: 'A passkey was added',
      paragraphs: [
        'a passkey is now a second factor of your console account.',
        'If it was not you, set a new password at once and tell an admin.',
      ],
    },
    pt: {
      subject: 'Uma chave de acesso foi adicionada',
      paragraphs: [
        'uma chave de acesso agora vale como segundo fator da sua conta do console.',
        'Se não foi você, crie agora mesmo uma nova senha e avise um administrador.',
      ],
    },
    de: {
      subject: 'Ein Passkey wurde hinzugefügt',
      paragraphs: [
        'ein Passkey gilt ab jetzt als zweiter Faktor Ihres Konsolenkontos.',
        'Wenn Sie das nicht waren, legen Sie sofort ein neues Passwort fest und sagen Sie einem Admin Bescheid.',
      ],
    },
  },
  passkey_removed: {
    en: {
      subject: 'A passkey was removed',
      paragraphs: [
        'one of your passkeys was removed from your console account.',
        'If it was not you, set a new password at once and tell an admin.',
      ],
    },
    pt: {
      subject: 'Uma chave de acesso foi removida',
      paragraphs: [
        'uma das suas chaves de acesso não vale mais na sua conta do console.',
        'Se não foi você, crie agora mesmo uma nova senha e avise um administrador.',
      ],
    },
    de: {
      subject: 'Ein Passkey wurde entfernt',
      paragraphs: [
        'einer Ihrer Passkeys gilt für Ihr Konsolenkonto nicht mehr.',
        'Wenn Sie das nicht waren, legen Sie sofort ein neues Passwort fest und sagen Sie einem Admin Bescheid.',
      ],
    },
  },
  recovery_codes_renewed: {
    en: {
      subject: 'New recovery codes were created',
      paragraphs: [
        'new recovery codes were just created for your console account. The earlier ones no longer work.',
        'If it was not you, set a new password at once and tell an admin.',
      ],
    },
    pt: {
      subject: 'Novos códigos de recuperação foram criados',
      paragraphs: [
        'novos códigos de recuperação acabaram de ser criados para a sua conta do console; os anteriores não valem mais.',
        'Se não foi você, crie agora mesmo uma nova senha e avise um administrador.',
      ],
    },
    de: {
      subject: 'Neue Wiederherstellungscodes wurden erstellt',
      paragraphs: [
        'für Ihr Konsolenkonto wurden soeben neue Wiederherstellungscodes erstellt; die bisherigen gelten nicht mehr.',
        'Wenn Sie das nicht waren, legen Sie sofort ein neues Passwort fest und sagen Sie einem Admin Bescheid.',
      ],
    },
  },
  recovery_code_used: {
    en: {
      subject: 'A recovery code was used',
      paragraphs: [
        'a recovery code was just used as the second factor of your console account. It cannot be used again. Codes left: {left}.',
        'If it was not you, another person has your codes and your password: set a new password at once and tell an admin.',
      ],
    },
    pt: {
      subject: 'Um código de recuperação foi usado',
      paragraphs: [
        'um código de recuperação acabou de ser usado como segundo fator da sua conta do console. Ele não vale mais. Códigos restantes: {left}.',
        'Se não foi você, alguém tem os seus códigos e a sua senha: crie agora mesmo uma nova senha e avise um administrador.',
      ],
    },
    de: {
      subject: 'Ein Wiederherstellungscode wurde benutzt',
      paragraphs: [
        'soeben wurde ein Wiederherstellungscode als zweiter Faktor Ihres Konsolenkontos benutzt. Er gilt nicht mehr. Verbleibende Codes: {left}.',
        'Wenn Sie das nicht waren, hat jemand Ihre Codes und Ihr Passwort: Legen Sie sofort ein neues Passwort fest und sagen Sie einem Admin Bescheid.',
      ],
    },
  },
} as const satisfies Record<string, LetterTexts>;

export type NoticeKind = keyof typeof noticeTexts;
