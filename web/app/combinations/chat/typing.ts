import { api } from '../../state/api.ts';
import { isConnected, onUpdate } from '../../state/live.ts';
import type { Message } from '../../state/outbox-rules.ts';
import { getMe } from '../../state/session.ts';
import { createStore, type Store } from '../../state/store.ts';

/** The server passes on one in two seconds. */
const tellEveryMs = 3000;
/** Longer than that, so that it does not flicker; nobody says that they have stopped. */
const lastsMs = 5500;

/** Who is writing to this user now. */
export const typing: Store<ReadonlySet<string>> = createStore<ReadonlySet<string>>(new Set());

const timers = new Map<string, ReturnType<typeof setTimeout>>();

function end(userId: string): void {
  clearTimeout(timers.get(userId));
  timers.delete(userId);
  if (typing.get().has(userId)) typing.change((before) => new Set([...before].filter((id) => id !== userId)));
}

onUpdate('typing', ({ data }) => {
  const { from } = data as { from: string };
  clearTimeout(timers.get(from));
  timers.set(
    from,
    setTimeout(() => end(from), lastsMs),
  );
  if (!typing.get().has(from)) typing.change((before) => new Set(before).add(from));
});
// What was being written is here.
onUpdate('message', ({ data }) => end((data as Message).from));
onUpdate('combination_undone', ({ data }) => end((data as { userId: string }).userId));

const toldMs = new Map<string, number>();

export function tellTyping(otherId: string): void {
  const nowMs = performance.now();
  if (!isConnected.get() || nowMs - (toldMs.get(otherId) ?? -tellEveryMs) < tellEveryMs) return;
  toldMs.set(otherId, nowMs);
  // Nobody misses it.
  api
    .post('/user/{userId}/chat/{userChat}/typing', { path: { userId: getMe().userId, userChat: otherId } })
    .catch(() => {});
}

/** After a message, the next letter is a new beginning. */
export const forgetTyping = (otherId: string): void => void toldMs.delete(otherId);
