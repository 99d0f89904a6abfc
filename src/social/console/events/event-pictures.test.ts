import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import type { TestApp } from '../../../../test/support/app.ts';
import {
  createPerson,
  faultsIn,
  openConsoleApp,
  signIn,
  staffAs,
  type Visitor,
} from '../../../../test/support/console.ts';
import { newId } from '../../../platform/ids.ts';

const base = '/console/staff/social';

let praca: TestApp;
let clara: Visitor;
let viewer: Visitor;
before(async () => {
  praca = await openConsoleApp();
  const enter = async (role: 'moderator' | 'viewer') =>
    signIn(praca, (await createPerson(praca, [staffAs(role)])).email);
  [clara, viewer] = [await enter('moderator'), await enter('viewer')];
  await clara.get(`${base}/events/new`);
});
after(() => praca.close());

const event = (more: Record<string, string> = {}): Record<string, string> => ({
  name: 'Roda de samba',
  category: 'Music',
  starts: '2027-03-20T19:00',
  ends: '2027-03-20T23:00',
  timezone: 'America/Sao_Paulo',
  venue: 'Praça da Sé',
  city: 'São Paulo, SP',
  drawn: 'yes',
  ...more,
});

test('a picture is uploaded with the form of an event, replaces the link, and stays when the form is saved again', async () => {
  const png = await sharp({ create: { width: 1500, height: 500, channels: 3, background: 'navy' } })
    .png()
    .toBuffer();
  const link = 'https://pictures.example/a.png';
  const made = await clara.postFile(`${base}/events/new/create`, event({ once: newId(), image: link }), [
    'picture',
    png,
  ]);
  assert.equal(made.status, 303, made.body);
  const address = made.location.replace(/\?.*/, '');
  const id = address.split('/').at(-1) ?? '';
  const imageOf = async (): Promise<string> =>
    (await praca.app.inject(`/social/event/${id}/get`)).json().image;
  const image = await imageOf();
  assert.match(image, /^http:\/\/[^/]+\/social\/event-pictures\/[\w-]{43}$/);
  const served = await praca.app.inject(new URL(image).pathname);
  assert.equal(served.headers['content-type'], 'image/webp');
  const page = (await clara.get(address)).body;
  assert.ok(page.includes(`<img class="cover" src="${new URL(image).pathname}"`));
  const revision = () =>
    praca.sql`select revision from social.events where id = ${id}::int`.then(([row]) =>
      String(row?.['revision']),
    );
  const saved = await clara.post(
    `${address}/change`,
    event({ revision: await revision(), image, name: 'Choro' }),
  );
  assert.equal(saved.status, 303, saved.body);
  assert.equal(await imageOf(), image);
  const [row] = await praca.sql`select image from social.events where id = ${id}::int`;
  assert.equal(row?.['image'], new URL(image).pathname.replace('/social', ''), 'survives another base URL');
  const text = await clara.postFile(`${address}/change`, event({ revision: await revision() }), [
    'picture',
    Buffer.from('<svg onload="alert(1)">'),
  ]);
  assert.equal(text.status, 400);
  assert.deepEqual(faultsIn(text), ['picture']);
  assert.equal(await imageOf(), image);
  const cleared = await clara.post(`${address}/change`, event({ revision: await revision(), image: link }));
  assert.equal(cleared.status, 303, cleared.body);
  assert.equal(await imageOf(), link, 'links are still accepted');
  const refused = await viewer.postFile(`${address}/change`, event(), ['picture', png]);
  assert.equal(refused.status, 403);
  const huge = await clara.postFile(`${address}/change`, event(), ['picture', Buffer.alloc(7 * 1024 * 1024)]);
  assert.equal(huge.status, 413);
  const elsewhere = await clara.postFile(`${address}/cancel`, {}, ['picture', Buffer.alloc(2 * 1024 * 1024)]);
  assert.equal(elsewhere.status, 413, 'other forms take no files');
});
