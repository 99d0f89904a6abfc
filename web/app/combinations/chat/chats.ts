import { act } from '../../state/act.ts';
import { api } from '../../state/api.ts';
import { forgetPerson, onForgotten } from '../../state/forget-person.ts';
import { keptStore } from '../../state/known.ts';
import { onUpdate } from '../../state/live.ts';
import { onOutboxNews } from '../../state/outbox.ts';
import type { Message } from '../../state/outbox-rules.ts';
import { getMe, me } from '../../state/session.ts';
import { createStore, type Store } from '../../state/store.ts';
import { markRead, mergeMessages, unknownChat, type Chat, type ReadUpdate } from './chat-rules.ts';

/** Number of messages per chat that are stored on the device. They are shown at once when the chat is opened, also offline. */
const keptSize = 40;
/** Number of chats that are stored on the device. */
const keptChats = 20;

interface OpenChat {
  readonly store: Store<Chat>;
  readonly kept: Store<readonly Message[] | undefined>;
}

const chats = new Map<string, OpenChat>();
const recent = keptStore<readonly string[]>('chats.recent', []);

/** People with whom the chat is known to be closed. */
export const closedChats: Store<ReadonlySet<string>> = createStore<ReadonlySet<string>>(new Set());

const keptOf = (otherId: string): Store<readonly Message[] | undefined> =>
  keptStore<readonly Message[] | undefined>(`chat.${otherId}`, undefined);

export function chatWith(otherId: string): Store<Chat> {
  const known = chats.get(otherId);
  if (known) return known.store;
  const kept = keptOf(otherId);
  const store = createStore<Chat>({ ...unknownChat, messages: kept.get() ?? [] });
  store.watch(({ messages }) => kept.set(messages.slice(-keptSize)));
  chats.set(otherId, { store, kept });
  keepRecent(otherId);
  return store;
}

export const knownChats = (): readonly string[] => [...chats.keys()];

/** Keeps the most recently opened chats and forgets the others, because every start reads all stored chats. */
function keepRecent(otherId: string): void {
  const order = [otherId, ...recent.get().filter((id) => id !== otherId)];
  for (const id of order.slice(keptChats)) forget(id);
  recent.set(order.slice(0, keptChats));
}

function forget(otherId: string): void {
  (chats.get(otherId)?.kept ?? keptOf(otherId)).set(undefined);
  chats.delete(otherId);
}

/** Ids of the other person's last messages. Kept after the chat is closed, because a report may name them. */
const written = new Map<string, readonly string[]>();
const mostReported = 20;

export function messagesToReport(otherId: string): readonly string[] {
  const messages = chats.get(otherId)?.store.get().messages ?? [];
  const ids = messages.filter(({ from, deleted }) => from === otherId && !deleted).map(({ id }) => id);
  return ids.length > 0 ? ids.slice(-mostReported) : (written.get(otherId) ?? []);
}

/** Closes the chat for good and deletes its messages from the device. */
export function closeChat(otherId: string): void {
  written.set(otherId, messagesToReport(otherId));
  chats.get(otherId)?.store.set(unknownChat);
  forget(otherId);
  closedChats.change((before) => new Set(before).add(otherId));
}

/** Reopens a chat after the two people have combined again. */
export function openAgain(otherId: string): void {
  closedChats.change((closed) => {
    if (!closed.has(otherId)) return closed;
    const rest = new Set(closed);
    rest.delete(otherId);
    return rest;
  });
}

/** Hides the message at once and restores it with an error message if the server refuses. */
export async function deleteMessage(otherId: string, messageId: string): Promise<void> {
  const store = chatWith(otherId);
  const found = store.get().messages.find(({ id }) => id === messageId);
  if (!found) return;
  const isOwn = found.from !== otherId;
  const put = (message: Message | undefined): void =>
    store.change((chat) => ({
      ...chat,
      messages: mergeMessages(
        chat.messages.filter(({ id }) => id !== messageId),
        message ? [message] : [],
      ),
    }));
  put(isOwn ? { ...found, message: '', deleted: true } : undefined);
  const path = { userId: getMe().userId, userChat: otherId, pageOrMessage: messageId };
  await act(
    () => api.delete('/user/{userId}/chat/{userChat}/{pageOrMessage}', { path }),
    () => put(found),
  );
}

export function hearMessage(message: Message): void {
  const otherId = message.from === me.get()?.userId ? message.to : message.from;
  const open = chats.get(otherId);
  if (!open) return;
  open.store.change((chat) => ({
    ...chat,
    messages:
      // Ignores the deletion of an unknown message: this user had hidden it, or it was deleted before it was loaded.
      message.deleted && !chat.messages.some(({ id }) => id === message.id)
        ? chat.messages
        : mergeMessages(chat.messages, [message]),
  }));
}

onUpdate('message', ({ data }) => hearMessage(data as Message));
onUpdate('read', ({ data }) => {
  const read = data as ReadUpdate;
  const otherId = read.by === me.get()?.userId ? read.of : read.by;
  chats.get(otherId)?.store.change((chat) => ({ ...chat, messages: markRead(chat.messages, read) }));
});
onForgotten(closeChat);
onUpdate('chat_emptied', ({ data }) => {
  const { userId, upTo } = data as { userId: string; upTo: string };
  chats.get(userId)?.store.change((chat) => ({
    ...chat,
    messages: chat.messages.filter(({ id }) => id > upTo),
    older: null,
  }));
});
onOutboxNews((news) => {
  if (news.kind === 'sent') hearMessage(news.message);
  else if (news.kind === 'closed') void forgetPerson(news.userId);
});
me.watch((now) => {
  if (now) return;
  chats.clear();
  written.clear();
  closedChats.set(new Set());
});
