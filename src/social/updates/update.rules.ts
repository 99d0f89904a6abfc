export const updateKinds = [
  'message',
  'read',
  'typing',
  'combination',
  'combination_undone',
  'chat_emptied',
  'event',
  'notice',
] as const;
export type UpdateKind = (typeof updateKinds)[number];

/** What an update of the kind `event` says: it was moved or cancelled, it is a day ahead, or the waiting is over. */
export type EventNotice = 'moved' | 'cancelled' | 'tomorrow' | 'seat';

/** What is older must be read from the chats again. */
export const keepUpdatesMs = 14 * 24 * 60 * 60 * 1000;
export const keepTypingMs = 60 * 60 * 1000;
