import { api } from './api.ts';
import { keptStore } from './known.ts';
import { onUpdate } from './live.ts';
import { me } from './session.ts';
import type { Store } from './store.ts';

export type Counts = Readonly<Partial<Record<'discover' | 'events' | 'combinations' | 'me', number>>>;

export const unread: Store<Counts> = keptStore<Counts>('counters', {});

let isAsking = false;
let isAskedAgain = false;

/** Reloads the counts. Concurrent calls lead to at most one further request. */
export async function refreshCounters(): Promise<void> {
  if (isAsking) {
    isAskedAgain = true;
    return;
  }
  const userId = me.get()?.userId;
  if (userId === undefined) return;
  isAsking = true;
  try {
    const counters = await api.get('/user/{userId}/counters', { path: { userId } });
    unread.set({ combinations: counters.unreadQty + counters.newCombinationsQty });
  } catch {
    // Keeps the last counts after a failure; the next update retries.
  } finally {
    isAsking = false;
  }
  if (isAskedAgain) {
    isAskedAgain = false;
    await refreshCounters();
  }
}

export function watchCounters(): void {
  for (const kind of [
    'message',
    'read',
    'combination',
    'combination_undone',
    'chat_emptied',
    'gap',
  ] as const) {
    onUpdate(kind, () => void refreshCounters());
  }
  me.watch((now) => now && void refreshCounters());
  void refreshCounters();
}
