import type { SocialApi } from '@praca/client';
import { api } from './api.ts';
import { keptStore } from './known.ts';
import { isConnected } from './live.ts';
import { me } from './session.ts';
import { createStore, type Store } from './store.ts';

export type EndingBlock = SocialApi['GET /user/{userId}/blocks']['answer'][number];

/** Blocks that expire within a week, about which the user is asked. */
export const endingBlocks: Store<readonly EndingBlock[]> = createStore<readonly EndingBlock[]>([]);
/** Blocks that the user lets expire. A new block of the same person has another end, so the user is asked again. */
const letEnd = keptStore<readonly string[]>('blocks.let-end', []);
const mostLetEnd = 200;

const keyOf = ({ id, blocked_until: end }: EndingBlock): string => `${id} ${end}`;
const drop = (block: EndingBlock): void =>
  endingBlocks.change((all) => all.filter(({ id }) => id !== block.id));

async function readEndingBlocks(): Promise<void> {
  const userId = me.get()?.userId;
  if (userId === undefined) return endingBlocks.set([]);
  const query = { endsWithin: 7, limit: 200 };
  // After a failure the next page load retries.
  const found = await api.get('/user/{userId}/blocks', { path: { userId }, query }).catch(() => undefined);
  if (!found || me.get()?.userId !== userId) return;
  const answered = new Set(letEnd.get());
  // Soonest first.
  endingBlocks.set(found.filter((block) => !answered.has(keyOf(block))).toReversed());
}

export async function keepForGood(block: EndingBlock): Promise<void> {
  await api.get('/user/block/{useriD}', { path: { useriD: block.id }, query: { days: 0 } });
  drop(block);
}

export function letBlockEnd(block: EndingBlock): void {
  letEnd.change((all) => [...all.slice(1 - mostLetEnd), keyOf(block)]);
  drop(block);
}

export function watchEndingBlocks(): void {
  me.watch(() => void readEndingBlocks());
  isConnected.watch((connected) => void (connected && readEndingBlocks()));
  void readEndingBlocks();
}
