import type { Words } from '../../platform/http/language.ts';
import type { AuditEntry } from '../protection/audit/record-audit.ts';

/** Labels of the events in an account's audit. */
export const eventWords: Readonly<Record<AuditEntry['event'], Words>> = {
  signed_up: { en: 'Signed up', pt: 'Cadastrou-se', de: 'Registriert' },
  address_confirmed: { en: 'Address confirmed', pt: 'E-mail confirmado', de: 'Adresse bestätigt' },
  signed_in: { en: 'Signed in', pt: 'Entrou', de: 'Angemeldet' },
  sign_in_failed: { en: 'Sign-in failed', pt: 'Tentativa de entrada falhou', de: 'Anmeldung gescheitert' },
  signed_out: { en: 'Signed out', pt: 'Saiu', de: 'Abgemeldet' },
  recovery_requested: {
    en: 'Recovery requested',
    pt: 'Recuperação pedida',
    de: 'Wiederherstellung verlangt',
  },
  recovery_mailed: { en: 'Recovery mailed', pt: 'Recuperação enviada', de: 'Wiederherstellung gemailt' },
  recovery_failed: { en: 'Recovery failed', pt: 'Recuperação falhou', de: 'Wiederherstellung gescheitert' },
  one_time_password_set: {
    en: 'One-time password set',
    pt: 'Senha única definida',
    de: 'Einmalpasswort gesetzt',
  },
  password_changed: { en: 'Password changed', pt: 'Senha alterada', de: 'Passwort geändert' },
  password_change_failed: {
    en: 'Password change failed',
    pt: 'Troca de senha falhou',
    de: 'Passwortänderung gescheitert',
  },
  profile_changed: { en: 'Profile changed', pt: 'Perfil alterado', de: 'Profil geändert' },
  email_change_requested: {
    en: 'New address requested',
    pt: 'Novo e-mail pedido',
    de: 'Neue Adresse verlangt',
  },
  email_change_failed: {
    en: 'Change of address failed',
    pt: 'Troca de e-mail falhou',
    de: 'Adressänderung gescheitert',
  },
  email_changed: { en: 'Address changed', pt: 'E-mail alterado', de: 'Adresse geändert' },
  email_put_back: { en: 'Address restored', pt: 'E-mail restaurado', de: 'Adresse zurückgesetzt' },
  identity_linked: {
    en: 'Social login linked',
    pt: 'Login social ligado',
    de: 'Soziale Anmeldung verknüpft',
  },
  identity_unlinked: {
    en: 'Social login removed',
    pt: 'Login social removido',
    de: 'Soziale Anmeldung entfernt',
  },
  session_ended: { en: 'Session ended', pt: 'Sessão encerrada', de: 'Sitzung beendet' },
  sessions_ended: { en: 'Sessions ended', pt: 'Sessões encerradas', de: 'Sitzungen beendet' },
  totp_enabled: { en: 'Second factor on', pt: 'Segundo fator ligado', de: 'Zweiter Faktor an' },
  totp_disabled: { en: 'Second factor off', pt: 'Segundo fator desligado', de: 'Zweiter Faktor aus' },
  totp_failed: { en: 'Wrong code', pt: 'Código errado', de: 'Falscher Code' },
  totp_confirmed: {
    en: 'Codes of the app allowed again',
    pt: 'Códigos do aplicativo liberados',
    de: 'Codes der App wieder zugelassen',
  },
  confirmation_failed: { en: 'Confirmation failed', pt: 'Confirmação falhou', de: 'Bestätigung gescheitert' },
  recovery_codes_renewed: {
    en: 'Recovery codes renewed',
    pt: 'Códigos de recuperação renovados',
    de: 'Wiederherstellungscodes erneuert',
  },
  recovery_code_used: {
    en: 'Recovery code used',
    pt: 'Código de recuperação usado',
    de: 'Wiederherstellungscode benutzt',
  },
  id_token_issued: { en: 'ID token issued', pt: 'Token de identidade emitido', de: 'ID-Token ausgestellt' },
  application_connected: {
    en: 'Application connected',
    pt: 'Aplicativo conectado',
    de: 'Anwendung verbunden',
  },
  application_removed: {
    en: 'Application removed',
    pt: 'Aplicativo removido',
    de: 'Anwendung entfernt',
  },
  exported: { en: 'Data exported', pt: 'Dados exportados', de: 'Daten exportiert' },
  erasure_requested: { en: 'Erasure requested', pt: 'Exclusão pedida', de: 'Löschung verlangt' },
  erasure_taken_back: { en: 'Erasure cancelled', pt: 'Exclusão desfeita', de: 'Löschung zurückgenommen' },
};

/** An event of a newer version is shown by its name. */
export const wordsOfEvent = (event: string): Words =>
  (Object.hasOwn(eventWords, event) ? eventWords[event as AuditEntry['event']] : undefined) ?? {
    en: event,
    pt: event,
    de: event,
  };

/** Returns whether the event is highlighted. */
export const isTroubling = (event: string): boolean => event.endsWith('_failed');
