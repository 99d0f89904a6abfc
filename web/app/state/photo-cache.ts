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
