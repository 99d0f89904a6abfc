export const actKinds = [
  'warn',
  'hide',
  'unhide',
  'remove_photo',
  'remove_text',
  'suspend',
  'lift',
  'dismiss',
  'refuse_appeal',
] as const;
export type ActKind = (typeof actKinds)[number];

/** What was done to a user, and why. */
export interface Act {
  id: string;
  kind: ActKind;
  reason: string;
  subject: string | null;
  until: Date | null;
  createdAt: Date;
}

/**
 * Whether the user is told. That reports were dismissed is not: whoever never heard of them would learn that somebody
 * has reported, and often guess who.
 */
export const isTold = (kind: ActKind): boolean => kind !== 'dismiss';

/** As the user reads it: neither who decided nor on what reports. */
export interface Notice {
  id: string;
  kind: ActKind;
  reason: string;
  subject: string | null;
  until: string | null;
  created_at: string;
}

export const noticeOf = ({ id, kind, reason, subject, until, createdAt }: Act): Notice => ({
  id,
  kind,
  reason,
  subject,
  until: until?.toISOString() ?? null,
  created_at: createdAt.toISOString(),
});

/** What the two acts say that no member of staff writes. */
export const reviewReasons = {
  hide: 'Your profile is not shown in the feed until our staff have looked at it.',
  unhide: 'Our staff have looked at your profile: it is shown in the feed again.',
};

/** Whether so many people's reports keep somebody out of feeds until staff have looked; 0 is never. */
export const isHiddenBy = (reporters: number, threshold: number): boolean =>
  threshold > 0 && reporters >= threshold;
