import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSocialApp, type TestApp } from '../../../../test/support/app.ts';
import { openPeople, type People, type Person } from '../../../../test/support/social-people.ts';
import { encodeCursor } from '../../access/paging/cursor.rules.ts';
import { ageOn } from '../../people/person.rules.ts';

let praca: TestApp;
let people: People;
before(async () => {
  praca = await openSocialApp();
  people = await openPeople(praca);
});
after(() => praca.close());

interface Card {
  id: string;
  name: string;
  age: number | null;
  local: string;
  isCombination: number;
  parties: number[];
}

const feed = async (who: Person, query = 'limit=200'): Promise<Card[]> => {
  const answer = await praca.app.inject({ url: `/social/user/feed?${query}`, headers: who.headers });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
};
const like = (who: Person, whom: Person) =>
  praca.app.inject({ method: 'POST', url: `/social/user/like/${whom.id}`, headers: who.headers });
const ids = (cards: readonly { id: string }[]): string[] => cards.map((card) => card.id);

/** The token is in `url`, which tests that the link does not copy it. */
async function readPage(url: string): Promise<{ ids: string[]; next: string }> {
  const answer = await praca.app.inject(url);
  assert.ok(!String(answer.headers['link']).includes('access_token'));
  const next = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers['link'] ?? ''))?.[1] ?? '';
  return { ids: ids(answer.json<Card[]>()), next };
}

interface Traits {
  gender?: string | null;
  born?: string | null;
  women?: boolean;
  men?: boolean;
  from?: number;
  to?: number;
  city?: number | null;
  state?: string | null;
  activeMinutesAgo?: number;
}

async function describe(who: Person, traits: Traits): Promise<void> {
  const at = new Date(praca.clock.nowMs() - (traits.activeMinutesAgo ?? 0) * 60_000);
  await praca.sql`
    update social.users set gender = ${traits.gender ?? null}, birth_date = ${traits.born ?? null}::date,
      shows_women = ${traits.women ?? true}, shows_men = ${traits.men ?? true}, age_from = ${traits.from ?? 18},
      age_to = ${traits.to ?? 99}, city_id = ${traits.city ?? null}, state = ${traits.state ?? null}, last_active_at = ${at}
    where id = ${who.id}`;
}

/** Creates people after deleting all others. */
async function alone(count: number): Promise<Person[]> {
  await praca.sql`delete from social.users`;
  return people.create(count);
}

const [saoPaulo, campinas, rio] = [3550308, 3509502, 3304557];

test('orders people by shared events, city, state and country, each by most recent activity', async () => {
  const [me, far, near, state, party, fresh, old] = (await alone(7)) as [
    Person,
    Person,
    Person,
    Person,
    Person,
    Person,
    Person,
  ];
  await describe(me, { city: saoPaulo, state: 'SP' });
  await describe(far, { city: rio, state: 'RJ', activeMinutesAgo: 1 });
  await describe(state, { city: campinas, state: 'SP', activeMinutesAgo: 1 });
  await describe(near, { city: saoPaulo, state: 'SP', activeMinutesAgo: 50 });
  await describe(fresh, { city: saoPaulo, state: 'SP', activeMinutesAgo: 5 });
  await describe(old, { city: saoPaulo, state: 'SP', activeMinutesAgo: 5000 });
  await describe(party, { city: rio, state: 'RJ', activeMinutesAgo: 90 });
  const staff = await people.staffHeaders();
  const created = await praca.app.inject({
    method: 'POST',
    url: '/social/staff/events',
    headers: staff,
    payload: {
      name: 'Baile',
      category: 'Música',
      startDate: new Date(praca.clock.nowMs() + 86_400_000).toISOString(),
      endDate: new Date(praca.clock.nowMs() + 90_000_000).toISOString(),
      location: { name: 'Praça', city: 'Rio de Janeiro' },
    },
  });
  const event = created.json<{ id: number }>().id;
  for (const who of [me, party]) {
    await praca.app.inject({
      method: 'POST',
      url: `/social/event/${event}/confirm/${who.id}`,
      headers: who.headers,
    });
  }
  const expected = [party, fresh, near, old, state, far].map((person) => person.id);
  const cards = await feed(me);
  assert.deepEqual(ids(cards), expected);
  assert.deepEqual(cards[0]?.parties, [event]);
  const paged: string[] = [];
  for (let url = '/social/user/feed?limit=2'; url !== '';) {
    const page = await readPage(`${url}&access_token=${me.token}`);
    paged.push(...page.ids);
    url = page.next;
  }
  assert.deepEqual(paged, expected);
});

test('leaves out the viewer and users with a reaction, and shows combined users last', async () => {
  const [me, liked, disliked, blocked, blocker, combined, admirer, gone] = (await alone(8)) as [
    Person,
    Person,
    Person,
    Person,
    Person,
    Person,
    Person,
    Person,
  ];
  await like(me, liked);
  await praca.app.inject({ method: 'POST', url: `/social/user/dislike/${disliked.id}`, headers: me.headers });
  await praca.app.inject({ url: `/social/user/block/${blocked.id}`, headers: me.headers });
  await praca.app.inject({ url: `/social/user/block/${me.id}`, headers: blocker.headers });
  await like(me, combined);
  await like(combined, me);
  await like(admirer, me);
  await praca.app.inject({ method: 'POST', url: `/social/user/${gone.id}/delete`, headers: gone.headers });
  const cards = await feed(me);
  assert.deepEqual(
    cards.map((card) => [card.id, card.isCombination]),
    [
      [admirer.id, 0],
      [combined.id, 1],
    ],
  );
});

test('counts age in years; unknown ages are null', async () => {
  const [me, known, unknown] = (await alone(3)) as [Person, Person, Person];
  const today = praca.clock.now().toISOString().slice(0, 10);
  await describe(known, { born: `${Number(today.slice(0, 4)) - 30}${today.slice(4)}` });
  const cards = await feed(me);
  assert.equal(cards.find((card) => card.id === known.id)?.age, 30);
  assert.equal(cards.find((card) => card.id === unknown.id)?.age, null);
});

/** Removes the pass, which differs per viewer. */
const withoutPass = (url: string | undefined): string => url?.replace(/\?pass=.*/, '') ?? '';

test('a card is valid JSON for every text, identical to JavaScript’s, with the profile picture', async () => {
  const [me, linked, drawn, stored, bare] = (await alone(5)) as [Person, Person, Person, Person, Person];
  const odd = '"A\\n\n\t\u0001\u007f\u2028</é😀\'%';
  await praca.sql`update social.users set name = ${odd}, location = ${odd} where id = ${linked.id}`;
  await describe(drawn, { born: '1996-02-29', activeMinutesAgo: 1 });
  const photo = (who: Person, position: number, link: string | null, name: string | null) => praca.sql`
    insert into social.photos (id, user_id, position, link, name, image, thumb, created_at)
    values (gen_random_uuid(), ${who.id}, ${position}, ${link}, ${name}, ${name}::bytea, ${name}::bytea, now())`;
  await photo(linked, 0, 'https://photos.example/%22a%22?b=1&c=é', null);
  await photo(linked, 1, 'https://photos.example/2', null);
  await photo(drawn, 0, '/portraits/town-1.svg', null);
  await photo(stored, 2, null, 'abcdefghijklmnopqrstuv');
  const answer = await praca.app.inject({ url: '/social/user/feed', headers: me.headers });
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  const cards = answer.json<(Card & { image: string; thumb: string; photoQty: number })[]>();
  assert.equal(answer.body, JSON.stringify(cards));
  const fields = ['name', 'id', 'photoQty', 'local', 'age', 'parties', 'isCombination', 'image', 'thumb'];
  for (const card of cards) assert.deepEqual(Object.keys(card), fields);
  const cardOf = (who: Person) => cards.find((card) => card.id === who.id);
  assert.deepEqual([cardOf(linked)?.name, cardOf(linked)?.local, cardOf(linked)?.photoQty], [odd, odd, 1]);
  const pictures = await Promise.all(
    [linked, drawn, stored, bare].map(async (who) => {
      const profile = await praca.app.inject({ url: '/social/user/perfil', headers: who.headers });
      return profile.json<{ perfil_photo: string }>().perfil_photo;
    }),
  );
  assert.deepEqual(
    [linked, drawn, stored, bare].map((who) => withoutPass(cardOf(who)?.image)),
    pictures.map(withoutPass),
  );
  assert.ok(new Set(pictures).size === 4);
  assert.deepEqual(
    [linked, drawn, stored, bare].map((who) => withoutPass(cardOf(who)?.thumb)),
    pictures.map(withoutPass).map((picture, index) => (index === 2 ? `${picture}/thumb` : picture)),
  );
  const today = praca.clock.now().toISOString().slice(0, 10);
  assert.equal(cardOf(drawn)?.age, ageOn('1996-02-29', today));
});

const bornYearsAgo = (years: number): string => `${new Date().getUTCFullYear() - years}-01-01`;

/** Traits and settings of me, the same of the other, and whether they are shown to each other. */
const cases: [string, Traits, Traits, boolean][] = [
  ['both state nothing and want everything', {}, {}, true],
  ['I want men, the other is a woman', { women: false }, { gender: 'woman' }, false],
  ['I want men, the other is a man', { women: false }, { gender: 'man' }, true],
  ['I want men, the other has not said', { women: false }, {}, false],
  ['I want women, the other is neither', { men: false }, { gender: 'other' }, false],
  ['I want all, the other is neither', {}, { gender: 'other' }, true],
  ['I want neither, the other is neither', { women: false, men: false }, { gender: 'other' }, true],
  ['I want neither, the other is a man', { women: false, men: false }, { gender: 'man' }, false],
  ['the other wants women, I am a man', { gender: 'man' }, { men: false }, false],
  ['the other wants women, I am a woman', { gender: 'woman' }, { men: false }, true],
  ['the other wants women, I have not said', {}, { men: false }, false],
  ['I narrowed ages, the other fits', { from: 25, to: 35 }, { born: bornYearsAgo(30) }, true],
  ['I narrowed ages, the other is too old', { from: 25, to: 35 }, { born: bornYearsAgo(37) }, false],
  ['I narrowed ages, the other is too young', { from: 25, to: 35 }, { born: bornYearsAgo(22) }, false],
  ['I narrowed ages, the other has not said', { from: 25, to: 35 }, {}, false],
  ['the other narrowed ages, I fit', { born: bornYearsAgo(30) }, { from: 25, to: 35 }, true],
  ['the other narrowed ages, I do not', { born: bornYearsAgo(50) }, { from: 25, to: 35 }, false],
  ['the other narrowed ages, I have not said', {}, { from: 25, to: 35 }, false],
  ['wide ages, neither has said', { to: 120 }, { to: 100 }, true],
];
for (const [name, mine, others, shown] of cases) {
  test(`${name}: ${shown ? 'shown' : 'not shown'} to each other`, async () => {
    const [me, other] = (await alone(2)) as [Person, Person];
    await describe(me, mine);
    await describe(other, others);
    assert.deepEqual(ids(await feed(me)), shown ? [other.id] : []);
    assert.deepEqual(ids(await feed(other)), shown ? [me.id] : []);
  });
}

test('rejects invalid cursors and those of other users, and a cursor does not reveal activity times', async () => {
  const [me, other] = (await alone(3)) as [Person, Person, Person];
  const { next } = await readPage(`/social/user/feed?limit=1&access_token=${me.token}`);
  const cursor = new URL(next, 'http://praca').searchParams.get('cursor') ?? '';
  assert.ok(cursor.length > 100);
  assert.doesNotMatch(Buffer.from(cursor, 'base64url').toString(), /\d{4}-\d\d-\d\dT/);
  const walk = [
    '2026-01-02T00:00:00.000Z',
    '10:20:',
    '',
    '',
    '',
    'country',
    '2026-01-01T00:00:00.000Z',
    me.id,
  ];
  const ask = (who: Person, text: string) =>
    praca.app.inject({ url: `/social/user/feed?cursor=${text}`, headers: who.headers });
  assert.equal((await ask(me, cursor)).statusCode, 200);
  for (const [who, text] of [
    [other, cursor],
    [me, `${cursor.slice(0, -2)}AA`],
    [me, 'x'],
    [me, encodeCursor(walk)],
  ] as const) {
    const answer = await ask(who, text);
    assert.deepEqual([answer.statusCode, answer.json().errors?.[0].field], [400, 'cursor'], text);
  }
});
