import type { SocialProof } from '@praca/client';
import { navigate } from '../router/router.ts';
import { api, lastUser, onSignedOut, setLastUser } from './api.ts';
import { eraseKnown, keptStore, openKnown } from './known.ts';
import { startLive, stopLive } from './live.ts';
import type { Store } from './store.ts';

export interface Me {
  readonly userId: string;
  readonly name: string;
  readonly photo: string;
  readonly isPremium: boolean;
  readonly needsTour: boolean;
}

/** Who is signed in; nothing where nobody is. */
export const me: Store<Me | undefined> = keptStore<Me | undefined>('me', undefined);

/** For what is only reached by whoever is signed in. */
export function getMe(): Me {
  const present = me.get();
  if (!present) throw new Error('nobody is signed in');
  return present;
}

/** The tabs of one browser have one session. */
const tabs = new BroadcastChannel('praca');
const endsKey = 'praca.leaving';
const atSignOut = new Set<() => Promise<unknown>>();

/** What must be undone at the server or the browser before the session ends, such as a subscription to push. */
export const beforeSignOut = (work: () => Promise<unknown>): void => void atSignOut.add(work);

export async function refreshMe(): Promise<void> {
  const session = await api.get('/oauth/session');
  me.set({
    userId: session.user_id,
    name: session.name,
    photo: session.perfil_photo,
    isPremium: session.is_premium,
    needsTour: session.need_tour,
  });
}

export async function signIn(proof: SocialProof): Promise<void> {
  await api.signIn(proof);
  const { user_id: userId } = await api.get('/oauth/session');
  setLastUser(userId);
  await openKnown(userId);
  await refreshMe();
  startLive(userId);
  tabs.postMessage('signed-in');
}

/** Leaves nothing behind, also without a connection: the server is then told at the next start. */
export async function signOut(): Promise<void> {
  await Promise.allSettled([...atSignOut].map((work) => work()));
  localStorage.setItem(endsKey, 'yes');
  await api.signOut().then(
    () => localStorage.removeItem(endsKey),
    () => {},
  );
  await leave();
  tabs.postMessage('signed-out');
}

async function leave(): Promise<void> {
  const userId = lastUser();
  stopLive();
  setLastUser(undefined);
  if (userId !== undefined) await eraseKnown(userId);
  me.set(undefined);
  for (const name of await caches.keys()) if (name.startsWith('praca-photos')) await caches.delete(name);
  navigate('/app/sign-in', { replace: true });
}

/** Reads what was known last; whether the session still holds is found out by the first call. */
export async function startSession(): Promise<void> {
  onSignedOut(() => {
    if (me.get()) void leave().then(() => tabs.postMessage('signed-out'));
  });
  tabs.addEventListener('message', ({ data }) => {
    // What another tab signed out of, or signed in over, is drawn anew from the start.
    if (data === 'signed-out' || data === 'signed-in') location.assign('/app');
  });
  if (localStorage.getItem(endsKey) !== null) {
    setLastUser(undefined);
    await api.signOut().then(
      () => localStorage.removeItem(endsKey),
      () => {},
    );
  }
  const userId = lastUser();
  if (userId === undefined) return;
  await openKnown(userId);
  if (!me.get()) await refreshMe().catch(() => {});
  else void refreshMe().catch(() => {});
  startLive(userId);
}
