import { onUpdate } from './live.ts';

/** Name of the cache in which the service worker stores photos. The cache exists only while a user is signed in. */
const name = 'praca-photos';

/** The cache API is missing on pages served without https. */
const canKeep = (): boolean => 'caches' in globalThis;

export async function openPhotoCache(): Promise<void> {
  if (canKeep()) await caches.open(name);
}

export async function erasePhotoCache(): Promise<void> {
  if (canKeep()) await caches.delete(name);
}

/** Empties the cache, so that each photo is requested again and the server decides whether it is visible. */
export async function forgetPhotos(): Promise<void> {
  if (!canKeep() || !(await caches.has(name))) return;
  const cache = await caches.open(name);
  for (const key of await cache.keys()) await cache.delete(key);
}

/** Empties the cache after a gap in the updates, in which an owner may have blocked this user. */
export function watchPhotos(): void {
  onUpdate('gap', () => void forgetPhotos());
}
