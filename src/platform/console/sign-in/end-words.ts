import type { Words } from '../../http/language.ts';
import type { SessionEnd } from '../sessions/find-session-end.ts';

/** Reasons for the end of a session, for the sign-in page. */
export const endWords: Readonly<Record<SessionEnd, Words>> = {
  idle: {
    en: 'You were signed out after 30 minutes without activity.',
    pt: 'Sua sessão terminou após 30 minutos sem atividade.',
    de: 'Sie wurden nach 30 Minuten ohne Aktivität abgemeldet.',
  },
  expired: {
    en: 'You were signed out, because a session lasts at most 12 hours.',
    pt: 'Sua sessão terminou, porque uma sessão dura no máximo 12 horas.',
    de: 'Sie wurden abgemeldet, weil eine Sitzung höchstens 12 Stunden dauert.',
  },
  unfinished: {
    en: 'The second factor was not given in time. Sign in again.',
    pt: 'O segundo fator não foi informado a tempo. Entre de novo.',
    de: 'Der zweite Faktor kam nicht rechtzeitig. Melden Sie sich erneut an.',
  },
  ended: {
    en: 'This session was ended from another device, or in another window.',
    pt: 'Esta sessão foi encerrada em outro aparelho ou em outra janela.',
    de: 'Diese Sitzung wurde auf einem anderen Gerät oder in einem anderen Fenster beendet.',
  },
  password: {
    en: 'You were signed out, because the password was changed.',
    pt: 'Sua sessão terminou, porque a senha foi alterada.',
    de: 'Sie wurden abgemeldet, weil das Passwort geändert wurde.',
  },
  disabled: {
    en: 'You were signed out, because this account was disabled. Ask an admin of your team.',
    pt: 'Sua sessão terminou, porque esta conta foi desativada. Fale com um admin da sua equipe.',
    de: 'Sie wurden abgemeldet, weil dieses Konto deaktiviert wurde. Fragen Sie einen Admin Ihres Teams.',
  },
  reset: {
    en: 'You were signed out, because an admin has reset this account. Sign in with the new password.',
    pt: 'Sua sessão terminou, porque um admin redefiniu esta conta. Entre com a nova senha.',
    de: 'Sie wurden abgemeldet, weil ein Admin dieses Konto zurückgesetzt hat. Melden Sie sich mit dem neuen Passwort an.',
  },
  temporary: {
    en: 'You were signed out, because the temporary password has expired.',
    pt: 'Sua sessão terminou, porque a senha temporária expirou.',
    de: 'Sie wurden abgemeldet, weil das vorläufige Passwort abgelaufen ist.',
  },
};
