/// <reference lib="webworker" />

// Written before this by the server.
declare const version: string;
/** Addresses of all files of this version. */
declare const kept: readonly string[];

const worker = globalThis as unknown as ServiceWorkerGlobalScope;
const shellCache = `praca-shell-${version}`;
/** Of everybody's photos; `sign out` deletes it. */
const photoCache = 'praca-photos';
const mostPhotos = 200;
const shell = '/app';

worker.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(shellCache);
      await cache.addAll([shell, '/app/manifest.webmanifest', '/app/icon.svg']);
      await Promise.all(kept.map((address) => keepFile(cache, address)));
    })(),
  );
});

/**
 * While a new version is rolled out, another process may answer with its own. That is good enough to be shown once, not
 * to be kept: the installation is tried again. Pages that are open keep their version, so nobody skips the waiting.
 */
async function keepFile(cache: Cache, address: string): Promise<void> {
  const response = await fetch(address);
  if (!response.ok || !/immutable/.test(response.headers.get('cache-control') ?? ''))
    throw new Error(`${address} is not of this version`);
  await cache.put(address, response);
}

worker.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith('praca-shell-') && name !== shellCache) await caches.delete(name);
      }
      await worker.clients.claim();
    })(),
  );
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(openShell(request));
  else if (/^\/app\/[0-9a-f]{16}\//.test(url.pathname)) event.respondWith(fromCache(request));
  else if (/^\/social\/(?:photos|portraits|posters)\//.test(url.pathname))
    event.respondWith(showPhoto(request, url));
  // Everything else, all of the API, is asked of the server.
});

/** The newest where there is a line, else what was installed. A slow line is not waited for. */
async function openShell(request: Request): Promise<Response> {
  const installed = await caches.match(shell, { cacheName: shellCache, ignoreVary: true });
  const asked = fetch(request).then((response) => {
    if (!response.ok && response.status >= 500 && installed) return installed;
    return response;
  });
  if (!installed) return asked;
  const patience = new Promise<Response>((resolve) => setTimeout(() => resolve(installed), 1500));
  return Promise.race([asked, patience]).catch(() => installed);
}

async function fromCache(request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName: shellCache, ignoreVary: true })) ?? fetch(request);
}

/** Photos never change under their address. The pass at its end does, and is not part of what is looked up. */
async function showPhoto(request: Request, url: URL): Promise<Response> {
  const cache = await caches.open(photoCache);
  const found = await cache.match(url.pathname);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) {
    await cache.put(url.pathname, response.clone());
    const keys = await cache.keys();
    for (const old of keys.slice(0, Math.max(0, keys.length - mostPhotos))) await cache.delete(old);
  }
  return response;
}
