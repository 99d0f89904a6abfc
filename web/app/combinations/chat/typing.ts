import { api } from '../../state/api.ts';
import { isConnected, onUpdate } from '../../state/live.ts';
import type { Message } from '../../state/outbox-rules.ts';
import { getMe } from '../../state/session.ts';
import { createStore, type Store } from '../../state/store.ts';

/** Interval of typing notices. The server forwards at most one in two seconds. */
const sendEveryMs = 3000;
/** Time for which the indicator is shown after a notice. Longer than the send interval, so that it does not flicker. There is no notice for the end of typing. */
const lastsMs = 5500;

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
// The message has arrived, so its author is no longer typing.
onUpdate('message', ({ data }) => end((data as Message).from));
onUpdate('combination_undone', ({ data }) => end((data as { userId: string }).userId));

const toldMs = new Map<string, number>();

export function sendTyping(otherId: string): void {
  const nowMs = performance.now();
  if (!isConnected.get() || nowMs - (toldMs.get(otherId) ?? -sendEveryMs) < sendEveryMs) return;
  toldMs.set(otherId, nowMs);
  // A lost typing notice does no harm.
  api
    .post('/user/{userId}/chat/{userChat}/typing', { path: { userId: getMe().userId, userChat: otherId } })
    .catch(() => {});
}

/** Resets the throttle after a message is sent, so that the next letter sends a notice at once. */
export const forgetTyping = (otherId: string): void => void toldMs.delete(otherId);
