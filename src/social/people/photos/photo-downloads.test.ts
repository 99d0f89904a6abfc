import assert from 'node:assert/strict';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { openSocialApp, type TestApp } from '../../../../test/support/app.ts';
import { until } from '../../../../test/support/process.ts';
import { openPeople, type People, type Person } from '../../../../test/support/social-people.ts';

const perDay = 8;
let praca: TestApp;
let people: People;
let server: Server;
let elsewhere: string;
let image: Buffer;
const asked: string[] = [];
/** Responses to `/held…`, which wait for `release`. */
const held: ServerResponse[] = [];
let mostHeld = 0;
before(async () => {
  image = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'navy' } })
    .png()
    .toBuffer();
  server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    if (path.startsWith('/missing')) response.writeHead(404).end();
    else if (path.startsWith('/held')) mostHeld = Math.max(mostHeld, held.push(response));
    else response.writeHead(200).end(image);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  praca = await openSocialApp({
    settings: {
      FETCH_PHOTO_LINKS: 'yes',
      PHOTO_PRIVATE_LINKS: 'yes',
      PHOTO_LINKS_PER_DAY: String(perDay),
    },
  });
  people = await openPeople(praca);
});
after(async () => {
  await praca.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const put = (who: Person, payload: object) =>
  praca.app.inject({ method: 'PUT', url: '/social/user/perfil', headers: who.headers, payload });
const linksOf = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${elsewhere}/${name}-${index}.png`);
const askedFor = (name: string): number => asked.filter((path) => path.startsWith(`/${name}`)).length;
const release = (): void => {
  for (const response of held.splice(0)) response.writeHead(200).end(image);
};

test('links beyond the daily limit are rejected with their field name before any download', async () => {
  const [ana] = (await people.create(1)) as [Person];
  const [perfil_photo, ...photos] = linksOf('day', 6);
  assert.equal((await put(ana, { perfil_photo, photos })).statusCode, 200);
  assert.equal(askedFor('day'), 6);
  const before = (await put(ana, {})).json<object>();
  const refused = await put(ana, { photos: linksOf('more', 3) });
  const { code, limit, errors } = refused.json<{
    code: string;
    limit: string;
    errors: { field: string }[];
  }>();
  assert.deepEqual(
    [refused.statusCode, code, limit, errors.map(({ field }) => field)],
    [429, 'limit_reached', 'photo_links_per_day', ['photos']],
  );
  assert.ok(Number(refused.headers['retry-after']) > 0);
  assert.equal(askedFor('more'), 0);
  assert.deepEqual((await put(ana, {})).json(), before);

  for (let times = 0; times < 5; times++)
    assert.equal((await put(ana, { about: 'Samba', perfil_photo, photos })).statusCode, 200);
  assert.equal(askedFor('day'), 6, 'links with a stored photo do not count');

  assert.equal(
    (await put(ana, { photos: linksOf('more', 2) })).statusCode,
    200,
    'the rest of the daily limit',
  );
  const last = await put(ana, { perfil_photo: `${elsewhere}/last.png` });
  assert.equal(last.json<{ errors: { field: string }[] }>().errors[0]?.field, 'perfil_photo');
});

test('a photo used in two places keeps its link in both', async () => {
  const [ana] = (await people.create(1)) as [Person];
  const [link = ''] = linksOf('twice', 1);
  assert.equal((await put(ana, { perfil_photo: link, photos: [link] })).statusCode, 200);
  await put(ana, { perfil_photo: linksOf('other', 1)[0] });
  await put(ana, { perfil_photo: link });
  await put(ana, { photos: [] });
  assert.equal((await put(ana, { photos: [link] })).statusCode, 200);
  assert.equal(askedFor('twice'), 1);
});

test('a failed link is not requested again for a while and then does not count for the day', async () => {
  const [ana, bia] = (await people.create(2)) as [Person, Person];
  const link = `${elsewhere}/missing.png`;
  for (let times = 0; times < perDay + 2; times++) {
    const answer = await put(ana, { photos: [`${elsewhere}/unasked.png`, link] });
    if (times === 0) continue;
    assert.equal(answer.statusCode, 400);
    assert.equal(answer.json<{ errors: { field: string }[] }>().errors[0]?.field, 'photos.1');
  }
  assert.equal((await put(bia, { perfil_photo: link })).statusCode, 400);
  assert.deepEqual([askedFor('missing'), askedFor('unasked')], [1, 1]);
  praca.clock.offsetMs += 600_000;
  await put(bia, { perfil_photo: link });
  assert.equal(askedFor('missing'), 2);
});

test('concurrent requests for one link download it once', async () => {
  const [ana, bia] = (await people.create(2)) as [Person, Person];
  const link = `${elsewhere}/held-once.png`;
  const answers = [ana, bia, ana].map((who) => put(who, { perfil_photo: link, photos: [link, link] }));
  let isDone = false;
  const all = Promise.all(answers).finally(() => (isDone = true));
  await until(() => held.length > 0, 'the download');
  await until(() => {
    release();
    return isDone;
  }, 'all of them');
  for (const answer of await all) assert.equal(answer.statusCode, 200, answer.body);
  assert.equal(askedFor('held-once'), 1);
});

test('a process limits concurrent photo downloads and queues the others', async () => {
  const many = await people.create(4);
  mostHeld = 0;
  const answers = many.map((who, index) => put(who, { photos: linksOf(`held-${index}`, 5) }));
  let isDone = false;
  const all = Promise.all(answers).finally(() => (isDone = true));
  await until(() => held.length >= 8, 'eight downloads');
  await until(() => {
    release();
    return isDone;
  }, 'all of them');
  for (const answer of await all) assert.equal(answer.statusCode, 200, answer.body);
  assert.equal(mostHeld, 8);
});
