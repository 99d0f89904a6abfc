import { PracaError, randomId } from '@praca/client';
import { explain } from './act.ts';
import { api } from './api.ts';
import { isConnected } from './live.ts';
import { judgeFailure, nextToSend, waitAfter, type Message, type OutboxEntry } from './outbox-rules.ts';
import { addEntry, forgetSpare, putEntry, readEntries, removeEntries } from './outbox-table.ts';
import { me } from './session.ts';
import { createStore, type Store } from './store.ts';

/** Unsent messages, the same in every tab. */
const waiting = createStore<readonly OutboxEntry[]>([]);
export const outbox: Pick<Store<readonly OutboxEntry[]>, 'get' | 'watch'> = waiting;

/** Event sent to all tabs, including this one: a message was accepted, or a chat is closed. */
export type OutboxNews =
  | { readonly kind: 'sent'; readonly message: Message }
  | { readonly kind: 'closed'; readonly userId: string }
  | { readonly kind: 'changed' };

const tabs = new BroadcastChannel('praca-outbox');
const listeners = new Set<(news: OutboxNews) => void>();
export const onOutboxNews = (listener: (news: OutboxNews) => void): void => void listeners.add(listener);

/**
 * Notifies listeners first, so that a message is in its chat before it leaves the outbox and never disappears in
 * between.
 */
async function hear(news: OutboxNews): Promise<void> {
  for (const listener of listeners) listener(news);
  await showEntries();
}

async function tell(news: OutboxNews): Promise<void> {
  tabs.postMessage(news);
  await hear(news);
}

const showEntries = async (): Promise<void> => waiting.set(await readEntries());

/** Resolves once the message is stored. From then on it survives a lost connection and a closed page. */
export async function writeMessage(to: string, text: string): Promise<void> {
  const clientId = randomId();
  await addEntry({ clientId, to, text, writtenAt: new Date().toISOString() });
  await tell({ kind: 'changed' });
  void sendOutbox();
}

/** Queues a refused message again, after all others. */
export async function tryAgain({ number, to, text, clientId }: OutboxEntry): Promise<void> {
  await removeEntries([number]);
  await addEntry({ clientId, to, text, writtenAt: new Date().toISOString() });
  await tell({ kind: 'changed' });
  void sendOutbox();
}

export async function discard(entries: readonly OutboxEntry[]): Promise<void> {
  await removeEntries(entries.map(({ number }) => number));
  await tell({ kind: 'changed' });
}

let isSending = false;
let isAskedAgain = false;
let failures = 0;
let retry: ReturnType<typeof setTimeout> | undefined;

/**
 * Sends the messages one at a time, in one tab at a time, so that they arrive in the order in which they were written.
 */
export async function sendOutbox(): Promise<void> {
  clearTimeout(retry);
  if (isSending) {
    isAskedAgain = true;
    return;
  }
  isSending = true;
  try {
    do {
      isAskedAgain = false;
      await inTurn(sendAll);
    } while (isAskedAgain);
  } finally {
    isSending = false;
  }
}

/**
 * Pages served without https have no lock API. Two tabs may then send the same message, which the server deduplicates.
 */
function inTurn(work: () => Promise<void>): Promise<void> {
  const { locks } = navigator as Partial<Navigator>;
  return locks ? locks.request('praca-outbox', work) : work();
}

async function sendAll(): Promise<void> {
  for (;;) {
    const userId = me.get()?.userId;
    const entry = nextToSend(await readEntries());
    if (userId === undefined || !entry || !navigator.onLine) return;
    try {
      const message = await api.post('/user/{userId}/chat/{userChat}', {
        path: { userId, userChat: entry.to },
        body: { message: entry.text, client_id: entry.clientId },
      });
      failures = 0;
      await removeEntries([entry.number]);
      await tell({ kind: 'sent', message });
    } catch (error) {
      if (!(await settle(entry, error))) return;
    }
  }
}

/** Handles a failed attempt. Returns whether the next message may be tried. */
async function settle(entry: OutboxEntry, error: unknown): Promise<boolean> {
  if (!(error instanceof PracaError)) throw error;
  const verdict = judgeFailure(error);
  if (verdict === 'again') {
    retry = setTimeout(() => void sendOutbox(), waitAfter(++failures, error.retryAfterMs));
    return false;
  }
  if (verdict === 'refused') {
    await putEntry({ ...entry, fault: explain(error) });
    await tell({ kind: 'changed' });
    return true;
  }
  // Deletes all messages to this person, because the chat is closed.
  const lost = (await readEntries()).filter(({ to }) => to === entry.to);
  await removeEntries(lost.map(({ number }) => number));
  await tell({ kind: 'closed', userId: entry.to });
  return true;
}

export function startOutbox(): void {
  tabs.addEventListener('message', ({ data }) => void hear(data as OutboxNews));
  addEventListener('online', () => void sendOutbox());
  isConnected.watch((connected) => connected && void sendOutbox());
  me.watch((now) => {
    if (!now) forgetSpare();
    void showEntries();
  });
  void showEntries().then(sendOutbox);
}
