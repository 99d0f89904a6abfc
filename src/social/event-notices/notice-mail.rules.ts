import { locales, pageLanguage, type Language } from '../../platform/http/language.ts';
import type { EventNotice } from '../updates/update.rules.ts';
import type { NoticedEvent } from './notice.rules.ts';

interface Words {
  subject: string;
  first: string;
}

/** `{name}` is the event; what comes after the first sentence is when and where. */
const words: Record<Language, Record<EventNotice, Words> & Record<'why' | 'always' | 'stop', string>> = {
  en: {
    moved: { subject: 'Changed: {name}', first: '{name}, where you confirmed, has a new time or place.' },
    cancelled: { subject: 'Cancelled: {name}', first: '{name}, where you confirmed, was cancelled.' },
    tomorrow: { subject: 'Tomorrow: {name}', first: '{name} is a day away. You confirmed.' },
    seat: {
      subject: 'You have a place: {name}',
      first: 'A place at {name} became free, and it is yours: you are confirmed.',
    },
    why: 'You get this because alerts are on in your settings.',
    always: 'Cancellations are sent whatever your settings are.',
    stop: 'No more mails about events: {link}',
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
      subject: 'Você tem lugar: {name}',
      first: 'Abriu uma vaga em {name}, e ela é sua: sua presença está confirmada.',
    },
    why: 'Você recebe esta mensagem porque os alertas estão ligados nas suas configurações.',
    always: 'Avisamos de cancelamentos em qualquer caso, seja qual for a sua configuração.',
    stop: 'Não receber mais e-mails sobre eventos: {link}',
  },
  de: {
    moved: {
      subject: 'Geändert: {name}',
      first: '{name}, wo du zugesagt hast, hat eine neue Zeit oder einen neuen Ort.',
    },
    cancelled: { subject: 'Abgesagt: {name}', first: '{name}, wo du zugesagt hast, wurde abgesagt.' },
    tomorrow: { subject: 'Morgen: {name}', first: 'In einem Tag ist {name}. Du hast zugesagt.' },
    seat: {
      subject: 'Du hast einen Platz: {name}',
      first: 'Bei {name} wurde ein Platz frei, und er gehört dir: Du nimmst teil.',
    },
    why: 'Du bekommst das, weil Hinweise in deinen Einstellungen eingeschaltet sind.',
    always: 'Absagen schicken wir immer, was auch eingestellt ist.',
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
  const { subject, first } = words[chosen][notice];
  // A line break in a name must not begin another header of the mail.
  const name = event.name.replaceAll(/\s+/g, ' ');
  const when = new Intl.DateTimeFormat(locales[chosen], {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: event.timezone,
  }).format(event.startsAt);
  const where = `${event.venueName}, ${event.city}, ${event.state}`;
  const fill = (text: string): string => text.replace('{name}', () => name);
  return {
    subject: fill(subject),
    text: [
      fill(first),
      '',
      `${when} (${event.timezone})`,
      where,
      '',
      notice === 'cancelled' ? words[chosen].always : words[chosen].why,
      words[chosen].stop.replace('{link}', () => `${link}&lang=${chosen}`),
      '',
    ].join('\n'),
  };
}
