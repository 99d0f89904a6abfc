import type { SocialApi } from '@praca/client';
import { useEffect, useState } from 'preact/hooks';
import { explain } from '../state/act.ts';
import { api } from '../state/api.ts';
import { config as configStore, readConfig, type Config } from '../state/config.ts';
import { keptStore } from '../state/known.ts';
import { getMe } from '../state/session.ts';
import { useStore, type Store } from '../state/store.ts';

export type Profile = SocialApi['GET /user/perfil']['answer'];
export type OwnPhoto = SocialApi['GET /user/{userId}/photos']['answer'][number];
export type Blocked = SocialApi['GET /user/{userId}/blocks']['answer'][number];
export type OwnReport = SocialApi['GET /user/{userId}/reports']['answer'][number];
export type Notice = SocialApi['GET /user/{userId}/notices']['answer'][number];

const own = (): { readonly path: { readonly userId: string } } => ({ path: { userId: getMe().userId } });

/** Cached value with the function that reloads it. */
export interface Known<T> {
  readonly store: Store<T | undefined>;
  readonly read: () => Promise<T>;
}

const known = <T>(key: string, read: () => Promise<T>): Known<T> => ({
  store: keptStore<T | undefined>(key, undefined),
  read,
});

async function readAll<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

export const profile: Known<Profile> = known('profile', () => api.get('/user/perfil'));
/** Unsaved changes of the profile. They survive leaving the screen. */
export const profileDraft: Store<Partial<Profile>> = keptStore<Partial<Profile>>('profile-draft', {});
export const photos: Known<readonly OwnPhoto[]> = known('photos', () =>
  api.get('/user/{userId}/photos', own()),
);
export const config: Known<Config> = { store: configStore, read: readConfig };
export const blocks: Known<readonly Blocked[]> = known('blocks', () =>
  readAll(api.list('/user/{userId}/blocks', own())),
);
export const notices: Known<readonly Notice[]> = known('notices', () =>
  readAll(api.list('/user/{userId}/notices', own())),
);

export const reports: Known<readonly OwnReport[]> = known('reports', () =>
  readAll(api.list('/user/{userId}/reports', own())),
);

export interface Fresh<T> {
  readonly value: T | undefined;
  /** Error message. Set only if there is no known value to show instead. */
  readonly fault: string | undefined;
  readonly readAgain: () => void;
}

/** Returns the last known value at once and reloads it from the server. */
export function useFresh<T>({ store, read }: Known<T>): Fresh<T> {
  const value = useStore(store);
  const [fault, setFault] = useState<string>();
  const readAgain = (): void => {
    setFault(undefined);
    read().then(
      (found) => store.set(found),
      (error: unknown) => setFault(explain(error)),
    );
  };
  useEffect(readAgain, []);
  return { value, fault: value === undefined ? fault : undefined, readAgain };
}
