import { locales, pageLanguage, type Language } from '../../../platform/http/language.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import type { EventNotice } from '../../delivery/updates/update.rules.ts';
import type { NoticedEvent } from './notice.rules.ts';

type Texts = Record<EventNotice, { subject: string; first: string }> &
  Record<'why' | 'always' | 'stop', string>;

/** `{name}` is the event. Time and place follow the first sentence. */
const texts: Readonly<Record<Language, Texts>> = {
  en: {
    moved: {
      subject: 'Changed: {name}',
      first: '{name}, which you are going to, has a new time or place.',
    },
    cancelled: { subject: 'Cancelled: {name}', first: '{name}, which you were going to, was cancelled.' },
    tomorrow: { subject: 'Tomorrow: {name}', first: '{name} is a day away, and you are going.' },
    seat: {
      subject: 'You have a place: {name}',
      first: 'A place at {name} became free, and it is yours: you are going.',
    },
    why: 'You get this because notifications are turned on in your settings.',
    always: 'We always tell you about cancellations.',
    stop: 'Stop e-mails about events: {link}',
  },
  pt: {
    moved: {
      subject: 'Mudou: {name}',
      first: '{name}, em que você confirmou presença, tem novo horário ou lugar.',
    },
    cancelled: {
      subject: 'Cancelado: {name}',
      first: '{name}, em que você confirmou presença, foi cancelado.',
    },
    tomorrow: { subject: 'Amanhã: {name}', first: 'Falta um dia para {name}. Você confirmou presença.' },
    seat: {
      subject: 'Você tem uma vaga: {name}',
      first: 'Abriu uma vaga em {name}, e ela é sua: sua presença está confirmada.',
    },
    why: 'Você recebe este e-mail porque as notificações estão ligadas nas suas configurações.',
    always: 'Cancelamentos nós sempre avisamos.',
    stop: 'Não receber mais e-mails sobre eventos: {link}',
  },
  de: {
    moved: {
      subject: 'Geändert: {name}',
      first: '{name} hat eine neue Zeit oder einen neuen Ort. Du hast zugesagt.',
    },
    cancelled: { subject: 'Abgesagt: {name}', first: '{name} wurde abgesagt. Du hattest zugesagt.' },
    tomorrow: { subject: 'Morgen: {name}', first: '{name} beginnt in einem Tag. Du hast zugesagt.' },
    seat: {
      subject: 'Du hast einen Platz: {name}',
      first: 'Bei {name} ist ein Platz frei geworden, und er gehört dir: Du bist dabei.',
    },
    why: 'Du bekommst diese E-Mail, weil in deinen Einstellungen die Benachrichtigungen eingeschaltet sind.',
    always: 'Absagen teilen wir dir immer mit.',
    stop: 'Keine E-Mails mehr zu Events: {link}',
  },
};

export function writeNoticeMail(
  event: NoticedEvent,
  notice: EventNotice,
  language: string,
  link: string,
): { subject: string; text: string } {
  const chosen = pageLanguage(language, undefined);
  const { why, always, stop, ...notices } = texts[chosen];
  const { subject, first } = notices[notice];
  // A line break in a name must not start another header of the mail.
  const name = event.name.replaceAll(/\s+/g, ' ');
  const when = new Intl.DateTimeFormat(locales[chosen], {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: event.timezone,
  }).format(event.startsAt);
  const where = `${event.venueName}, ${event.city}, ${event.state}`;
  return {
    subject: fill(subject, { name }),
    text: [
      fill(first, { name }),
      '',
      `${when} (${event.timezone})`,
      where,
      '',
      notice === 'cancelled' ? always : why,
      fill(stop, { link: `${link}&lang=${chosen}` }),
      '',
    ].join('\n'),
  };
}
