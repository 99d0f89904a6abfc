import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { openSocialApp, type TestApp } from '../../../../test/support/app.ts';
import { openPeople, type People, type Person } from '../../../../test/support/social-people.ts';
import { newId } from '../../../platform/ids.ts';

let praca: TestApp;
let people: People;
let picture: Buffer;
before(async () => {
  praca = await openSocialApp({ settings: { RATE_LIMIT: '0' } });
  people = await openPeople(praca);
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
});
after(() => praca.close());

interface Photo {
  id: string;
  position: number;
  url: string;
  thumb: string;
}

const upload = (who: Person, body: Buffer | string = picture, type = 'image/jpeg', of = who) =>
  praca.app.inject({
    method: 'POST',
    url: `/social/user/${of.id}/photos`,
    headers: { ...who.headers, 'content-type': type },
    payload: body,
  });
const remove = (who: Person, photoId: string, of = who) =>
  praca.app.inject({
    method: 'DELETE',
    url: `/social/user/${of.id}/photos/${photoId}`,
    headers: who.headers,
  });
const order = (who: Person, photos: unknown, of = who) =>
  praca.app.inject({
    method: 'PUT',
    url: `/social/user/${of.id}/photos/order`,
    headers: who.headers,
    payload: { photos },
  });
const list = async (viewer: Person, of = viewer): Promise<Photo[]> =>
  (await praca.app.inject({ url: `/social/user/${of.id}/photos`, headers: viewer.headers })).json();
const positions = async (who: Person): Promise<number[]> => (await list(who)).map(({ position }) => position);
const pathOf = (url: string): string => url.replace(praca.platform.publicUrl, '');
const withoutPass = (url: string): string => pathOf(url).replace(/\?pass=.*/, '');
const look = async (url: string, headers: Record<string, string> = {}): Promise<number> =>
  (await praca.app.inject({ url: pathOf(url), headers })).statusCode;
const block = (who: Person, whom: Person) =>
  praca.app.inject({ url: `/social/user/block/${whom.id}`, headers: who.headers });

/** Returns the photo of a new user as another new user sees it. */
async function shown(): Promise<{ ana: Person; bia: Person; photo: Photo }> {
  const [ana, bia] = (await people.create(2)) as [Person, Person];
  await upload(ana);
  const [photo] = (await list(bia, ana)) as [Photo];
  return { ana, bia, photo };
}

test('an image tag needs only the address that its viewer received', async () => {
  const { bia, photo } = await shown();
  for (const url of [photo.url, photo.thumb]) {
    const answer = await praca.app.inject(pathOf(url));
    assert.deepEqual([answer.statusCode, answer.headers['content-type']], [200, 'image/webp']);
    assert.equal(answer.headers['cache-control'], 'private, max-age=300');
    const etag = String(answer.headers['etag']);
    assert.equal(await look(url, { 'if-none-match': `"other", W/${etag}` }), 304);
    assert.equal(await look(url, { 'if-none-match': '"other"' }), 200);
    assert.equal(await look(withoutPass(url)), 401, 'an address without a pass');
    assert.equal(await look(withoutPass(url), bia.headers), 200, 'a token identifies the viewer too');
    assert.equal(await look(`${withoutPass(url)}?access_token=${bia.token}`), 200);
  }
});

test('a thumbnail has the shape of a card', async () => {
  const { photo } = await shown();
  const { rawPayload } = await praca.app.inject(pathOf(photo.thumb));
  const { width, height } = await sharp(rawPayload).metadata();
  assert.deepEqual([width, height], [288, 384]);
});

test('an address is the same for a week, still works the week after, and then expires', async () => {
  const weekMs = 7 * 86_400_000;
  praca.clock.offsetMs += weekMs * 1.5 - (praca.clock.nowMs() % weekMs);
  const { ana, bia, photo } = await shown();
  const url = async (viewer: Person) => (await list(viewer, ana))[0]?.url;
  assert.notEqual(await url(ana), photo.url, 'each viewer has an own address');
  const start = praca.clock.offsetMs;
  praca.clock.offsetMs = start + 3_000_000;
  assert.equal(await url(bia), photo.url);
  praca.clock.offsetMs = start + weekMs * 1.4;
  assert.equal(await look(photo.url), 200);
  praca.clock.offsetMs = start + weekMs * 1.6;
  assert.equal(await look(photo.url), 401);
  praca.clock.offsetMs = start;
});

test('rejects passes that are invented, changed or made for another viewer', async () => {
  const { ana, bia, photo } = await shown();
  const [, id = '', week = '', mac = ''] = /pass=([\w-]+)\.(\d+)\.([\w-]+)$/.exec(photo.url) ?? [];
  const anas = /pass=([\w-]+)\./.exec((await list(ana))[0]?.url ?? '')?.[1] ?? '';
  for (const pass of [
    `${anas}.${week}.${mac}`,
    `${id}.${Number(week) + 1}.${mac}`,
    `${id}.${week}.${'A'.repeat(22)}`,
    `${id}.${week}.${mac}A`,
    // The same bytes in another base64 spelling.
    `${id}.${week}.${mac.replace(/.$/, (last) => String.fromCharCode(last.charCodeAt(0) + 1))}`,
    `${id}.${week}.`,
    'nonsense',
    '',
  ]) {
    assert.equal(await look(`${withoutPass(photo.url)}?pass=${pass}`), 401, pass);
  }
  assert.equal(await look(photo.url, bia.headers), 200);
  assert.equal(await look(`/social/photos/${'A'.repeat(22)}${photo.url.replace(/^[^?]*/, '')}`), 404);
});

test('a pass ends with its session', async () => {
  const { ana, bia, photo } = await shown();
  assert.equal(await look(photo.url), 200);
  const signOut = await praca.app.inject({
    method: 'DELETE',
    url: '/social/oauth/session',
    headers: bia.headers,
  });
  assert.equal(signOut.statusCode, 200, signOut.body);
  assert.equal(await look(photo.url), 401);
  assert.equal(await look(photo.thumb, { 'if-none-match': '*' }), 401);
  const [own] = await list(ana);
  assert.equal(await look(own?.url ?? ''), 200, 'of another user');
});

for (const side of ['the viewer', 'the owner'] as const) {
  test(`an address stops working once ${side} has blocked the other`, async () => {
    const { ana, bia, photo } = await shown();
    const cached = String((await praca.app.inject(pathOf(photo.url))).headers['etag']);
    await (side === 'the owner' ? block(ana, bia) : block(bia, ana));
    for (const url of [photo.url, photo.thumb]) {
      assert.equal(await look(url), 404);
      assert.equal(await look(url, { 'if-none-match': cached }), 404, 'also for a viewer with a cached copy');
      assert.equal(await look(withoutPass(url), bia.headers), 404);
      assert.equal(await look(withoutPass(url), ana.headers), 200, 'one’s own');
    }
    const [cora] = (await people.create(1)) as [Person];
    assert.equal(await look((await list(cora, ana))[0]?.url ?? ''), 200, 'a third user sees it');
  });

  test(`an address does not work while ${side} is deleted`, async () => {
    const { ana, bia, photo } = await shown();
    const gone = side === 'the owner' ? ana : bia;
    await praca.sql`update social.users set deleted_at = now() where id = ${gone.id}`;
    assert.equal(await look(photo.url), 404);
    await praca.sql`update social.users set deleted_at = null where id = ${gone.id}`;
    assert.equal(await look(photo.url), 200);
  });
}

test('accepts uploads in every supported format, one after the other', async () => {
  const [ana, bia] = (await people.create(2)) as [Person, Person];
  const first = await upload(ana);
  assert.equal(first.statusCode, 200, first.body);
  assert.equal(first.json<Photo>().position, 1);
  const large = await sharp({ create: { width: 2000, height: 1000, channels: 3, background: 'red' } })
    .png()
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .toBuffer();
  const second = (await upload(ana, large, 'application/octet-stream')).json<Photo>();
  assert.equal(second.position, 2);
  const { width, height, exif, format } = await sharp(
    (await praca.app.inject(pathOf(second.url))).rawPayload,
  ).metadata();
  assert.deepEqual([width, height, exif, format], [1080, 540, undefined, 'webp']);
  assert.deepEqual(
    (await list(bia, ana)).map(({ id }) => id),
    [first.json<Photo>().id, second.id],
  );
});

test('rejects bodies that are not pictures with a specific error code', async () => {
  const [ana] = (await people.create(1)) as [Person];
  for (const [body, type, status, code] of [
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml', 400, 'invalid_input'],
    [picture.subarray(0, picture.length / 2), 'image/jpeg', 400, 'invalid_input'],
    [Buffer.alloc(0), 'image/jpeg', 400, 'invalid_input'],
    [
      JSON.stringify({ photo: picture.toString('base64') }),
      'application/json',
      415,
      'unsupported_media_type',
    ],
    ['photo=x', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
    [picture, 'video/mp4', 415, 'unsupported_media_type'],
    [Buffer.concat([picture, Buffer.alloc(6 * 1024 * 1024)]), 'image/jpeg', 400, 'invalid_input'],
    [Buffer.alloc(9 * 1024 * 1024), 'image/jpeg', 413, 'payload_too_large'],
  ] as const) {
    const answer = await upload(ana, Buffer.from(body), type);
    assert.deepEqual([answer.statusCode, answer.json().code], [status, code], `${type} ${body.length}`);
    if (status === 415) assert.match(answer.json().detail, /image\/jpeg, image\/png or image\/webp/, type);
  }
  assert.deepEqual(await list(ana), []);
});

test('rejects a photo with a content encoding', async () => {
  const [ana] = (await people.create(1)) as [Person];
  const send = (coding: string) =>
    praca.app.inject({
      method: 'POST',
      url: `/social/user/${ana.id}/photos`,
      headers: { ...ana.headers, 'content-type': 'image/jpeg', 'content-encoding': coding },
      payload: picture,
    });
  const refused = await send('gzip');
  assert.deepEqual([refused.statusCode, refused.headers['accept-encoding']], [415, 'identity']);
  assert.match(refused.json().detail, /Content-Encoding/);
  assert.equal((await send('identity')).statusCode, 200);
});

test('of concurrent uploads at most five are stored, each at its own position', async () => {
  const [ana] = (await people.create(1)) as [Person];
  const answers = await Promise.all(Array.from({ length: 9 }, () => upload(ana)));
  const refused = answers.filter(({ statusCode }) => statusCode === 409);
  assert.equal(refused.length, 4);
  for (const answer of refused) assert.equal(answer.json().code, 'too_many_photos');
  assert.deepEqual(await positions(ana), [1, 2, 3, 4, 5]);
});

test('only the owner can remove a photo, once, and later photos move up', async () => {
  const [ana, bia] = (await people.create(2)) as [Person, Person];
  for (let count = 0; count < 3; count++) await upload(ana);
  const [first, second, third] = (await list(ana)) as [Photo, Photo, Photo];
  assert.equal((await remove(bia, second.id)).statusCode, 404, 'not a photo of hers');
  assert.equal((await remove(bia, second.id, ana)).statusCode, 403);
  for (const unknown of ['nonsense', newId()]) assert.equal((await remove(ana, unknown)).statusCode, 404);
  const left = await remove(ana, second.id.toUpperCase());
  assert.equal(left.statusCode, 200, left.body);
  assert.deepEqual(
    left.json<Photo[]>().map(({ id, position }) => [id, position]),
    [
      [first.id, 1],
      [third.id, 2],
    ],
  );
  assert.equal((await remove(ana, second.id)).statusCode, 404);
  assert.equal(await look(second.url), 404);
  assert.equal((await upload(ana)).json<Photo>().position, 3);
});

test('an order must name each photo exactly once; any other changes nothing', async () => {
  const [ana, bia] = (await people.create(2)) as [Person, Person];
  for (let count = 0; count < 3; count++) await upload(ana);
  await upload(bia);
  const [a = '', b = '', c = ''] = (await list(ana)).map(({ id }) => id);
  const [hers = ''] = (await list(bia)).map(({ id }) => id);
  assert.equal((await order(bia, [c, a, b], ana)).statusCode, 403);
  for (const wrong of [
    [],
    [a, b],
    [a, b, b],
    [a, b, c, c],
    [a, b, hers],
    [a, b, newId()],
    [a, b, 'x'],
    'a',
  ]) {
    const answer = await order(ana, wrong);
    assert.deepEqual([answer.statusCode, answer.json().errors[0].field], [400, 'photos'], String(wrong));
  }
  assert.deepEqual(
    (await list(ana)).map(({ id }) => id),
    [a, b, c],
  );
  const turned = await order(ana, [c, a, b.toUpperCase()]);
  assert.deepEqual(
    turned.json<Photo[]>().map(({ id, position }) => [id, position]),
    [
      [c, 1],
      [a, 2],
      [b, 3],
    ],
  );
});

test('every photo has its own position after concurrent uploads, removals, orders and updates', async () => {
  const [ana] = (await people.create(1)) as [Person];
  for (let round = 0; round < 4; round++) {
    while ((await list(ana)).length < 4) await upload(ana);
    const before = await list(ana);
    const ids = before.map(({ id }) => id);
    const answers = await Promise.all([
      order(ana, ids.toReversed()),
      remove(ana, ids[1] ?? ''),
      upload(ana),
      remove(ana, ids[1] ?? ''),
      praca.app.inject({
        method: 'PUT',
        url: '/social/user/perfil',
        headers: ana.headers,
        payload: { photos: [before[3]?.url, before[0]?.url], perfil_photo: before[2]?.url },
      }),
      upload(ana),
    ]);
    for (const { statusCode, body } of answers) assert.ok(statusCode < 500, body);
    const places = await positions(ana);
    assert.deepEqual(
      places,
      places.map((_, index) => index + 1),
    );
    assert.ok(places.length <= 5);
  }
});
