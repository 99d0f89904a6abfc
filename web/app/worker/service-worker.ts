/// <reference lib="webworker" />

// The server prepends the declarations of these constants to the script.
declare const version: string;
/** Addresses of all files of this version. */
declare const kept: readonly string[];

const worker = globalThis as unknown as ServiceWorkerGlobalScope;
const shellCache = `praca-shell-${version}`;
/** Cache of viewed photos. The page creates it at the sign-in and deletes it at the sign-out. */
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
 * Caches one file of this version. During a rollout another process may answer with its own version, which may be shown
 * but must not be cached; then the installation is retried. Open pages keep their version, so the worker never skips
 * waiting.
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
  if (request.mode === 'navigate') {
    event.waitUntil(trimKeptPhotos());
    event.respondWith(openShell(request));
  } else if (/^\/app\/[0-9a-f]{16}\//.test(url.pathname)) event.respondWith(fromCache(request));
  else if (/^\/social\/(?:photos|portraits|posters)\//.test(url.pathname))
    event.respondWith(showPhoto(event, url));
  // All other requests, including the API, go to the server.
});

/** Answers with the newest shell, or with the installed one if the server does not answer quickly. */
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

/** Header of a cached photo: time in milliseconds at which the server last allowed it. */
const askedHeader = 'x-asked-at';
/** A cached photo may be shown for this long without an answer of the server. */
const mostUnaskedMs = 3_600_000;
const slowLineMs = 3000;

/** A negative age means that the clock was set back. It counts as too old. */
function isRecent(kept: Response): boolean {
  const ageMs = Date.now() - Number(kept.headers.get(askedHeader) ?? Number.NaN);
  return ageMs >= 0 && ageMs < mostUnaskedMs;
}

/**
 * Asks the server each time whether the photo may still be shown. The cached copy saves the download and is used if the
 * server does not answer. The access token in the query is not part of the cache key.
 */
async function showPhoto(event: FetchEvent, url: URL): Promise<Response> {
  // Opens the cache before the request: a response that arrives after a sign-out is then written to a deleted cache.
  const cache = (await caches.has(photoCache)) ? await caches.open(photoCache) : undefined;
  if (!cache) return fetch(event.request);
  const kept = await cache.match(url.pathname);
  const asking = askForPhoto(cache, event.request.url, url.pathname, kept?.clone());
  if (!kept || !isRecent(kept)) return asking;
  event.waitUntil(asking.catch(() => {}));
  const slow = new Promise<Response>((resolve) => setTimeout(() => resolve(kept.clone()), slowLineMs));
  return Promise.race([asking, slow]).catch(() => kept);
}

/** Rejects if the answer does not decide whether the photo may be shown. */
async function askForPhoto(
  cache: Cache,
  address: string,
  path: string,
  kept: Response | undefined,
): Promise<Response> {
  const tag = kept?.headers.get('etag');
  // Bypasses the browser's HTTP cache, which would store a second copy.
  const response = await fetch(address, {
    cache: 'no-store',
    ...(tag ? { headers: { 'if-none-match': tag } } : {}),
  });
  if (response.status === 304 && kept) return keepPhoto(cache, path, kept);
  if (response.ok) return keepPhoto(cache, path, response);
  if (response.status === 429 || response.status >= 500) {
    if (kept && isRecent(kept)) throw new Error(`the server answered ${response.status}`);
    return response;
  }
  // The photo was deleted or its owner is hidden: both sizes are removed.
  const [name = path] = path.split('/thumb');
  for (const size of [name, `${name}/thumb`]) await cache.delete(size);
  return response;
}

async function keepPhoto(cache: Cache, path: string, photo: Response): Promise<Response> {
  const headers = new Headers(photo.headers);
  headers.set(askedHeader, String(Date.now()));
  // The stored body is already decompressed.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  const stamped = new Response(await photo.blob(), { headers });
  await cache.put(path, stamped.clone());
  await trimPhotos(cache);
  return stamped;
}

/** Removes the oldest photos, and all that were not checked in the last hour, because they may have been withdrawn. */
async function trimPhotos(cache: Cache): Promise<void> {
  // `keys` returns the order of insertion.
  const keys = await cache.keys();
  for (const [index, key] of keys.entries()) {
    const kept = await cache.match(key);
    if (keys.length - index <= mostPhotos && kept && isRecent(kept)) return;
    await cache.delete(key);
  }
}

async function trimKeptPhotos(): Promise<void> {
  if (await caches.has(photoCache)) await trimPhotos(await caches.open(photoCache));
}

/** Payload of a push message, which is encrypted for this browser. */
interface Pushed {
  readonly type?: string;
  readonly from?: string;
  readonly name?: string;
  readonly image?: string;
  readonly message?: string;
  readonly eventId?: string;
  readonly notice?: string;
}

const words = {
  pt: {
    combination: 'Vocês combinaram. Diga oi!',
    tomorrow: 'É amanhã.',
    moved: 'Mudou de data ou de lugar.',
    cancelled: 'Foi cancelado.',
    seat: 'Abriu uma vaga, e ela é sua.',
    other: 'Tem novidade neste evento.',
    staff: 'A equipe tem um aviso para você.',
    report: 'A equipe respondeu à sua denúncia.',
  },
  en: {
    combination: 'You two matched. Say hello!',
    tomorrow: 'It is tomorrow.',
    moved: 'Its time or place has changed.',
    cancelled: 'It was cancelled.',
    seat: 'A place became free, and it is yours.',
    other: 'There is news about this event.',
    staff: 'Our staff have a notice for you.',
    report: 'Our staff have answered your report.',
  },
  de: {
    combination: 'Ihr passt zusammen. Sag Hallo!',
    tomorrow: 'Morgen ist es so weit.',
    moved: 'Zeit oder Ort haben sich geändert.',
    cancelled: 'Das Event wurde abgesagt.',
    seat: 'Ein Platz ist frei geworden und gehört dir.',
    other: 'Es gibt Neues zu diesem Event.',
    staff: 'Unser Team hat eine Nachricht für dich.',
    report: 'Unser Team hat deine Meldung beantwortet.',
  },
} as const;

/** A service worker cannot read the language chosen on the page, so it uses the browser's language. */
const wordsNow = (): (typeof words)[keyof typeof words] =>
  words[navigator.language.slice(0, 2) as keyof typeof words] ?? words.en;

function describePush(pushed: Pushed): { title: string; body: string; tag: string; path: string } {
  const texts = wordsNow();
  const { type, from = '', name = 'Praça', eventId = '' } = pushed;
  if (type === 'message')
    return { title: name, body: pushed.message ?? '', tag: `chat-${from}`, path: `/app/chat/${from}` };
  if (type === 'combination')
    return { title: name, body: texts.combination, tag: `chat-${from}`, path: `/app/chat/${from}` };
  if (type === 'event') {
    const body = texts[pushed.notice as 'tomorrow' | 'moved' | 'cancelled' | 'seat'] ?? texts.other;
    return { title: name, body, tag: `event-${eventId}`, path: `/app/events/${eventId}` };
  }
  if (type === 'report')
    return { title: 'Praça', body: texts.report, tag: 'report', path: '/app/me/reports' };
  return { title: 'Praça', body: texts.staff, tag: 'notice', path: '/app/me/notices' };
}

function readPushed(data: PushMessageData | null): Pushed {
  try {
    return (data?.json() ?? {}) as Pushed;
  } catch {
    return {};
  }
}

worker.addEventListener('push', (event) => {
  const { title, body, tag, path } = describePush(readPushed(event.data));
  event.waitUntil(
    worker.registration.showNotification(title, { body, tag, data: path, icon: '/app/icon-192.png' }),
  );
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(
    (async () => {
      const path = String(event.notification.data);
      const [open] = await worker.clients.matchAll({ type: 'window' });
      if (!open) return worker.clients.openWindow(path);
      await open.focus();
      return open.navigate(path);
    })(),
  );
});
