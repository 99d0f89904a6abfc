export const updateKinds = [
  'message',
  'read',
  'typing',
  'combination',
  'combination_undone',
  'chat_emptied',
] as const;
export type UpdateKind = (typeof updateKinds)[number];

/** What is older must be read from the chats again. */
export const keepUpdatesMs = 14 * 24 * 60 * 60 * 1000;
export const keepTypingMs = 60 * 60 * 1000;
