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
 * `reload` is never shown: somebody whom the user is combined with has gone or come back, so that what was passed over
 * meanwhile is to be read from the chats again, as after a gap.
 */
export type RecordedKind = UpdateKind | 'reload';

/** What an update of the kind `event` says: it was moved or cancelled, it is a day ahead, or the waiting is over. */
export type EventNotice = 'moved' | 'cancelled' | 'tomorrow' | 'seat';

/** What is older must be read from the chats again. */
export const keepUpdatesMs = 14 * 24 * 60 * 60 * 1000;
export const keepTypingMs = 60 * 60 * 1000;
