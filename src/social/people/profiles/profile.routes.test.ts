import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { openSocialApp, productionSettings, type TestApp } from '../../../../test/support/app.ts';
import { openPeople, type People, type Person } from '../../../../test/support/social-people.ts';

let praca: TestApp;
let people: People;
before(async () => {
  praca = await openSocialApp();
  people = await openPeople(praca);
});
after(() => praca.close());

const person = async (): Promise<Person> => (await people.create(1))[0] as Person;
const read = async (who: Person) =>
  (await praca.app.inject({ url: `/social/user/perfil?access_token=${who.token}` })).json();
const change = (who: Person, payload: Record<string, unknown>) =>
  praca.app.inject({ method: 'PUT', url: `/social/user/perfil?access_token=${who.token}`, payload });
const photos = async (viewer: Person, of: Person) =>
  (await praca.app.inject({ url: `/social/user/${of.id}/photos`, headers: viewer.headers })).json<
    { id: string; position: number; url: string; thumb: string }[]
  >();
const pathOf = (url: string): string => url.replace(praca.platform.publicUrl, '');

// Noise, which does not compress.
const jpeg = async (width = 1600, height = 900): Promise<string> =>
  (
    await sharp({
      create: { width, height, channels: 3, background: { r: 200, g: 80, b: 60 } },
    })
      .jpeg()
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .toBuffer()
  ).toString('base64');

test('a new user has an empty profile with all fields of the API', async () => {
  const profile = await read(await person());
  assert.deepEqual(
    { ...profile, name: '', perfil_photo: '' },
    {
      name: '',
      is_premium: 'false',
      perfil_photo: '',
      photos: [],
      about: '',
      location: '',
      birth_date: null,
      gender: null,
      need_tour: true,
    },
  );
  const portrait = await praca.app.inject(pathOf(profile.perfil_photo));
  assert.equal(portrait.headers['content-type'], 'image/svg+xml');
  assert.equal((await praca.app.inject(pathOf(profile.perfil_photo))).body, portrait.body);
});

test('an update changes only the given fields and returns the whole profile', async () => {
  const ana = await person();
  const answer = await change(ana, {
    name: ' Ana Souza ',
    about: 'Samba on Fridays',
    location: 'sao paulo',
    birth_date: '1996-05-17',
    gender: 'woman',
    is_premium: 'true',
    need_tour: false,
    unknown: 'ignored',
  });
  assert.equal(answer.statusCode, 200, answer.body);
  const profile = answer.json();
  assert.equal(profile.name, 'Ana Souza');
  assert.equal(profile.location, 'São Paulo, SP');
  assert.equal(profile.is_premium, 'true');
  assert.equal(profile.need_tour, false);
  assert.deepEqual((await change(ana, { about: 'Choro' })).json(), { ...profile, about: 'Choro' });
  assert.deepEqual(await read(ana), { ...profile, about: 'Choro' });
  const session = await praca.app.inject({ url: '/social/oauth/session', headers: ana.headers });
  assert.deepEqual([session.json().is_premium, session.json().need_tour], [true, false]);
});

test('keeps a location that names no city, or several, as it was written', async () => {
  const ana = await person();
  for (const place of ['Somewhere nice', 'Bom Jesus']) {
    assert.equal((await change(ana, { location: place })).json().location, place);
  }
  assert.equal((await change(ana, { location: 'bom jesus, pi' })).json().location, 'Bom Jesus, PI');
});

for (const [field, value] of [
  ['birth_date', '2020-01-01'],
  ['birth_date', '1990-02-30'],
  ['birth_date', '1850-01-01'],
  ['birth_date', 'yesterday'],
  ['name', '   '],
  ['name', '\u200B\u2060'],
  ['name', 'Ana\u202E'],
  ['about', '\u3164 '],
  ['location', '\u200B'],
  ['about', 'x'.repeat(2001)],
  ['photos', Array.from({ length: 6 }, () => 'https://example.com/a.jpg')],
  ['photos', ['http://example.com/a.jpg']],
  ['photos', ['not base64!']],
  ['photos', [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')]],
  ['perfil_photo', `${'A'.repeat(30)}==`],
] as const) {
  test(`rejects ${field} ${JSON.stringify(value).slice(0, 40)} with the field name and changes nothing`, async () => {
    const ana = await person();
    const before = await read(ana);
    const answer = await change(ana, { about: 'changed', [field]: value });
    assert.equal(answer.statusCode, 400, answer.body);
    assert.match(answer.json().errors[0].field, new RegExp(`^${field}`));
    assert.deepEqual(await read(ana), before);
  });
}

test('five photos, links and uploads, are stored in order, resized, stripped of metadata and served', async () => {
  const [ana, bia] = (await people.create(2)) as [Person, Person];
  const upload = await jpeg();
  const answer = await change(ana, {
    photos: [
      'https://example.com/one.jpg',
      upload,
      `data:image/jpeg;base64,${await jpeg(300, 300)}`,
      'https://example.com/four.jpg',
      'https://example.com/five.jpg',
    ],
  });
  assert.equal(answer.statusCode, 200, answer.body);
  const shown = await photos(bia, ana);
  assert.deepEqual(
    shown.map((photo) => photo.position),
    [1, 2, 3, 4, 5],
  );
  assert.equal(shown[0]?.url, 'https://example.com/one.jpg');
  const stored = shown[1];
  const image = await praca.app.inject(pathOf(stored?.url ?? ''));
  assert.equal(image.headers['content-type'], 'image/webp');
  const { width, height, exif } = await sharp(image.rawPayload).metadata();
  assert.deepEqual([width, height, exif], [1080, 608, undefined]);
  const thumb = await sharp((await praca.app.inject(pathOf(stored?.thumb ?? ''))).rawPayload).metadata();
  assert.deepEqual([thumb.width, thumb.height], [288, 384]);
  const card = (await praca.app.inject({ url: '/social/user/feed', headers: bia.headers }))
    .json<{ id: string; photoQty: number; image: string }[]>()
    .find((found) => found.id === ana.id);
  assert.deepEqual([card?.photoQty, card?.image], [5, 'https://example.com/one.jpg']);
});

test('sending back the received addresses keeps the stored photos, reordered or fewer', async () => {
  const ana = await person();
  await change(ana, { photos: [await jpeg(200, 100), 'https://example.com/b.jpg', await jpeg(100, 200)] });
  const profile = await read(ana);
  assert.equal(profile.perfil_photo, profile.photos[0], 'the first photo is used as the profile photo');
  assert.deepEqual((await change(ana, profile)).json(), profile);
  const turned = profile.photos.toReversed();
  assert.deepEqual((await change(ana, { photos: turned })).json().photos, turned);
  const [last] = turned;
  assert.deepEqual((await change(ana, { photos: [last] })).json().photos, [last]);
  assert.equal(
    (await praca.app.inject(pathOf(profile.photos[0]))).statusCode,
    404,
    'a removed photo is not found',
  );
});

test('a separate profile photo stays when the other photos change', async () => {
  const ana = await person();
  await change(ana, { photos: [await jpeg(200, 100)] });
  const [first] = (await read(ana)).photos;
  await change(ana, { perfil_photo: 'https://example.com/me.jpg' });
  assert.equal((await change(ana, { photos: [] })).json().perfil_photo, 'https://example.com/me.jpg');
  assert.equal((await change(ana, { perfil_photo: first })).statusCode, 400, 'that photo no longer exists');
  await change(ana, { photos: [await jpeg(200, 100)] });
  const chosen = (await change(ana, { perfil_photo: (await read(ana)).photos[0] })).json().perfil_photo;
  await change(ana, { photos: [] });
  assert.equal((await praca.app.inject(pathOf(chosen))).statusCode, 200, 'a copy of its own');
});

test('rejects the address of another user’s photo', async () => {
  const [ana, bia] = (await people.create(2)) as [Person, Person];
  await change(ana, { photos: [await jpeg(200, 100)] });
  const [url] = (await read(ana)).photos;
  assert.equal((await change(bia, { photos: [url] })).statusCode, 400);
});

test('rejects a body over 8 MiB and accepts one of 3 MiB', async () => {
  const ana = await person();
  assert.equal((await change(ana, { photos: ['A'.repeat(8 * 1024 * 1024)] })).statusCode, 413);
  const large = await sharp({
    create: {
      width: 2000,
      height: 1500,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 95 })
    .toBuffer();
  assert.ok(large.length > 2_000_000);
  assert.equal((await change(ana, { photos: [large.toString('base64')] })).statusCode, 200);
});

test('production ignores is_premium, which only staff can set', async () => {
  const production = await openSocialApp({ settings: productionSettings });
  try {
    const others = await openPeople(production);
    const [ana] = (await others.create(1)) as [Person];
    const put = await production.app.inject({
      method: 'PUT',
      url: '/social/user/perfil',
      headers: ana.headers,
      payload: { is_premium: 'true', about: 'x' },
    });
    assert.deepEqual([put.statusCode, put.json().is_premium, put.json().about], [200, 'false', 'x']);
    const set = await production.app.inject({
      method: 'PUT',
      url: `/social/staff/users/${ana.id}/premium`,
      headers: await others.staffHeaders(),
      payload: { is_premium: true },
    });
    assert.equal(set.statusCode, 200);
    const session = await production.app.inject({ url: '/social/oauth/session', headers: ana.headers });
    assert.equal(session.json().is_premium, true);
  } finally {
    await production.close();
  }
});

test('a user deleted during the token check can neither change the profile nor read the feed', async () => {
  const ana = await person();
  await praca.sql`update social.users set deleted_at = now() where id = ${ana.id}`;
  assert.equal((await change(ana, { about: 'x' })).json().code, 'not_found');
  const feed = await praca.app.inject({ url: '/social/user/feed', headers: ana.headers });
  assert.equal(feed.json().code, 'not_found');
});

test('settings have defaults and bounds and change individually', async () => {
  const ana = await person();
  const url = `/social/user/${ana.id}/config`;
  const defaults = {
    woman: true,
    man: true,
    ageRangeStart: 18,
    ageRangeEnd: 99,
    newMessage: true,
    newCombination: true,
    notificationAlert: true,
    attendance: 'everyone',
    attendanceChosen: false,
    eventMail: true,
  };
  const put = (payload: Record<string, unknown>) =>
    praca.app.inject({ method: 'PUT', url, headers: ana.headers, payload });
  assert.deepEqual((await praca.app.inject({ url, headers: ana.headers })).json(), defaults);
  const changed = { ...defaults, man: false, ageRangeStart: 25, ageRangeEnd: 40, newMessage: false };
  assert.deepEqual(
    (await put({ man: false, ageRangeStart: 25, ageRangeEnd: 40, newMessage: false })).json(),
    changed,
  );
  assert.deepEqual((await praca.app.inject({ url, headers: ana.headers })).json(), changed);
  for (const [wrong, field] of [
    [{ ageRangeStart: 17 }, 'ageRangeStart'],
    [{ attendance: 'friends' }, 'attendance'],
    [{ attendance: null }, 'attendance'],
    [{ ageRangeEnd: 121 }, 'ageRangeEnd'],
    [{ ageRangeStart: 41 }, 'ageRangeStart'],
    [{ ageRangeEnd: 24 }, 'ageRangeStart'],
    [{ woman: 'true' }, 'woman'],
    [{ ageRangeStart: 20.5 }, 'ageRangeStart'],
  ] as const) {
    const answer = await put(wrong);
    assert.equal(answer.statusCode, 400);
    assert.equal(answer.json().errors[0].field, field);
  }
  assert.deepEqual((await praca.app.inject({ url, headers: ana.headers })).json(), changed);
});
