import { PracaError } from '@praca/client';
import { api } from '../../state/api.ts';
import { keptStore } from '../../state/known.ts';
import { onUpdate } from '../../state/live.ts';
import { onOutboxNews } from '../../state/outbox.ts';
import type { Message } from '../../state/outbox-rules.ts';
import { me } from '../../state/session.ts';
import { createStore, type Store } from '../../state/store.ts';
import { hearMessage, replaceBeginning, type Combination } from './combination-rules.ts';

/** Undefined until the list is known. */
export const combinations: Store<readonly Combination[] | undefined> = keptStore<
  readonly Combination[] | undefined
>('combinations', undefined);

/** True if all pages are loaded. Further pages are requested only for a search or when the user scrolls to the end. */
export const isWhole: Store<boolean> = createStore(false);

const pageSize = 50;
let watchers = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Keeps the list up to date while it is visible. Reading the list on the server clears the "new" mark of combinations,
 * so it must not be read unseen.
 */
export function watchCombinations(): () => void {
  watchers++;
  void readCombinations();
  return () => void watchers--;
}

let isReading = false;
let isAskedAgain = false;

export async function readCombinations(): Promise<void> {
  const userId = me.get()?.userId;
  if (userId === undefined) return;
  if (isReading) {
    isAskedAgain = true;
    return;
  }
  isReading = true;
  try {
    const page = await api.get('/user/{userId}/combinations', {
      path: { userId },
      query: { limit: pageSize },
    });
    const isAll = page.length < pageSize;
    if (isAll) isWhole.set(true);
    combinations.change((list) => replaceBeginning(list ?? [], page, isAll));
  } catch (error) {
    // Keeps the last known list. The banner at the top shows the connection error.
    if (!(error instanceof PracaError)) console.error(error);
  } finally {
    isReading = false;
  }
  if (isAskedAgain) {
    isAskedAgain = false;
    await readCombinations();
  }
}

/** Loads all pages once, for a search or for scrolling to the end. */
export async function readAll(): Promise<void> {
  const userId = me.get()?.userId;
  if (userId === undefined || isWhole.get()) return;
  isWhole.set(true);
  try {
    const all: Combination[] = [];
    for await (const one of api.list('/user/{userId}/combinations', {
      path: { userId },
      query: { limit: 200 },
    }))
      all.push(one);
    combinations.set(all);
  } catch {
    isWhole.set(false);
  }
}

/** Debounces the reload after several updates. */
function readSoon(): void {
  if (watchers > 0) timer ??= setTimeout(readNow, 400);
}

function readNow(): void {
  clearTimeout(timer);
  timer = undefined;
  void readCombinations();
}

const hear = (message: Message): void => {
  const myId = me.get()?.userId;
  if (myId !== undefined) combinations.change((list) => list && hearMessage(list, message, myId));
  readSoon();
};

export const removeCombination = (userId: string): void =>
  combinations.change((list) => list?.filter(({ id }) => id !== userId));

onUpdate('message', ({ data }) => hear(data as Message));
onUpdate('read', ({ data }) => {
  const { by, of } = data as { by: string; of: string };
  if (by === me.get()?.userId)
    combinations.change((list) => list?.map((one) => (one.id === of ? { ...one, unreadQty: 0 } : one)));
  readSoon();
});
onUpdate('combination', readSoon);
onUpdate('chat_emptied', readSoon);
onUpdate('gap', readSoon);
onOutboxNews((news) => news.kind === 'sent' && hear(news.message));
me.watch((now) => !now && isWhole.set(false));
