import { locales, pageLanguage, type Language } from '../../../platform/http/language.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import type { ReportOutcome } from './report.rules.ts';

const texts: Readonly<Record<Language, Record<ReportOutcome | 'subject' | 'thanks' | 'where', string>>> = {
  en: {
    subject: 'An answer to your report',
    thanks: 'Thank you for your report of {day}. Our staff have looked at it.',
    action_taken: 'We took action.',
    no_breach: 'We found no breach of our rules. If it goes on, please report it again.',
    where: 'In the app you will find your reports under “Me”.',
  },
  pt: {
    subject: 'Uma resposta à sua denúncia',
    thanks: 'Agradecemos a sua denúncia de {day}. Nossa equipe a examinou.',
    action_taken: 'Tomamos providências.',
    no_breach: 'Não encontramos nada contra as nossas regras. Se continuar, denuncie de novo.',
    where: 'No app, suas denúncias ficam em “Eu”.',
  },
  de: {
    subject: 'Eine Antwort auf deine Meldung',
    thanks: 'Danke für deine Meldung vom {day}. Unser Team hat sie geprüft.',
    action_taken: 'Wir haben etwas unternommen.',
    no_breach:
      'Wir haben keinen Verstoß gegen unsere Regeln gefunden. Wenn es weitergeht, melde es bitte noch einmal.',
    where: 'In der App findest du deine Meldungen unter „Ich“.',
  },
};

/** Does not name the reported user or event, because other people may read the mail. */
export function writeOutcomeMail(
  { outcome, reportedAt }: { outcome: ReportOutcome; reportedAt: Date },
  language: string,
): { subject: string; text: string } {
  const chosen = pageLanguage(language, undefined);
  const { subject, thanks, where, ...said } = texts[chosen];
  const day = new Intl.DateTimeFormat(locales[chosen], {
    dateStyle: 'long',
    timeZone: 'America/Sao_Paulo',
  }).format(reportedAt);
  return { subject, text: [fill(thanks, { day }), said[outcome], '', where, ''].join('\n') };
}
