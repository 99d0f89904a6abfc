import type { LiveUpdate } from '@praca/client';
import { api } from './api.ts';
import { keptStore } from './known.ts';
import { createStore, type Store } from './store.ts';

export type UpdateKind = LiveUpdate['type'];
export type UpdateOf<Kind extends UpdateKind> = Extract<LiveUpdate, { type: Kind }>;

/** False only after the connection has been lost for longer than a moment. */
export const isConnected: Store<boolean> = createStore(true);

/** Number of the last processed update. A page load requests only later ones. */
const lastSeen = keptStore<number | undefined>('live.seq', undefined);
const handlers = new Map<UpdateKind, Set<(update: never) => void>>();
let leaving: AbortController | undefined;
/** Id of the user whose updates are received. */
let listener: string | undefined;
let lostTimer: ReturnType<typeof setTimeout> | undefined;
const patienceMs = 2000;

/**
 * Registers a handler for one kind of update. A module loaded later has missed earlier updates, so a screen must reload
 * its data when it is shown and use updates only to keep it current.
 */
export function onUpdate<Kind extends UpdateKind>(
  kind: Kind,
  handler: (update: UpdateOf<Kind>) => void,
): () => void {
  const some = handlers.get(kind) ?? new Set();
  handlers.set(kind, some);
  some.add(handler);
  return () => some.delete(handler);
}

function tell(connected: boolean): void {
  clearTimeout(lostTimer);
  lostTimer = undefined;
  if (connected) isConnected.set(true);
  else lostTimer = setTimeout(() => isConnected.set(false), patienceMs);
}

export function startLive(userId: string): void {
  leaving?.abort();
  const own = new AbortController();
  leaving = own;
  listener = userId;
  void listen(userId, own.signal).catch((error: unknown) => {
    // The session has ended, so there is no retry. `onSignedOut` has reported it.
    if (!own.signal.aborted) console.warn('live updates have ended', error);
  });
}

export function stopLive(): void {
  leaving?.abort();
  leaving = undefined;
  listener = undefined;
  clearTimeout(lostTimer);
  isConnected.set(true);
}

async function listen(userId: string, signal: AbortSignal): Promise<void> {
  const since = lastSeen.get();
  const options = { signal, onConnection: tell, ...(since === undefined ? {} : { since }) };
  for await (const update of api.live(userId, options)) {
    for (const handler of handlers.get(update.type) ?? []) handler(update as never);
    lastSeen.set(update.seq);
  }
}

/**
 * Follows the browser's online state. The browser notices a lost network at once, the connection only after a minute.
 */
export function watchLine(): void {
  addEventListener('offline', () => isConnected.set(false));
  addEventListener('online', () => {
    // Reconnects at once instead of waiting up to half a minute for the next retry.
    if (listener === undefined) isConnected.set(true);
    else startLive(listener);
  });
  if (!navigator.onLine) isConnected.set(false);
}
