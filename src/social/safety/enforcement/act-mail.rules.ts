import { locales, pageLanguage, type Language } from '../../../platform/http/language.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import type { Act, ActKind } from './act.rules.ts';

interface Texts {
  subject: string;
  /** Texts by kind of act; `{until}` is the end of a suspension. */
  first: Record<Exclude<ActKind, 'dismiss'>, string>;
  forGood: string;
  appeal: string;
}

const texts: Readonly<Record<Language, Texts>> = {
  en: {
    subject: 'A decision about your profile',
    first: {
      warn: 'Our staff have a warning for you.',
      hide: 'Your profile is no longer shown in Discover.',
      unhide: 'Your profile is shown in Discover again.',
      remove_photo: 'One of your photos was removed.',
      remove_text: 'One of your texts was removed.',
      suspend: 'Your profile is suspended until {until}.',
      lift: 'Your profile is no longer suspended.',
      refuse_appeal: 'Your appeal was refused.',
    },
    forGood: 'Your profile is suspended for good.',
    appeal: 'If you disagree, sign in to appeal.',
  },
  pt: {
    subject: 'Uma decisão sobre o seu perfil',
    first: {
      warn: 'Nossa equipe tem uma advertência para você.',
      hide: 'Seu perfil não aparece mais em Descobrir.',
      unhide: 'Seu perfil aparece de novo em Descobrir.',
      remove_photo: 'Uma foto sua foi removida.',
      remove_text: 'Um texto seu foi removido.',
      suspend: 'Seu perfil está suspenso até {until}.',
      lift: 'Seu perfil não está mais suspenso.',
      refuse_appeal: 'Seu recurso foi negado.',
    },
    forGood: 'Seu perfil está suspenso para sempre.',
    appeal: 'Se não concorda, entre para enviar um recurso.',
  },
  de: {
    subject: 'Eine Entscheidung über dein Profil',
    first: {
      warn: 'Du hast eine Verwarnung von unserem Team.',
      hide: 'Dein Profil erscheint nicht mehr in Entdecken.',
      unhide: 'Dein Profil erscheint wieder in Entdecken.',
      remove_photo: 'Ein Foto von dir wurde entfernt.',
      remove_text: 'Ein Text von dir wurde entfernt.',
      suspend: 'Dein Profil ist gesperrt bis {until}.',
      lift: 'Dein Profil ist nicht mehr gesperrt.',
      refuse_appeal: 'Dein Einspruch wurde abgelehnt.',
    },
    forGood: 'Dein Profil ist für immer gesperrt.',
    appeal: 'Wenn du das anders siehst, melde dich an und leg Einspruch ein.',
  },
};

/**
 * Returns the mail about an act, or undefined if the user is not notified of it. Dates use the time zone in which
 * suspension days are counted.
 */
export function writeActMail(
  { kind, reason, until }: Act,
  language: string,
): { subject: string; text: string } | undefined {
  if (kind === 'dismiss') return undefined;
  const chosen = pageLanguage(language, undefined);
  const { subject, first, forGood, appeal } = texts[chosen];
  const end =
    until &&
    new Intl.DateTimeFormat(locales[chosen], {
      dateStyle: 'full',
      timeStyle: 'short',
      timeZone: 'America/Sao_Paulo',
    }).format(until);
  const said = kind === 'suspend' && end === null ? forGood : fill(first[kind], { until: end ?? '' });
  const lines = [said, '', reason, ...(kind === 'suspend' ? ['', appeal] : []), ''];
  return { subject, text: lines.join('\n') };
}
