export const updateKinds = [
  'message',
  'read',
  'typing',
  'combination',
  'combination_undone',
  'chat_emptied',
  'event',
  'notice',
  'report',
] as const;
export type UpdateKind = (typeof updateKinds)[number];

/**
 * `reload` has no content of its own: a partner was deleted, suspended or is back, so the client must read the chats
 * again, as after a gap.
 */
export type RecordedKind = UpdateKind | 'reload';

/** Subject of an `event` update: the event was moved or cancelled, starts in a day, or the waiting user has a seat. */
export type EventNotice = 'moved' | 'cancelled' | 'tomorrow' | 'seat';

/** Time in milliseconds for which updates are kept. Older changes must be read from the chats. */
export const keepUpdatesMs = 14 * 24 * 60 * 60 * 1000;
export const keepTypingMs = 60 * 60 * 1000;
