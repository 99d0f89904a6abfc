import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { openTestApp, type TestApp } from '../../../../test/support/app.ts';
import { newId } from '../../../platform/ids.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { ProblemError } from '../../../platform/problem.ts';
import { fetchSocialPicture } from './fetch-social-picture.ts';
import { pictureUrl } from './picture.rules.ts';
import { preparePicture, storePicture } from './store-picture.ts';

let praca: TestApp;
let jpeg: Buffer;
before(async () => {
  praca = await openTestApp();
  jpeg = await sharp({ create: { width: 700, height: 500, channels: 3, background: '#123456' } })
    .jpeg()
    .withExif({ IFD0: { Artist: 'the artist' } })
    .toBuffer();
});
after(() => praca.close());

const context = () => ({ baseUrl: 'http://127.0.0.1/accounts', clock: praca.clock, sql: praca.sql });

async function createUser(image: Buffer): Promise<{ id: string; pictureName: string }> {
  const id = newId();
  await praca.sql`
    insert into accounts.users (id, email, first_name, last_name, picture_url, language, created_at)
    values (${id}, ${`${id}@example.org`}, 'Ana', 'Souza', 'https://pictures.example/a.jpg', 'en',
      ${praca.clock.now()})`;
  return { id, pictureName: await replacePictureOf(id, image) };
}

async function replacePictureOf(id: string, image: Buffer): Promise<string> {
  await transaction(praca.sql, (tx) => storePicture(tx, context(), id, image));
  const [row] = await praca.sql<{ picture_name: string; picture_url: string | null }[]>`
    select picture_name, picture_url from accounts.users where id = ${id}`;
  assert.equal(row?.picture_url, null);
  return row.picture_name;
}

const pathOf = (url: string): string => new URL(url).pathname;

test('a stored picture has an unguessable name, is cached for an hour and cannot run code in a browser', async () => {
  const user = await createUser(await preparePicture(`data:image/jpeg;base64,${jpeg.toString('base64')}`));
  const url = pictureUrl(context(), { ...user, firstName: 'Ana', lastName: 'Souza' });
  assert.match(url, /^http:\/\/127\.0\.0\.1\/accounts\/images\/[\w-]{22}\.webp$/);
  const answer = await praca.app.inject(pathOf(url));
  assert.equal(answer.statusCode, 200, answer.body);
  const { headers } = answer;
  assert.equal(headers['content-type'], 'image/webp');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'; sandbox");
  assert.equal(headers['cache-control'], 'public, max-age=3600');
  const { format, width, height, exif } = await sharp(answer.rawPayload).metadata();
  assert.deepEqual(
    { format, width, height, exif },
    { format: 'webp', width: 512, height: 512, exif: undefined },
  );

  const again = await praca.app.inject({
    url: pathOf(url),
    headers: { 'if-none-match': `W/${headers.etag}, "x"` },
  });
  assert.deepEqual([again.statusCode, again.body, again.headers.etag], [304, '', headers.etag]);
  const other = await praca.app.inject({ url: pathOf(url), headers: { 'if-none-match': '"x"' } });
  assert.equal(other.statusCode, 200);
});

test('a new picture replaces the previous one, and erasing the user deletes it', async () => {
  const image = await preparePicture(jpeg.toString('base64'));
  const { id, pictureName } = await createUser(image);
  const next = await replacePictureOf(id, image);
  const status = async (name: string) => (await praca.app.inject(`/accounts/images/${name}.webp`)).statusCode;
  assert.deepEqual([await status(pictureName), await status(next)], [404, 200]);
  await praca.sql`delete from accounts.users where id = ${id}`;
  assert.equal(await status(next), 404);
});

test('invalid image data is refused by field name', async () => {
  const bad = [
    '',
    'no base64!',
    Buffer.from('<svg/>').toString('base64'),
    jpeg.subarray(0, 900).toString('base64'),
  ];
  for (const text of bad) {
    await assert.rejects(preparePicture(text), (error: unknown) => {
      assert.ok(error instanceof ProblemError);
      assert.equal(error.code, 'invalid_input');
      assert.equal(error.errors?.[0]?.field, 'user_profilepic');
      return true;
    });
  }
});

test('users without a picture get one with their initials, and its URL reveals nothing else', async () => {
  const id = newId();
  const url = pictureUrl(context(), { id, firstName: 'Ana <b>', lastName: 'Ångström', pictureName: null });
  assert.ok(!url.includes(id) && !/ana|ngstr/i.test(url), url);
  const answer = await praca.app.inject(pathOf(url));
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.headers['content-type'], 'image/svg+xml');
  assert.match(String(answer.headers['content-security-policy']), /^default-src 'none'/);
  assert.match(answer.body, />AÅ<\/text>/);
  assert.doesNotMatch(answer.body, /script|style=|href/);
});

test('a social picture that is not copied keeps its URL', () => {
  const user = { id: newId(), firstName: 'A', lastName: 'B', pictureName: null };
  const elsewhere = 'https://pictures.example/a.jpg';
  assert.equal(pictureUrl(context(), { ...user, pictureUrl: elsewhere }), elsewhere);
});

test('unknown names answer 404', async () => {
  for (const name of [
    'x.webp',
    `${'A'.repeat(22)}.webp`,
    '..%2F..%2Fetc%2Fpasswd',
    'initials-%3Csvg%3E-1.svg',
    "'or-1.svg",
  ]) {
    const answer = await praca.app.inject(`/accounts/images/${name}`);
    assert.equal(answer.statusCode, 404, name);
    assert.equal(answer.headers['cache-control'], 'no-store');
  }
});

test('a social picture is copied through the same pipeline, and one that is not available is left out', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/moved') response.writeHead(302, { location: '/a.jpg' }).end();
    else if (request.url === '/a.jpg') response.end(jpeg);
    else if (request.url === '/svg') response.end('<svg xmlns="http://www.w3.org/2000/svg"/>');
    else if (request.url === '/large') response.end(Buffer.alloc(6_000_000, 1));
    else response.writeHead(404).end();
  });
  let connections = 0;
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { platform } = praca;
    const settings = { FETCH_SOCIAL_PICTURES: true };
    const fetchFrom = (url: string, allowPrivate = true) =>
      fetchSocialPicture({ settings, log: platform.log }, url, { allowPrivate });
    for (const path of ['/a.jpg', '/moved']) {
      const copy = await fetchFrom(base + path);
      assert.equal((await sharp(copy).metadata()).width, 512);
    }
    for (const path of ['/svg', '/large', '/gone'])
      assert.equal(await fetchFrom(base + path), undefined, path);
    const before = connections;
    assert.ok(before > 0);
    const inside = base.replace('http:', 'https:');
    for (const url of [
      `${inside}/a.jpg`,
      `${base}/a.jpg`,
      'https://169.254.169.254/latest/meta-data',
      'not a url',
      'file:///etc/passwd',
    ]) {
      assert.equal(await fetchFrom(url, false), undefined, url);
    }
    assert.equal(connections, before, 'no connection to a private address');
    const off = { settings: { FETCH_SOCIAL_PICTURES: false }, log: platform.log };
    assert.equal(await fetchSocialPicture(off, `${base}/a.jpg`, { allowPrivate: true }), undefined);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
