import { onUpdate } from './live.ts';

/** The service worker keeps photos in it while it is there: while somebody is signed in. */
const name = 'praca-photos';

/** Browsers have none for pages that came without https. */
const canKeep = (): boolean => 'caches' in globalThis;

export async function openPhotoCache(): Promise<void> {
  if (canKeep()) await caches.open(name);
}

export async function erasePhotoCache(): Promise<void> {
  if (canKeep()) await caches.delete(name);
}

/** Each photo is asked for again where it is shown: the server says whether it may be seen. */
export async function forgetPhotos(): Promise<void> {
  if (!canKeep() || !(await caches.has(name))) return;
  const cache = await caches.open(name);
  for (const key of await cache.keys()) await cache.delete(key);
}

/** A combination may have ended by a block. After a gap it is not known what has ended. */
export function watchPhotos(): void {
  onUpdate('combination_undone', () => void forgetPhotos());
  onUpdate('gap', () => void forgetPhotos());
}
