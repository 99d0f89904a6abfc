import { keptStore } from '../state/known.ts';
import type { Store } from '../state/store.ts';
import type { Card } from './people.ts';

export interface Reaction {
  readonly kind: 'like' | 'pass';
  readonly card: Card;
}

/** What the server was not told yet, in the order in which it was done: a lost connection or a reload loses none of it. */
export const outbox: Store<readonly Reaction[]> = keptStore<readonly Reaction[]>('discover.outbox', []);
