import type { SocialApi } from '@praca/client';
import { api } from '../state/api.ts';
import { keptStore } from '../state/known.ts';
import { me } from '../state/session.ts';
import type { Store } from '../state/store.ts';

export type Advertisement = SocialApi['GET /get/ads']['answer'][number];

/** In the order in which they are to be shown. */
export const advertisements: Store<readonly Advertisement[]> = keptStore<readonly Advertisement[]>(
  'advertisements',
  [],
);

let askedFor: string | undefined;

/** Once for each user and start: the order is drawn anew each time, and the first place is what is paid for. */
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

/** Each once from this page; the server counts one of each user and day, and a click only after its view. */
function count(id: string, what: 'view' | 'click'): Promise<unknown> {
  const key = `${me.get()?.userId ?? ''} ${id} ${what}`;
  const before = counts.get(key);
  if (before) return before;
  const counting = api.post(`/get/ads/{id}/${what}`, { path: { id } }).catch(() => counts.delete(key));
  counts.set(key, counting);
  return counting;
}

export const countView = (id: string): Promise<unknown> => count(id, 'view');

/** Only of what was seen: a tap in the first moment is a slip. */
export async function countClick(id: string): Promise<void> {
  const view = counts.get(`${me.get()?.userId ?? ''} ${id} view`);
  if (!view) return;
  await view;
  await count(id, 'click');
}
