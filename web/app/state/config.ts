import type { SocialApi } from '@praca/client';
import { act } from './act.ts';
import { api } from './api.ts';
import { keptStore } from './known.ts';
import { getMe } from './session.ts';
import type { Store } from './store.ts';

export type Config = SocialApi['GET /user/{userId}/config']['answer'];
export type Attendance = Config['attendance'];

const own = () => ({ path: { userId: getMe().userId } });

export const config: Store<Config | undefined> = keptStore<Config | undefined>('config', undefined);

export const readConfig = (): Promise<Config> => api.get('/user/{userId}/config', own());

/** Shows the change at once and reverts it if the server refuses. */
export async function changeConfig(change: Partial<Omit<Config, 'attendanceChosen'>>): Promise<boolean> {
  const before = config.get();
  if (before) {
    const attendanceChosen = before.attendanceChosen || change.attendance !== undefined;
    config.set({ ...before, ...change, attendanceChosen });
  }
  return act(
    () => api.put('/user/{userId}/config', { ...own(), body: change }),
    () => config.set(before),
  );
}
