import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { openSocialApp, type TestApp, type TestDatabase } from '../../../../test/support/app.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { openPeople, type People, type Person } from '../../../../test/support/social-people.ts';

/**
 * `fetching` is a production app that accepts pictures on this machine, `strict` does not accept them, and `sandbox`
 * fetches nothing.
 */
let fetching: TestApp;
let strict: TestApp;
let sandbox: TestApp;
let database: TestDatabase;
let people: People;
let server: Server;
let elsewhere: string;
const asked: string[] = [];
let connections = 0;
before(async () => {
  const image = await sharp({ create: { width: 1500, height: 500, channels: 3, background: 'navy' } })
    .png()
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .toBuffer();
  server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    if (path.startsWith('/moved')) response.writeHead(302, { location: '/a.png?moved' }).end();
    else if (path === '/round') response.writeHead(302, { location: '/round' }).end();
    else if (path === '/page') response.writeHead(200, { 'content-type': 'image/png' }).end('<html></html>');
    else if (path === '/large') response.writeHead(200).end(Buffer.alloc(6 * 1024 * 1024));
    else if (path.startsWith('/a.png')) response.writeHead(200).end(image);
    else response.writeHead(404).end();
  });
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  database = await createTestDatabase();
  const settings = { RATE_LIMIT: '0' };
  sandbox = await openSocialApp({ database, settings });
  strict = await openSocialApp({ database, settings: { ...settings, FETCH_PHOTO_LINKS: 'yes' } });
  fetching = await openSocialApp({
    database,
    settings: { ...settings, FETCH_PHOTO_LINKS: 'yes', PHOTO_PRIVATE_LINKS: 'yes' },
  });
  people = await openPeople(fetching);
});
after(async () => {
  for (const app of [fetching, strict, sandbox]) await app.close();
  await database.drop();
  await new Promise((resolve) => server.close(resolve));
});

const put = (app: TestApp, who: Person, payload: object) =>
  app.app.inject({ method: 'PUT', url: '/social/user/perfil', headers: who.headers, payload });
const profile = async (app: TestApp, who: Person) =>
  (await app.app.inject({ url: '/social/user/perfil', headers: who.headers })).json<{
    perfil_photo: string;
    photos: string[];
  }>();
const shown = async (app: TestApp, viewer: Person, of: Person): Promise<string[]> => {
  const photos = await app.app.inject({ url: `/social/user/${of.id}/photos`, headers: viewer.headers });
  const feed = await app.app.inject({ url: '/social/user/feed?limit=200', headers: viewer.headers });
  const card = feed.json<{ id: string; image: string }[]>().find(({ id }) => id === of.id);
  return [card?.image ?? '', ...photos.json<{ url: string }[]>().map(({ url }) => url)];
};
const pair = async (): Promise<[Person, Person]> => (await people.create(2)) as [Person, Person];
const ours = (url: string): boolean => url.startsWith(`${fetching.platform.publicUrl}/social/photos/`);

test('a link is fetched once, and every viewer gets the stored copy', async () => {
  const [ana, bia] = await pair();
  const links = [`${elsewhere}/a.png?1`, `${elsewhere}/moved?1`];
  const answer = await put(fetching, ana, { photos: links });
  assert.equal(answer.statusCode, 200, answer.body);
  assert.ok(answer.json<{ photos: string[] }>().photos.every(ours));
  const before = asked.length;
  const seen = await shown(fetching, bia, ana);
  assert.ok(seen.length === 3 && seen.every(ours), seen.join(' '));
  const copy = await fetching.app.inject((seen[1] ?? '').replace(fetching.platform.publicUrl, ''));
  const { width, height, exif, format } = await sharp(copy.rawPayload).metadata();
  assert.deepEqual([width, height, exif, format], [1080, 360, undefined, 'webp']);
  const again = await put(fetching, ana, { photos: links.toReversed(), about: 'turned' });
  assert.deepEqual(
    again.json<{ photos: string[] }>().photos,
    answer.json<{ photos: string[] }>().photos.toReversed(),
  );
  assert.equal(asked.length, before, 'neither viewing nor sending the same links again downloads them');
  await put(fetching, ana, { perfil_photo: links[0] });
  await put(fetching, ana, { photos: [] });
  assert.ok((await shown(fetching, bia, ana)).every(ours), 'the profile photo has its own copy');
  assert.equal(asked.length, before);
});

for (const path of ['/missing', '/page', '/large', '/round']) {
  test(`rejects ${path} with the field name and changes nothing`, async () => {
    const [ana] = await pair();
    await put(fetching, ana, { photos: [`${elsewhere}/a.png`] });
    const before = await profile(fetching, ana);
    const answer = await put(fetching, ana, { photos: [before.photos[0], `${elsewhere}${path}`] });
    assert.equal(answer.statusCode, 400, answer.body);
    const [error] = answer.json<{ errors: { field: string; code: string }[] }>().errors;
    assert.deepEqual([error?.field, error?.code], ['photos.1', 'not_fetched']);
    assert.deepEqual(await profile(fetching, ana), before);
  });
}

test('sends no request to private networks or over plain http', async () => {
  const [ana] = await pair();
  // Forces a new connection: an existing one would be reused and not counted.
  server.closeAllConnections();
  await put(fetching, ana, { perfil_photo: `${elsewhere}/a.png?asked` });
  assert.ok(connections > 0);
  server.closeAllConnections();
  const before = connections;
  const port = elsewhere.replace('http://127.0.0.1', '');
  for (const link of [
    `${elsewhere}/a.png`,
    `https://127.0.0.1${port}/a.png`,
    `https://2130706433${port}/a.png`,
    `https://[::1]${port}/a.png`,
    `https://localhost${port}/a.png`,
    'https://10.0.0.1/a.png',
    'https://metadata.internal/a.png',
  ]) {
    for (const app of [strict, sandbox]) {
      const answer = await put(app, ana, { perfil_photo: link });
      assert.equal(answer.statusCode, 400, link);
      assert.equal(answer.json().errors[0].field, 'perfil_photo');
    }
  }
  assert.equal(connections, before);
});

test('an old link is shown to its owner only, until it is sent again', async () => {
  const [ana, bia] = await pair();
  const link = 'https://photos.example/a.png';
  assert.deepEqual((await put(sandbox, ana, { photos: [link] })).json<{ photos: string[] }>().photos, [link]);
  assert.deepEqual(await shown(sandbox, bia, ana), [link, link], 'the sandbox sends no request');
  const seen = await shown(fetching, bia, ana);
  for (const url of seen) assert.match(url, /\/social\/portraits\/[\w-]+\.svg$/);
  assert.deepEqual((await profile(fetching, ana)).photos, [link]);
});

test('the sandbox stores links normalised, and of its own addresses only pictures', async () => {
  const [ana, bia] = await pair();
  const base = `${sandbox.platform.publicUrl}/social`;
  const kept = await put(sandbox, ana, {
    photos: [`https://photos.example/"><script>alert('1')</script>`, `${base}/portraits/ana.svg`],
  });
  assert.equal(kept.statusCode, 200, kept.body);
  assert.deepEqual((await shown(sandbox, bia, ana)).slice(1), [
    'https://photos.example/%22%3E%3Cscript%3Ealert(%271%27)%3C/script%3E',
    `${base}/portraits/ana.svg`,
  ]);
  for (const link of [
    `${base}/portraits/../user/block/${bia.id}`,
    `${base}/portraits/%2e%2e/user/block/${bia.id}`,
    `${base}/portraits/..%2fuser/block/${bia.id}`,
    `${base}/user/block/${bia.id}`,
    'https://ana:secret@photos.example/a.jpg',
    'https://photos.example/a\n.jpg',
  ]) {
    for (const payload of [{ photos: [link] }, { perfil_photo: link }]) {
      const answer = await put(sandbox, ana, payload);
      assert.equal(answer.statusCode, 400, link);
    }
  }
  const insert = async (link: string) => sandbox.sql`
    insert into social.photos (id, user_id, position, link, created_at)
    values (gen_random_uuid(), ${bia.id}, 1, ${link}, now())`;
  for (const link of [
    `/portraits/../user/block/${ana.id}`,
    'https://a:b@photos.example/',
    'https://p.example/"',
  ]) {
    await assert.rejects(insert(link), /photos_link_form/, 'not by another version either');
  }
});
