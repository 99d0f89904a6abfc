import { PracaError, randomId } from '@praca/client';
import { explain } from './act.ts';
import { api } from './api.ts';
import { isConnected } from './live.ts';
import { judgeFailure, nextToSend, waitAfter, type Message, type OutboxEntry } from './outbox-rules.ts';
import { addEntry, forgetSpare, putEntry, readEntries, removeEntries } from './outbox-table.ts';
import { me } from './session.ts';
import { createStore, type Store } from './store.ts';

/** What waits to be sent, as every tab shows it. */
const waiting = createStore<readonly OutboxEntry[]>([]);
export const outbox: Pick<Store<readonly OutboxEntry[]>, 'get' | 'watch'> = waiting;

/** To all tabs, this one included: a message was taken, or the chat with somebody is over. */
export type OutboxNews =
  | { readonly kind: 'sent'; readonly message: Message }
  | { readonly kind: 'closed'; readonly userId: string }
  | { readonly kind: 'changed' };

const tabs = new BroadcastChannel('praca-outbox');
const listeners = new Set<(news: OutboxNews) => void>();
export const onOutboxNews = (listener: (news: OutboxNews) => void): void => void listeners.add(listener);

/** Listeners first: a message is in its chat before it leaves the outbox, so that it never vanishes in between. */
async function hear(news: OutboxNews): Promise<void> {
  for (const listener of listeners) listener(news);
  await showEntries();
}

async function tell(news: OutboxNews): Promise<void> {
  tabs.postMessage(news);
  await hear(news);
}

const showEntries = async (): Promise<void> => waiting.set(await readEntries());

/** Answered as soon as it is kept: from then on it is sent, whatever happens to the line or to this page. */
export async function writeMessage(to: string, text: string): Promise<void> {
  const clientId = randomId();
  await addEntry({ clientId, to, text, writtenAt: new Date().toISOString() });
  await tell({ kind: 'changed' });
  void sendOutbox();
}

/** One that was refused, once more, after all others. */
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

/** One tab at a time, one message after the other: they arrive in the order in which they were written. */
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

/** Pages that came without https have no locks: two tabs may then send the same, which the server takes once. */
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

/** Whether the next one may be tried. */
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
  // Nobody will ever read what was written to somebody with whom the chat is over.
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
