import type { Words } from '../organisations.ts';

/** What the frame itself records, and says once it is done. The names stay for good. */
export const actWords = {
  signed_in: { en: 'Signed in', pt: 'Entrou', de: 'Angemeldet' },
  signed_out: { en: 'Signed out', pt: 'Saiu', de: 'Abgemeldet' },
  'sign_in.failed': { en: 'Wrong password', pt: 'Senha errada', de: 'Falsches Passwort' },
  'factor.failed': { en: 'Wrong code', pt: 'Código errado', de: 'Falscher Code' },
  'totp.added': {
    en: 'Authenticator app added',
    pt: 'Aplicativo autenticador adicionado',
    de: 'Authenticator-App hinzugefügt',
  },
  'totp.removed': {
    en: 'Authenticator app removed',
    pt: 'Aplicativo autenticador removido',
    de: 'Authenticator-App entfernt',
  },
  'totp.confirmed': {
    en: 'Codes of the app allowed again',
    pt: 'Códigos do aplicativo liberados',
    de: 'Codes der App wieder zugelassen',
  },
  'passkey.added': { en: 'Passkey added', pt: 'Chave de acesso adicionada', de: 'Passkey hinzugefügt' },
  'passkey.removed': { en: 'Passkey removed', pt: 'Chave de acesso removida', de: 'Passkey entfernt' },
  'recovery_code.used': {
    en: 'Recovery code used',
    pt: 'Código de recuperação usado',
    de: 'Wiederherstellungscode benutzt',
  },
  'recovery_codes.renewed': {
    en: 'Recovery codes renewed',
    pt: 'Códigos de recuperação renovados',
    de: 'Wiederherstellungscodes erneuert',
  },
  'password.link_sent': {
    en: 'Link for a new password sent',
    pt: 'Link para nova senha enviado',
    de: 'Link für neues Passwort verschickt',
  },
  'password.changed': { en: 'Password changed', pt: 'Senha alterada', de: 'Passwort geändert' },
  'session.ended': { en: 'Session ended', pt: 'Sessão encerrada', de: 'Sitzung beendet' },
  'staff.created': { en: 'Staff created', pt: 'Membro da equipe criado', de: 'Mitarbeiter angelegt' },
  'staff.disabled': { en: 'Staff disabled', pt: 'Membro da equipe desativado', de: 'Mitarbeiter gesperrt' },
  'staff.enabled': {
    en: 'Staff let in again',
    pt: 'Membro da equipe reativado',
    de: 'Mitarbeiter wieder zugelassen',
  },
  'staff.reset': { en: 'Sign-in reset', pt: 'Acesso redefinido', de: 'Anmeldung zurückgesetzt' },
  'member.invited': { en: 'Invitation sent', pt: 'Convite enviado', de: 'Einladung verschickt' },
  'invitation.resent': {
    en: 'Invitation sent again',
    pt: 'Convite reenviado',
    de: 'Einladung erneut verschickt',
  },
  'invitation.withdrawn': {
    en: 'Invitation withdrawn',
    pt: 'Convite retirado',
    de: 'Einladung zurückgezogen',
  },
  'member.joined': { en: 'Joined', pt: 'Passou a fazer parte', de: 'Beigetreten' },
  'member.role_changed': { en: 'Role changed', pt: 'Função alterada', de: 'Rolle geändert' },
  'member.removed': { en: 'Member removed', pt: 'Membro removido', de: 'Mitglied entfernt' },
} as const satisfies Record<string, Words>;
