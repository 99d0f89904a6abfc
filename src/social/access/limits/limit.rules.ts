import type { Words } from '../../../platform/http/language.ts';
import { socialWords } from '../../details/social-words.rules.ts';

export interface Limit {
  setting: 'LIKES_PER_DAY' | 'MESSAGES_PER_MINUTE' | 'PHOTO_LINKS_PER_DAY' | 'REPORTS_PER_DAY';
  name: string;
  /** A calendar day in America/Sao_Paulo, or a minute that begins with the first use. */
  window: 'day' | 'minute';
  what: Words;
}

export const limits = {
  like: { setting: 'LIKES_PER_DAY', name: 'likes_per_day', window: 'day', what: socialWords.likesDay },
  message: {
    setting: 'MESSAGES_PER_MINUTE',
    name: 'messages_per_minute',
    window: 'minute',
    what: socialWords.messagesMinute,
  },
  photoLink: {
    setting: 'PHOTO_LINKS_PER_DAY',
    name: 'photo_links_per_day',
    window: 'day',
    what: socialWords.photosDay,
  },
  report: {
    setting: 'REPORTS_PER_DAY',
    name: 'reports_per_day',
    window: 'day',
    what: socialWords.reportsDay,
  },
} as const satisfies Record<string, Limit>;

export type LimitKind = keyof typeof limits;

/** Returns the seconds until a time, rounded up and at least 1. */
export const secondsUntil = (at: Date, now: Date): number =>
  Math.max(1, Math.ceil((at.getTime() - now.getTime()) / 1000));
