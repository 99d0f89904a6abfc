import type { LiveUpdate } from '@praca/client';
import { api } from './api.ts';
import { keptStore } from './known.ts';
import { createStore, type Store } from './store.ts';

export type UpdateKind = LiveUpdate['type'];
export type UpdateOf<Kind extends UpdateKind> = Extract<LiveUpdate, { type: Kind }>;

/** Shown at the top only when it is lost for longer than a moment. */
export const isConnected: Store<boolean> = createStore(true);

/** The last update that was seen, so that a start asks only for what was missed. */
const lastSeen = keptStore<number | undefined>('live.seq', undefined);
const handlers = new Map<UpdateKind, Set<(update: never) => void>>();
let leaving: AbortController | undefined;
/** Whose updates are heard. */
let listener: string | undefined;
let lostTimer: ReturnType<typeof setTimeout> | undefined;
const patienceMs = 2000;

/**
 * For the stores: what happened to this user, by its kind. Whoever is loaded later has missed what came before, so that a
 * screen reads afresh when it is shown, and is only kept up to date by this.
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
    // Over for good: the session has ended, of which whoever keeps it was told.
    if (!own.signal.aborted) console.warn('no updates any more', error);
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

/** A browser knows at once that its line is cut; the connection would notice in a minute. */
export function watchLine(): void {
  addEventListener('offline', () => isConnected.set(false));
  addEventListener('online', () => {
    // At once, in place of the connection that would wait for up to half a minute.
    if (listener === undefined) isConnected.set(true);
    else startLive(listener);
  });
  if (!navigator.onLine) isConnected.set(false);
}
