/** What one user may do only so often. */
export interface Limit {
  setting: 'LIKES_PER_DAY' | 'MESSAGES_PER_MINUTE' | 'PHOTO_LINKS_PER_DAY' | 'REPORTS_PER_DAY';
  /** How an answer names it. */
  name: string;
  /** A day of the calendar of America/Sao_Paulo, or a minute that the first of them begins. */
  window: 'day' | 'minute';
  what: string;
}

export const limits = {
  like: { setting: 'LIKES_PER_DAY', name: 'likes_per_day', window: 'day', what: 'likes a day' },
  message: {
    setting: 'MESSAGES_PER_MINUTE',
    name: 'messages_per_minute',
    window: 'minute',
    what: 'messages a minute',
  },
  photoLink: {
    setting: 'PHOTO_LINKS_PER_DAY',
    name: 'photo_links_per_day',
    window: 'day',
    what: 'photos a day are fetched from links',
  },
  report: { setting: 'REPORTS_PER_DAY', name: 'reports_per_day', window: 'day', what: 'reports a day' },
} as const satisfies Record<string, Limit>;

export type LimitKind = keyof typeof limits;

/** Whole seconds until something may be done again: never too few, and never none. */
export const secondsUntil = (at: Date, now: Date): number =>
  Math.max(1, Math.ceil((at.getTime() - now.getTime()) / 1000));
