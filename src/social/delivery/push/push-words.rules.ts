import { pageLanguage, type Language } from '../../../platform/http/language.ts';
import { fill } from '../../../platform/pages/fill-text.ts';

/**
 * How much of a notification a phone’s push service may read: unlike Web Push, notifications through Google or Apple
 * are not encrypted. `name` adds the sender, `message` also the text.
 */
export const pushTexts = ['nothing', 'name', 'message'] as const;
export type PushText = (typeof pushTexts)[number];

interface PushWords {
  title: string;
  body: string;
}

/** `{name}` is the sender of a message, the other person of a combination, or the event. */
type KindWords = Readonly<Record<Language, { unnamed: PushWords; named: PushWords }>>;

const words: Readonly<Record<string, KindWords>> = {
  message: {
    en: {
      unnamed: { title: 'New message', body: 'Someone has sent you a message.' },
      named: { title: '{name}', body: 'has sent you a message.' },
    },
    pt: {
      unnamed: { title: 'Nova mensagem', body: 'Alguém escreveu para você.' },
      named: { title: '{name}', body: 'escreveu para você.' },
    },
    de: {
      unnamed: { title: 'Neue Nachricht', body: 'Jemand hat dir geschrieben.' },
      named: { title: '{name}', body: 'hat dir geschrieben.' },
    },
  },
  combination: {
    en: {
      unnamed: { title: 'New combination', body: 'You and another person like each other.' },
      named: { title: 'New combination', body: 'You and {name} like each other.' },
    },
    pt: {
      unnamed: { title: 'Nova combinação', body: 'Você e mais alguém se curtiram.' },
      named: { title: 'Nova combinação', body: 'Você e {name} se curtiram.' },
    },
    de: {
      unnamed: { title: 'Neue Kombination', body: 'Du und noch jemand mögt euch.' },
      named: { title: 'Neue Kombination', body: 'Du und {name} mögt euch.' },
    },
  },
  notice: {
    en: {
      unnamed: { title: 'From our staff', body: 'There is a decision about your profile.' },
      named: { title: 'From our staff', body: 'There is a decision about your profile.' },
    },
    pt: {
      unnamed: { title: 'Da nossa equipe', body: 'Há uma decisão sobre o seu perfil.' },
      named: { title: 'Da nossa equipe', body: 'Há uma decisão sobre o seu perfil.' },
    },
    de: {
      unnamed: { title: 'Von unserem Team', body: 'Es gibt eine Entscheidung über dein Profil.' },
      named: { title: 'Von unserem Team', body: 'Es gibt eine Entscheidung über dein Profil.' },
    },
  },
  report: {
    en: {
      unnamed: { title: 'Your report', body: 'Our staff have an answer for you.' },
      named: { title: 'Your report', body: 'Our staff have an answer for you.' },
    },
    pt: {
      unnamed: { title: 'Sua denúncia', body: 'Nossa equipe tem uma resposta para você.' },
      named: { title: 'Sua denúncia', body: 'Nossa equipe tem uma resposta para você.' },
    },
    de: {
      unnamed: { title: 'Deine Meldung', body: 'Unser Team hat eine Antwort für dich.' },
      named: { title: 'Deine Meldung', body: 'Unser Team hat eine Antwort für dich.' },
    },
  },
};

/** Texts by event notice. `{name}` is the event. */
const eventWords: Readonly<Record<string, KindWords>> = {
  moved: {
    en: {
      unnamed: { title: 'An event has changed', body: 'An event you are going to has a new time or place.' },
      named: { title: '{name}', body: 'has a new time or place.' },
    },
    pt: {
      unnamed: { title: 'Um evento mudou', body: 'Um evento a que você vai tem novo horário ou lugar.' },
      named: { title: '{name}', body: 'tem novo horário ou lugar.' },
    },
    de: {
      unnamed: {
        title: 'Ein Event hat sich geändert',
        body: 'Ein Event, zu dem du gehst, hat eine neue Zeit oder einen neuen Ort.',
      },
      named: { title: '{name}', body: 'hat eine neue Zeit oder einen neuen Ort.' },
    },
  },
  cancelled: {
    en: {
      unnamed: {
        title: 'An event was cancelled',
        body: 'An event you were going to was cancelled.',
      },
      named: { title: '{name}', body: 'was cancelled.' },
    },
    pt: {
      unnamed: { title: 'Um evento foi cancelado', body: 'Um evento a que você iria foi cancelado.' },
      named: { title: '{name}', body: 'foi cancelado.' },
    },
    de: {
      unnamed: {
        title: 'Ein Event wurde abgesagt',
        body: 'Ein Event, zu dem du wolltest, wurde abgesagt.',
      },
      named: { title: '{name}', body: 'wurde abgesagt.' },
    },
  },
  tomorrow: {
    en: {
      unnamed: { title: 'Tomorrow', body: 'An event you are going to is a day away.' },
      named: { title: '{name}', body: 'is a day away.' },
    },
    pt: {
      unnamed: { title: 'Amanhã', body: 'Falta um dia para um evento a que você vai.' },
      named: { title: '{name}', body: 'é daqui a um dia.' },
    },
    de: {
      unnamed: { title: 'Morgen', body: 'Ein Event, zu dem du gehst, beginnt in einem Tag.' },
      named: { title: '{name}', body: 'beginnt in einem Tag.' },
    },
  },
  seat: {
    en: {
      unnamed: { title: 'You have a place', body: 'A place at an event became free, and it is yours.' },
      named: { title: '{name}', body: 'has a place for you.' },
    },
    pt: {
      unnamed: { title: 'Você tem uma vaga', body: 'Abriu uma vaga em um evento, e ela é sua.' },
      named: { title: '{name}', body: 'tem uma vaga para você.' },
    },
    de: {
      unnamed: {
        title: 'Du hast einen Platz',
        body: 'Bei einem Event wurde ein Platz frei, und er gehört dir.',
      },
      named: { title: '{name}', body: 'hat einen Platz für dich.' },
    },
  },
};

/** Default texts for a kind without its own. */
const otherwise: Readonly<Record<Language, PushWords>> = {
  en: { title: 'News', body: 'Something new is waiting for you.' },
  pt: { title: 'Novidades', body: 'Há uma novidade para você.' },
  de: { title: 'Neuigkeiten', body: 'Es gibt etwas Neues für dich.' },
};

const longestTitle = 100;

/** Returns the text for a phone, with as much of `said` as the setting allows. */
export function wordsOf(said: Readonly<Record<string, string>>, language: string, text: PushText): PushWords {
  const own = pageLanguage(language, undefined);
  const byKind = said['type'] === 'event' ? eventWords[said['notice'] ?? ''] : words[said['type'] ?? ''];
  const kind = byKind?.[own];
  if (!kind) return otherwise[own];
  const { name, message } = said;
  if (text === 'nothing' || name === undefined) return kind.unnamed;
  const shown = { name: Array.from(name).slice(0, longestTitle).join('') };
  const named = { title: fill(kind.named.title, shown), body: fill(kind.named.body, shown) };
  return text === 'message' && message !== undefined ? { title: named.title, body: message } : named;
}

/**
 * Fields sent to the app on a phone, under names that neither service reserves (`from` is reserved by Google). They are
 * ids with which the app reads the rest from this server. A new kind must list its fields here.
 */
const handedOver: Readonly<Record<string, string>> = {
  type: 'type',
  id: 'id',
  from: 'sender_id',
  eventId: 'event_id',
  notice: 'notice',
};

export function dataOf(said: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(handedOver).flatMap(([ours, theirs]) => {
      const value = said[ours];
      return value === undefined ? [] : [[theirs, value]];
    }),
  );
}
