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

export interface Act {
  id: string;
  kind: ActKind;
  reason: string;
  subject: string | null;
  until: Date | null;
  createdAt: Date;
}

/**
 * Returns whether the user is notified. A dismissal gives no notice: it would reveal that there were reports, and often
 * by whom.
 */
export const isTold = (kind: ActKind): boolean => kind !== 'dismiss';

/** An act as shown to the user, without the staff member and the reports. */
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

export const reviewReasons = {
  hide: 'Your profile is not shown in the feed until our staff have looked at it.',
  unhide: 'Our staff have looked at your profile: it is shown in the feed again.',
};

/** Returns whether this many reporters hide a user from feeds until a review; a threshold of 0 turns this off. */
export const isHiddenBy = (reporters: number, threshold: number): boolean =>
  threshold > 0 && reporters >= threshold;
