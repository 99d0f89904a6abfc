import type { Words } from '../../http/language.ts';

/**
 * Labels of the frame's own acts, for the audit record and for confirmations. The names are stored, so they never
 * change.
 */
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
    en: 'Staff enabled',
    pt: 'Membro da equipe reativado',
    de: 'Mitarbeiter wieder zugelassen',
  },
  'staff.reset': { en: 'Sign-in reset', pt: 'Acesso redefinido', de: 'Anmeldung zurückgesetzt' },
  'client.created': {
    en: 'Application registered',
    pt: 'Aplicativo registrado',
    de: 'Anwendung registriert',
  },
  'client.secret_rotated': {
    en: 'Secret of an application replaced',
    pt: 'Segredo de um aplicativo trocado',
    de: 'Geheimnis einer Anwendung ersetzt',
  },
  'client.deleted': {
    en: 'Application removed',
    pt: 'Aplicativo removido',
    de: 'Anwendung entfernt',
  },
  'key.rotated': {
    en: 'Signing key rotated',
    pt: 'Chave de assinatura trocada',
    de: 'Signaturschlüssel gewechselt',
  },
  'secrets.resealed': {
    en: 'Secrets sealed again',
    pt: 'Segredos selados de novo',
    de: 'Geheimnisse neu versiegelt',
  },
  'partition.split': { en: 'Partition split', pt: 'Partição dividida', de: 'Partition geteilt' },
  'partition.detached': { en: 'Partition detached', pt: 'Partição destacada', de: 'Partition abgetrennt' },
  'partition.attached': { en: 'Partition attached', pt: 'Partição anexada', de: 'Partition angehängt' },
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

/** Labels of the details in the audit record, for the acts of any service. The names are stored, so they never change. */
export const detailWords = {
  yes: { en: 'yes', pt: 'sim', de: 'ja' },
  no: { en: 'no', pt: 'não', de: 'nein' },
  role: { en: 'Role', pt: 'Função', de: 'Rolle' },
  before: { en: 'Before', pt: 'Antes', de: 'Vorher' },
  after: { en: 'After', pt: 'Depois', de: 'Nachher' },
  count: { en: 'How many', pt: 'Quantas', de: 'Wie viele' },
  times: { en: 'How often', pt: 'Quantas vezes', de: 'Wie oft' },
  last_at: { en: 'Last', pt: 'Última vez', de: 'Zuletzt' },
  reason: { en: 'Reason', pt: 'Motivo', de: 'Grund' },
  job: { en: 'Job', pt: 'Tarefa', de: 'Aufgabe' },
  ended: { en: 'Sessions ended', pt: 'Sessões encerradas', de: 'Beendete Sitzungen' },
  at: { en: 'When', pt: 'Quando', de: 'Wann' },
  report: { en: 'Report', pt: 'Denúncia', de: 'Meldung' },
  premium: { en: 'Premium', pt: 'Premium', de: 'Premium' },
  version: { en: 'Version', pt: 'Versão', de: 'Fassung' },
} as const satisfies Record<string, Words>;

export type DetailName = keyof typeof detailWords;
