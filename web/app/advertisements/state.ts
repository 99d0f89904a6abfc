import type { SocialApi } from '@praca/client';
import { api } from '../state/api.ts';
import { keptStore } from '../state/known.ts';
import { me } from '../state/session.ts';
import type { Store } from '../state/store.ts';

export type Advertisement = SocialApi['GET /get/ads']['answer'][number];

/** Advertisements in display order. */
export const advertisements: Store<readonly Advertisement[]> = keptStore<readonly Advertisement[]>(
  'advertisements',
  [],
);

let askedFor: string | undefined;

/**
 * Loads once per user and page load: the server draws a new order for each request, and advertisers pay for the first
 * place.
 */
export async function loadAdvertisements(): Promise<void> {
  const userId = me.get()?.userId;
  if (userId === undefined || askedFor === userId) return;
  askedFor = userId;
  try {
    advertisements.set(await api.get('/get/ads'));
  } catch {
    askedFor = undefined;
  }
}

const counts = new Map<string, Promise<unknown>>();

/** Sends each count once per page load. The server counts one per user and day, and a click only after its view. */
function count(id: string, what: 'view' | 'click'): Promise<unknown> {
  const key = `${me.get()?.userId ?? ''} ${id} ${what}`;
  const before = counts.get(key);
  if (before) return before;
  const counting = api.post(`/get/ads/{id}/${what}`, { path: { id } }).catch(() => counts.delete(key));
  counts.set(key, counting);
  return counting;
}

export const countView = (id: string): Promise<unknown> => count(id, 'view');

/** Counts a click only after a view: a tap in the first moment is accidental. */
export async function countClick(id: string): Promise<void> {
  const view = counts.get(`${me.get()?.userId ?? ''} ${id} view`);
  if (!view) return;
  await view;
  await count(id, 'click');
}
