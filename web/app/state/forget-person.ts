import { changeKnown } from './known.ts';
import { onUpdate } from './live.ts';
import { discard, outbox } from './outbox.ts';
import { forgetPhotos } from './photo-cache.ts';
import { closeNotifications } from './push.ts';
import { withoutPerson } from './without-person.ts';

/** The list of blocked people must keep the name, so that the block can be lifted. */
const listOfBlocks = 'blocks';

const listeners = new Set<(id: string) => void>();
/** Registers a screen that holds data of people in memory. */
export const onForgotten = (listener: (id: string) => void): void => void listeners.add(listener);

const tabs = new BroadcastChannel('praca-forgotten');

/**
 * Removes a person from this device after a block or the end of a combination: messages, list rows, cards, drafts,
 * unsent messages, notifications and photos, in all tabs. All cached photos go, because their names do not tell the
 * owner.
 */
export async function forgetPerson(id: string): Promise<void> {
  tabs.postMessage(id);
  await forgetHere(id);
}

async function forgetHere(id: string): Promise<void> {
  for (const listener of listeners) listener(id);
  changeKnown((key, value) => {
    if (key === listOfBlocks) return value;
    return key === `chat.${id}` ? undefined : withoutPerson(value, id);
  });
  const unsent = outbox.get().filter(({ to }) => to === id);
  await Promise.all([unsent.length > 0 && discard(unsent), forgetPhotos(), closeNotifications(`chat-${id}`)]);
}

/** A combination also ends by a block of the other person, and without any screen that shows it. */
export function watchEndings(): void {
  onUpdate('combination_undone', ({ data }) => void forgetPerson((data as { userId: string }).userId));
  tabs.addEventListener('message', ({ data }) => void forgetHere(String(data)));
}
