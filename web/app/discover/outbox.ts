import { keptStore } from '../state/known.ts';
import type { Store } from '../state/store.ts';
import type { Card } from './people.ts';

export interface Reaction {
  readonly kind: 'like' | 'pass';
  readonly card: Card;
}

/** Reactions not yet sent to the server, in order. They survive a lost connection and a reload. */
export const outbox: Store<readonly Reaction[]> = keptStore<readonly Reaction[]>('discover.outbox', []);
