import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { openSocialApp, type TestApp } from '../../../../test/support/app.ts';
import { openModeration, type Headers, type Moderation } from '../../../../test/support/moderation.ts';
import { createCopier, forgetOldCopies } from './copy-picture.ts';

/** Settings as in production, but pictures may be on this machine. */
let praca: TestApp;
let staff: Moderation;
let headers: Headers;
let server: Server;
let elsewhere: string;
const asked: string[] = [];
let isAway = false;

before(async () => {
  const image = await sharp({ create: { width: 1500, height: 500, channels: 3, background: 'navy' } })
    .png()
    .toBuffer();
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (isAway || request.url === '/page') response.writeHead(200).end('<html></html>');
    else response.writeHead(200).end(image);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  elsewhere = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  praca = await openSocialApp({
    settings: { RATE_LIMIT: '0', FETCH_PHOTO_LINKS: 'yes', PHOTO_PRIVATE_LINKS: 'yes' },
  });
  staff = await openModeration(praca);
  headers = await staff.staff('clara');
});
after(async () => {
  server.close();
  server.closeAllConnections();
  await praca.close();
});

const inDays = (days: number): string => new Date(praca.clock.nowMs() + days * 86_400_000).toISOString();
async function create(path: string, body: Record<string, unknown>): Promise<string> {
  const made = await staff.call('POST', path, headers, body);
  assert.equal(made.status, 200, JSON.stringify(made.body));
  return String(made.body.id);
}
const createEvent = (image: string | null): Promise<string> =>
  create('/staff/events', {
    name: 'Samba',
    category: 'Música',
    startDate: inDays(1),
    endDate: inDays(2),
    location: { name: 'Praça', city: 'Caruaru' },
    image,
  });
const createCampaign = (media: string, mediaType = 1): Promise<string> =>
  create('/staff/campaigns', {
    title: 'Festival',
    description: '',
    media_type: mediaType,
    media,
    link: 'https://ads.example/',
    starts_at: inDays(-1),
    ends_at: inDays(5),
    cities: [],
    weight: 1,
  });
/** The clock is moved by years, so staff tokens must be renewed. */
const refreshStaff = async (): Promise<void> => {
  headers = await staff.staff('clara');
};
const ask = (path: string, more: Record<string, string> = {}) =>
  praca.app.inject({ url: `/social/pictures/${path}`, headers: more });
const askedFor = (path: string): number => asked.filter((one) => one === path).length;

test('a picture on another server is fetched once for any number of requests, and the copy is served', async () => {
  const event = await createEvent(`${elsewhere}/event.png`);
  const campaign = await createCampaign(`${elsewhere}/campaign.png`);
  const slides = [
    { photo: '/posters/tour-1.svg', description: 'One' },
    { photo: `${elsewhere}/slide.png`, description: 'Two' },
  ];
  const published = await staff.call('PUT', '/staff/presentation/pt', headers, { body: slides });
  assert.equal(published.status, 200, JSON.stringify(published.body));
  for (const [path, link] of [
    [`event/${event}`, '/event.png'],
    [`advertisement/${campaign}`, '/campaign.png'],
    ['presentation/1?language=pt', '/slide.png'],
  ] as const) {
    const answers = await Promise.all([ask(path), ask(path), ask(path)]);
    for (const answer of answers) {
      assert.deepEqual([answer.statusCode, answer.headers['content-type']], [200, 'image/webp'], answer.body);
      assert.equal(answer.headers['cache-control'], 'public, max-age=86400');
    }
    const { width, height, format } = await sharp(answers[0]?.rawPayload).metadata();
    assert.deepEqual([width, height, format], [1080, 360, 'webp']);
    assert.equal((await ask(path)).statusCode, 200);
    const known = await ask(path, { 'if-none-match': String(answers[0]?.headers.etag) });
    assert.deepEqual([known.statusCode, known.body], [304, '']);
    assert.equal(askedFor(link), 1, link);
  }
});

test('a failed fetch is repeated after an hour and not earlier', async () => {
  await refreshStaff();
  const event = await createEvent(`${elsewhere}/page`);
  for (const times of [1, 1]) {
    assert.equal((await ask(`event/${event}`)).statusCode, 204);
    assert.equal(askedFor('/page'), times);
  }
  praca.clock.offsetMs += 3_600_001;
  assert.equal((await ask(`event/${event}`)).statusCode, 204);
  assert.equal(askedFor('/page'), 2);
});

test('a picture in a private network is fetched only if the settings allow it', async () => {
  const link = `${elsewhere}/private.png`;
  const copyWhere = (PHOTO_PRIVATE_LINKS: boolean) => {
    const settings = { ...praca.platform.settings, PHOTO_PRIVATE_LINKS };
    return createCopier({ ...praca.platform, settings })(link);
  };
  assert.equal(await copyWhere(false), undefined);
  assert.equal(askedFor('/private.png'), 0);
  praca.clock.offsetMs += 3_600_001;
  assert.ok(await copyWhere(true));
  assert.equal(askedFor('/private.png'), 1);
});

test('a copy survives the loss of its original until its lifetime ends', async () => {
  await refreshStaff();
  const event = await createEvent(`${elsewhere}/gone.png`);
  assert.equal((await ask(`event/${event}`)).statusCode, 200);
  isAway = true;
  praca.clock.offsetMs += 300 * 86_400_000;
  await forgetOldCopies({ sql: praca.sql, clock: praca.clock });
  assert.equal((await ask(`event/${event}`)).statusCode, 200);
  praca.clock.offsetMs += 101 * 86_400_000;
  await forgetOldCopies({ sql: praca.sql, clock: praca.clock });
  assert.equal((await ask(`event/${event}`)).statusCode, 204);
  isAway = false;
});

test('fetches neither own pictures, nor videos, nor pictures that are not shown to anyone', async () => {
  const before = asked.length;
  await refreshStaff();
  const none = await createEvent(null);
  const film = await createCampaign(`${elsewhere}/film.mp4`, 2);
  const over = await createCampaign(`${elsewhere}/over.png`);
  await praca.sql`update social.campaigns set ends_at = ${praca.clock.now()} where id = ${over}`;
  for (const path of [
    `event/${none}`,
    'event/999999',
    'event/x',
    `advertisement/${film}`,
    `advertisement/${over}`,
    'advertisement/x',
    'presentation/0?language=pt',
    'presentation/9',
    'presentation/x',
    `presentation/${encodeURIComponent(`${elsewhere}/any.png`)}`,
  ])
    assert.equal((await ask(path)).statusCode, 404, path);
  assert.equal((await ask('anything/1')).statusCode, 400);
  assert.equal(asked.length, before);
});

test('a sandbox fetches nothing', async (t) => {
  const sandbox = await openSocialApp();
  t.after(() => sandbox.close());
  const people = await openModeration(sandbox);
  const made = await people.call('POST', '/staff/events', await people.staff('clara'), {
    name: 'Samba',
    category: 'Música',
    startDate: new Date(sandbox.clock.nowMs() + 86_400_000).toISOString(),
    endDate: new Date(sandbox.clock.nowMs() + 90_000_000).toISOString(),
    location: { name: 'Praça', city: 'Caruaru' },
    image: `${elsewhere}/sandbox.png`,
  });
  const answer = await sandbox.app.inject(`/social/pictures/event/${made.body.id}`);
  assert.deepEqual([made.status, answer.statusCode, askedFor('/sandbox.png')], [200, 204, 0]);
});
