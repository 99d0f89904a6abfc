export const pushLanguages = ['en', 'pt', 'de'] as const;
export type PushLanguage = (typeof pushLanguages)[number];

/**
 * How much of a notification a phone's push service may read: what is handed to Google or Apple is not encrypted for the
 * phone, as Web Push is. `name` adds who it is from, `message` the words as well.
 */
export const pushTexts = ['nothing', 'name', 'message'] as const;
export type PushText = (typeof pushTexts)[number];

interface Words {
  title: string;
  body: string;
}

/** `%` stands for the name of whoever it is from. */
interface KindWords {
  unnamed: Words;
  named: Words;
}

const words: Record<string, Record<PushLanguage, KindWords>> = {
  message: {
    en: {
      unnamed: { title: 'New message', body: 'Somebody has written to you.' },
      named: { title: '%', body: 'has written to you.' },
    },
    pt: {
      unnamed: { title: 'Nova mensagem', body: 'Alguém escreveu para você.' },
      named: { title: '%', body: 'escreveu para você.' },
    },
    de: {
      unnamed: { title: 'Neue Nachricht', body: 'Jemand hat dir geschrieben.' },
      named: { title: '%', body: 'hat dir geschrieben.' },
    },
  },
  combination: {
    en: {
      unnamed: { title: 'New combination', body: 'You and somebody else like each other.' },
      named: { title: 'New combination', body: 'You and % like each other.' },
    },
    pt: {
      unnamed: { title: 'Nova combinação', body: 'Você e mais alguém se curtiram.' },
      named: { title: 'Nova combinação', body: 'Você e % se curtiram.' },
    },
    de: {
      unnamed: { title: 'Neue Kombination', body: 'Du und noch jemand mögt euch.' },
      named: { title: 'Neue Kombination', body: 'Du und % mögt euch.' },
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

/** By what is told of an event; its name is the event's. */
const eventWords: Record<string, Record<PushLanguage, KindWords>> = {
  moved: {
    en: {
      unnamed: { title: 'An event has changed', body: 'An event that you go to has a new time or place.' },
      named: { title: '%', body: 'has a new time or place.' },
    },
    pt: {
      unnamed: { title: 'Um evento mudou', body: 'Um evento em que você vai tem novo horário ou lugar.' },
      named: { title: '%', body: 'tem novo horário ou lugar.' },
    },
    de: {
      unnamed: {
        title: 'Geändertes Event',
        body: 'Ein Event, zu dem du gehst, hat sich geändert.',
      },
      named: { title: '%', body: 'hat eine neue Zeit oder einen neuen Ort.' },
    },
  },
  cancelled: {
    en: {
      unnamed: {
        title: 'An event was cancelled',
        body: 'An event that you would have gone to was cancelled.',
      },
      named: { title: '%', body: 'was cancelled.' },
    },
    pt: {
      unnamed: { title: 'Um evento foi cancelado', body: 'Um evento em que você iria foi cancelado.' },
      named: { title: '%', body: 'foi cancelado.' },
    },
    de: {
      unnamed: {
        title: 'Abgesagtes Event',
        body: 'Ein Event, zu dem du wolltest, wurde abgesagt.',
      },
      named: { title: '%', body: 'wurde abgesagt.' },
    },
  },
  tomorrow: {
    en: {
      unnamed: { title: 'Tomorrow', body: 'An event that you go to is a day away.' },
      named: { title: '%', body: 'is a day away.' },
    },
    pt: {
      unnamed: { title: 'Amanhã', body: 'Falta um dia para um evento em que você vai.' },
      named: { title: '%', body: 'é daqui a um dia.' },
    },
    de: {
      unnamed: { title: 'Morgen', body: 'In einem Tag ist ein Event, zu dem du gehst.' },
      named: { title: '%', body: 'ist in einem Tag.' },
    },
  },
  seat: {
    en: {
      unnamed: { title: 'You have a place', body: 'A place that you waited for is yours.' },
      named: { title: '%', body: 'has a place for you.' },
    },
    pt: {
      unnamed: { title: 'Você tem lugar', body: 'Uma vaga que você esperava é sua.' },
      named: { title: '%', body: 'tem uma vaga para você.' },
    },
    de: {
      unnamed: { title: 'Du hast einen Platz', body: 'Ein Platz, auf den du gewartet hast, gehört dir.' },
      named: { title: '%', body: 'hat einen Platz für dich.' },
    },
  },
};

/** For a kind that has no words of its own. */
const otherwise: Record<PushLanguage, Words> = {
  en: { title: 'News', body: 'Something new is waiting for you.' },
  pt: { title: 'Novidades', body: 'Há uma novidade para você.' },
  de: { title: 'Neuigkeiten', body: 'Es gibt etwas Neues für dich.' },
};

const longestTitle = 100;

/** What a phone shows: as much of `said` as may leave. */
export function wordsOf(
  said: Readonly<Record<string, string>>,
  language: string,
  text: PushText,
): { title: string; body: string } {
  const own = pushLanguages.find((known) => known === language) ?? 'en';
  const byKind = said['type'] === 'event' ? eventWords[said['notice'] ?? ''] : words[said['type'] ?? ''];
  const kind = byKind?.[own];
  if (!kind) return otherwise[own];
  const { name, message } = said;
  if (text === 'nothing' || name === undefined) return kind.unnamed;
  const shown = Array.from(name).slice(0, longestTitle).join('');
  const named = {
    title: kind.named.title.replace('%', () => shown),
    body: kind.named.body.replace('%', () => shown),
  };
  return text === 'message' && message !== undefined ? { title: named.title, body: message } : named;
}

/**
 * What an app on a phone is handed, under names that neither service keeps for itself (`from` is Google's): ids, with
 * which it asks us. Whoever adds a kind says here what of it may leave.
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
