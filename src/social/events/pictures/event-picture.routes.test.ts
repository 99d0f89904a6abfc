import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { openSocialApp, type TestApp } from '../../../../test/support/app.ts';
import { listRecorded } from '../../../../test/support/console.ts';
import { openModeration, type Headers, type Moderation } from '../../../../test/support/moderation.ts';
import { forgetUnusedPictures } from './event-picture.ts';

let praca: TestApp;
let staff: Moderation;
let clara: Headers;
before(async () => {
  praca = await openSocialApp();
  staff = await openModeration(praca);
  clara = await staff.staff('clara');
});
after(() => praca.close());

const draw = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 1500, height: 500, channels: 3, background } })
    .jpeg()
    .withExif({ IFD0: { Artist: 'the artist' } })
    .toBuffer();
async function createEvent(): Promise<number> {
  const inDays = (days: number): string => new Date(praca.clock.nowMs() + days * 86_400_000).toISOString();
  const made = await staff.call('POST', '/staff/events', clara, {
    name: 'Samba',
    category: 'Música',
    startDate: inDays(30),
    endDate: inDays(31),
    location: { name: 'Praça', city: 'Caruaru' },
    image: 'https://pictures.example/a.png',
  });
  assert.equal(made.status, 200, JSON.stringify(made.body));
  return made.body['id'];
}
const upload = (eventId: number, image: Buffer, headers: Record<string, string> = clara) =>
  praca.app.inject({
    method: 'PUT',
    url: `/social/staff/events/${eventId}/picture`,
    headers: { ...headers, 'content-type': 'image/jpeg' },
    payload: image,
  });
const pathOf = (image: string): string => new URL(image).pathname;

test('an uploaded picture is resized, loses its metadata, and is served to everyone as an own copy', async () => {
  const event = await createEvent();
  const answer = await upload(event, await draw('navy'));
  assert.equal(answer.statusCode, 200, answer.body);
  const { image } = answer.json<{ image: string }>();
  const served = await praca.app.inject(pathOf(image));
  assert.deepEqual(
    [served.statusCode, served.headers['content-type'], served.headers['cache-control']],
    [200, 'image/webp', 'public, max-age=31536000, immutable'],
  );
  const { width, height, format, exif } = await sharp(served.rawPayload).metadata();
  assert.deepEqual([width, height, format, exif], [1080, 360, 'webp', undefined]);
  const headers = { 'if-none-match': String(served.headers.etag) };
  const known = await praca.app.inject({ url: pathOf(image), headers });
  assert.deepEqual([known.statusCode, known.body], [304, '']);
  const again = await upload(event, await draw('navy'));
  assert.equal(again.json<{ image: string }>().image, image, 'the same picture has the same address');
  const lines = (await listRecorded(praca)).filter(({ act }) => act === 'event.changed');
  assert.deepEqual(
    lines.map(({ subject }) => subject),
    [`${event}`, `${event}`],
  );
});

test('only staff upload, only pictures are stored, and only to an existing event', async () => {
  const event = await createEvent();
  const ana = await staff.signIn('ana');
  const statusOf = async (answer: ReturnType<typeof upload>) => (await answer).statusCode;
  assert.equal(await statusOf(upload(event, await draw('red'), ana.headers)), 401);
  assert.equal(await statusOf(upload(event, await draw('red'), {})), 401);
  assert.equal(await statusOf(upload(2_000_000_000, await draw('red'))), 404);
  assert.equal(await statusOf(upload(event, Buffer.from('<svg/>'))), 400);
  assert.equal(await statusOf(upload(event, (await draw('red')).subarray(0, 400))), 400);
  assert.equal(await statusOf(upload(event, Buffer.alloc(9 * 1024 * 1024))), 413);
  const shown = await praca.app.inject(`/social/event/${event}/get`);
  assert.equal(shown.json<{ image: string }>().image, 'https://pictures.example/a.png');
});

test('a picture that no event uses is deleted after a week', async () => {
  const event = await createEvent();
  const [old, used] = [await upload(event, await draw('green')), await upload(event, await draw('blue'))].map(
    (answer) => pathOf(answer.json<{ image: string }>().image),
  );
  const statuses = async () =>
    Promise.all([old, used].map(async (path = '') => (await praca.app.inject(path)).statusCode));
  praca.clock.offsetMs += 7 * 86_400_000 - 60_000;
  await forgetUnusedPictures(praca);
  assert.deepEqual(await statuses(), [200, 200]);
  praca.clock.offsetMs += 120_000 + 3_600_000;
  await forgetUnusedPictures(praca);
  assert.deepEqual(await statuses(), [404, 200]);
});
