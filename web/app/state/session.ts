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
  // Before the next one has its cookie, which a later end would end.
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

/** For operations that need a fresh sign-in. A sign-in as another person finds no data of the previous one. */
export async function signInAgain(proof: SocialProof): Promise<void> {
  const before = lastUser();
  const hasPush = (await readPush()) === 'on';
  await signIn(proof);
  const userId = lastUser();
  if (before !== undefined && before !== userId) await eraseKnown(before);
  // The session that the server knew this browser by has ended.
  else if (hasPush && userId !== undefined) await subscribe(userId).catch(() => {});
}

/** Leaves nothing behind, also without a connection: the server is then told at the next start. */
export async function signOut(): Promise<void> {
  localStorage.setItem(endsKey, 'yes');
  const ending = endAtServer();
  // Without a network there is no answer to wait for.
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

/** Once, however many notice at the same time that it is over. */
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
