import type { SocialProof } from '@praca/client';
import { navigate } from '../router/router.ts';
import { api, lastUser, onSignedOut, setLastUser } from './api.ts';
import { eraseKnown, keptStore, openKnown } from './known.ts';
import { startLive, stopLive } from './live.ts';
import { erasePhotoCache, openPhotoCache } from './photo-cache.ts';
import { forgetPush, readPush, subscribe } from './push.ts';
import type { Store } from './store.ts';

export interface Me {
  readonly userId: string;
  readonly name: string;
  readonly photo: string;
  readonly isPremium: boolean;
  readonly needsTour: boolean;
}

/** Signed-in user, or undefined. */
export const me: Store<Me | undefined> = keptStore<Me | undefined>('me', undefined);

/** Returns the signed-in user. For code that only runs after the sign-in. */
export function getMe(): Me {
  const present = me.get();
  if (!present) throw new Error('no user is signed in');
  return present;
}

/** Synchronises the tabs of one browser, which share one session. */
const tabs = new BroadcastChannel('praca');
const endsKey = 'praca.leaving';

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
  // Must finish before the sign-in: ending the old session later would end the new one.
  if (localStorage.getItem(endsKey) !== null) await endAtServer();
  await api.signIn(proof);
  const { user_id: userId } = await api.get('/oauth/session');
  setLastUser(userId);
  await openKnown(userId);
  await refreshMe();
  startLive(userId);
  void openPhotoCache().catch(() => {});
  tabs.postMessage('signed-in');
}

/**
 * Signs in again, for operations that need a fresh sign-in. A sign-in as another person finds no data of the previous
 * one.
 */
export async function signInAgain(proof: SocialProof): Promise<void> {
  const before = lastUser();
  const hasPush = (await readPush()) === 'on';
  await signIn(proof);
  const userId = lastUser();
  if (before !== undefined && before !== userId) await eraseKnown(before);
  // The push subscription belonged to the previous session, so it is registered again.
  else if (hasPush && userId !== undefined) await subscribe(userId).catch(() => {});
}

/** Deletes all local data, also offline. Then the session is ended on the server at the next page load. */
export async function signOut(): Promise<void> {
  localStorage.setItem(endsKey, 'yes');
  const ending = endAtServer();
  // Offline there is no answer to wait for.
  if (navigator.onLine) await ending;
  await leave();
  tabs.postMessage('signed-out');
}

const endAtServer = (): Promise<void> =>
  api.signOut().then(
    () => localStorage.removeItem(endsKey),
    () => {},
  );

let underway: Promise<void> | undefined;

/** Runs once, even if several callers notice the end of the session at the same time. */
function leave(): Promise<void> {
  underway ??= eraseTraces().finally(() => {
    underway = undefined;
  });
  return underway;
}

async function eraseTraces(): Promise<void> {
  const userId = lastUser();
  stopLive();
  setLastUser(undefined);
  await forgetPush().catch(() => {});
  if (userId !== undefined) await eraseKnown(userId);
  me.set(undefined);
  await erasePhotoCache().catch(() => {});
  navigate('/app/sign-in', { replace: true });
}

/** Reads the stored data. The first request finds out whether the session is still valid. */
export async function startSession(): Promise<void> {
  onSignedOut(() => {
    if (me.get()) void leave().then(() => tabs.postMessage('signed-out'));
  });
  tabs.addEventListener('message', ({ data }) => {
    // Reloads the page after a sign-out or sign-in in another tab.
    if (data === 'signed-out' || data === 'signed-in') location.assign('/app');
  });
  if (localStorage.getItem(endsKey) !== null) {
    setLastUser(undefined);
    await endAtServer();
  }
  const userId = lastUser();
  if (userId === undefined) return;
  await openKnown(userId);
  if (!me.get()) await refreshMe().catch(() => {});
  else void refreshMe().catch(() => {});
  startLive(userId);
  void openPhotoCache().catch(() => {});
}
