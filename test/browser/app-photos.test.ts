import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { openTestApp, type TestApp } from '../support/app.ts';
import { signInByName, visitApp, type Visit } from '../support/app-visitor.ts';
import { openBrowser } from '../support/browser.ts';
import { until } from '../support/process.ts';
import { openPeople, type People, type Person } from '../support/social-people.ts';

let praca: TestApp;
let people: People;
let browser: Browser;
let address: string;
let image: Buffer;

before(async () => {
  praca = await openTestApp();
  people = await openPeople(praca);
  address = await praca.listen();
  browser = await openBrowser();
  image = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'navy' } })
    .png()
    .toBuffer();
});
after(async () => {
  await browser.close();
  await praca.close();
});

/** Uploads a photo of a new user. Returns the path that another new user gets for it. */
async function showPhoto(): Promise<{ owner: Person; viewer: Person; path: string }> {
  const [owner, viewer] = (await people.create(2)) as [Person, Person];
  const added = await praca.app.inject({
    method: 'POST',
    url: `/social/user/${owner.id}/photos`,
    headers: { ...owner.headers, 'content-type': 'image/png' },
    payload: image,
  });
  assert.equal(added.statusCode, 200, added.body);
  const list = await praca.app.inject({ url: `/social/user/${owner.id}/photos`, headers: viewer.headers });
  const [photo] = list.json<{ url: string }[]>();
  return { owner, viewer, path: (photo?.url ?? '').replace(praca.platform.publicUrl, '') };
}

async function openSignedIn(): Promise<Visit> {
  const visit = await visitApp(browser, address, '/app');
  await signInByName(visit.page, 'Ana');
  const isReady =
    "caches.has('praca-photos').then((has) => has && navigator.serviceWorker.controller !== null)";
  await until(() => visit.page.evaluate<boolean>(isReady), 'the service worker');
  return visit;
}

const look = ({ page }: Visit, path: string): Promise<number> =>
  page.evaluate(
    (asked) =>
      fetch(asked)
        .then(({ status }) => status)
        .catch(() => 0),
    path,
  );
/** The scripts are strings because this file is checked without the browser's types. */
const kept = ({ page }: Visit): Promise<string[]> =>
  page.evaluate(
    "caches.open('praca-photos').then((cache) => cache.keys()).then((keys) => keys.map(({ url }) => new URL(url).pathname))",
  );
const makeOlder = ({ page }: Visit, path: string): Promise<void> =>
  page.evaluate(`(async () => {
    const { pathname } = new URL(${JSON.stringify(path)}, location.href);
    const cache = await caches.open('praca-photos');
    const photo = await cache.match(pathname);
    const headers = new Headers(photo.headers);
    headers.set('x-asked-at', String(Date.now() - 3_600_001));
    await cache.put(pathname, new Response(await photo.blob(), { headers }));
  })()`);

test('a photo that is removed, or whose owner blocks the viewer, leaves the device at the next request', async () => {
  const visit = await openSignedIn();
  const [blocked, removed] = [await showPhoto(), await showPhoto()];
  for (const { path } of [blocked, removed]) {
    assert.equal(await look(visit, path), 200);
    assert.equal(await look(visit, path.replace('?', '/thumb?')), 200);
    assert.equal(await look(visit, path), 200, 'again, by its ETag');
  }
  const { owner, viewer } = blocked;
  await praca.app.inject({ url: `/social/user/block/${viewer.id}`, headers: owner.headers });
  await praca.sql`delete from social.photos where user_id = ${removed.owner.id}`;
  for (const { path } of [blocked, removed]) {
    assert.equal(await look(visit, path), 404);
    const [name = ''] = path.split('?');
    assert.deepEqual(
      (await kept(visit)).filter((other) => other.startsWith(name)),
      [],
    );
  }
  await visit.context.close();
});

test('photos leave the device when a combination ends or a person becomes invisible', async () => {
  const visit = await openSignedIn();
  const asked = visit.page.waitForRequest((request) => request.headers()['authorization'] !== undefined);
  await visit.page.goto(`${address}/app/me`);
  const { authorization = '' } = (await asked).headers();
  const session = await praca.app.inject({ url: '/social/oauth/session', headers: { authorization } });
  const anaId = session.json<{ user_id: string }>().user_id;
  const [bia, eva] = [await showPhoto(), await showPhoto()];
  await praca.app.inject({
    method: 'POST',
    url: `/social/user/like/${anaId}`,
    headers: bia.owner.headers,
  });
  await praca.app.inject({
    method: 'POST',
    url: `/social/user/like/${bia.owner.id}`,
    headers: { authorization },
  });
  const isGone = (path: string) => async (): Promise<boolean> =>
    !(await kept(visit)).some((other) => path.startsWith(other));
  assert.equal(await look(visit, bia.path), 200);
  await praca.app.inject({ url: `/social/user/block/${anaId}`, headers: bia.owner.headers });
  await until(isGone(bia.path), 'the end of the combination');

  assert.equal(await look(visit, eva.path), 200);
  await praca.app.inject({ url: `/social/user/block/${anaId}`, headers: eva.owner.headers });
  await visit.page.goto(`${address}/app/people/${eva.owner.id}`);
  await visit.page.getByText('This profile is no longer available').waitFor();
  await until(isGone(eva.path), 'the refusal');
  await visit.context.close();
});

test('without a connection a photo is shown for at most one hour', async () => {
  const visit = await openSignedIn();
  const { path } = await showPhoto();
  assert.equal(await look(visit, path), 200);
  await visit.context.setOffline(true);
  assert.equal(await look(visit, path), 200);
  await makeOlder(visit, path);
  assert.equal(await look(visit, path), 0);
  await visit.context.setOffline(false);
  assert.equal(await look(visit, path), 200);
  await visit.context.close();
});

test('sign-out empties the photo cache and ends the photo passes of that session', async () => {
  const visit = await openSignedIn();
  const { path } = await showPhoto();
  assert.equal(await look(visit, path), 200);
  const token = visit.page.waitForRequest((request) => request.headers()['authorization'] !== undefined);
  await visit.page.goto(`${address}/app/me`);
  const { authorization = '' } = (await token).headers();
  const { owner } = await showPhoto();
  const list = await praca.app.inject({
    url: `/social/user/${owner.id}/photos`,
    headers: { authorization },
  });
  const [photo] = list.json<{ url: string }[]>();
  const own = (photo?.url ?? '').replace(praca.platform.publicUrl, '');
  assert.equal((await praca.app.inject(own)).statusCode, 200);
  await visit.page.getByRole('button', { name: 'Sign out' }).click();
  await visit.page.getByRole('heading', { name: 'Sign in to Praça' }).waitFor();
  assert.equal(await visit.page.evaluate("caches.has('praca-photos')"), false);
  assert.equal((await praca.app.inject(own)).statusCode, 401);
  await visit.context.close();
});
