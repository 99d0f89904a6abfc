import { PracaError } from '@praca/client';
import { api } from '../../state/api.ts';
import { forgetPerson } from '../../state/forget-person.ts';
import { onUpdate } from '../../state/live.ts';
import type { Message } from '../../state/outbox-rules.ts';
import { getMe } from '../../state/session.ts';
import { countUnread, isReached, mergeMessages, replaceKnown, type Older } from './chat-rules.ts';
import { chatWith, closedChats, knownChats, openAgain } from './chats.ts';

const partSize = 50;
/** Maximum page size of the server. */
const largestPart = 200;

const isClosed = (error: unknown): boolean => error instanceof PracaError && error.code === 'not_combined';

/**
 * Returns the answer of the server and closes the chat on `not_combined`. Without an answer the state does not change.
 */
async function ask<T>(otherId: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isClosed(error)) void forgetPerson(otherId);
    else if (!(error instanceof PracaError)) console.error(error);
    return undefined;
  }
}

function askPart(otherId: string, { page, before }: NonNullable<Older>, limit: number) {
  return api.get('/user/{userId}/chat/{userChat}/{pageOrMessage}', {
    path: { userId: getMe().userId, userChat: otherId, pageOrMessage: page },
    query: { limit, ...(before === undefined ? {} : { before }) },
  });
}

type Part = Awaited<ReturnType<typeof askPart>>;

const olderThan = ({ page, before, nextPage }: Part): Older =>
  before !== null ? { page, before } : nextPage === null ? null : { page: nextPage };

const turns = new Map<string, Promise<unknown>>();

/** Serialises the reads of one chat, because the cursor for older messages depends on those already loaded. */
function inTurn<T>(otherId: string, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(otherId) ?? Promise.resolve()).then(work);
  turns.set(
    otherId,
    turn.catch(() => {}),
  );
  return turn;
}

const shown = new Set<string>();

/** Marks the chat as shown, so that its loaded messages are kept. Returns a function that ends this. */
export function showChat(otherId: string): () => void {
  shown.add(otherId);
  return () => shown.delete(otherId);
}

/**
 * Reloads the last messages. For a chat that is shown, reloads as far back as is loaded, so that the reader keeps their
 * place.
 */
export function reloadChat(otherId: string): Promise<boolean> {
  const isRead = shown.has(otherId);
  return inTurn(otherId, () =>
    readAgain(otherId, isRead ? chatWith(otherId).get().messages[0]?.id : undefined),
  );
}

/**
 * Reads pages from the last message back to `reach`, or only one page without `reach`. Returns whether it succeeded.
 */
async function readAgain(otherId: string, reach: string | undefined): Promise<boolean> {
  const store = chatWith(otherId);
  const before = new Set(store.get().messages.map(({ id }) => id));
  const limit = reach === undefined ? partSize : largestPart;
  let older: Older = { page: 0 };
  const messages: Message[] = [];
  while (older !== null && !isReached(messages, reach)) {
    const asked: NonNullable<Older> = older;
    const part = await ask(otherId, () => askPart(otherId, asked, limit));
    if (!part) return false;
    messages.unshift(...part.messages);
    older = olderThan(part);
  }
  const read = { messages, older };
  store.change((chat) => replaceKnown(chat, before, read));
  openAgain(otherId);
  return true;
}

const coming = new Map<string, Promise<boolean>>();

/** Loads the previous page; concurrent calls share one request. Returns false if the caller should retry. */
export function loadOlder(otherId: string): Promise<boolean> {
  const known = coming.get(otherId);
  if (known) return known;
  const asked = inTurn(otherId, () => readOlder(otherId)).finally(() => coming.delete(otherId));
  coming.set(otherId, asked);
  return asked;
}

async function readOlder(otherId: string): Promise<boolean> {
  const store = chatWith(otherId);
  const { older } = store.get();
  if (older === null) return true;
  const part = await ask(otherId, () => askPart(otherId, older, partSize));
  if (!part) return false;
  store.change((chat) => ({
    ...chat,
    messages: mergeMessages(chat.messages, part.messages),
    older: olderThan(part),
  }));
  return true;
}

const seeing = new Set<string>();

/** Marks the messages as seen by reading them: the server sets the read receipts on a read. */
export async function markSeen(otherId: string): Promise<void> {
  const store = chatWith(otherId);
  const unread = countUnread(store.get().messages, otherId);
  if (unread === 0 || seeing.has(otherId)) return;
  seeing.add(otherId);
  const part = await ask(otherId, () => askPart(otherId, { page: 0 }, Math.min(unread + 10, largestPart)));
  seeing.delete(otherId);
  if (part) store.change((chat) => ({ ...chat, messages: mergeMessages(chat.messages, part.messages) }));
}

onUpdate('combination', ({ data }) => {
  const { userId } = data as { userId: string };
  if (closedChats.get().has(userId)) void reloadChat(userId);
});
// Live updates were lost and the server no longer has them: any message may have been deleted.
onUpdate('gap', () => {
  for (const otherId of knownChats()) {
    chatWith(otherId).change((chat) => ({ ...chat, isFresh: false }));
    void reloadChat(otherId);
  }
});
