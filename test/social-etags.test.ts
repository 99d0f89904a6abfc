import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestApp, type TestApp } from './support/app.ts';
import { openPeople, type People, type Person } from './support/social-people.ts';

let praca: TestApp;
let people: People;
let ana: Person;
let bia: Person;
before(async () => {
  praca = await openTestApp({ settings: { SEED_TOWN: 'yes' } });
  await praca.start();
  people = await openPeople(praca);
  [ana, bia] = (await people.create(2)) as [Person, Person];
  await people.combine(ana, bia);
});
after(() => praca.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  praca.app.inject({ url: `/social${path}`, headers });

/** A red picture of one pixel. */
const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';

test('lists, terms, presentation and photos answer 304 if unchanged, and the new version after a change', async () => {
  await praca.app.inject({
    method: 'PUT',
    url: '/social/user/perfil',
    headers: ana.headers,
    payload: { photos: [picture] },
  });
  const [photo] = (await get(`/user/${ana.id}/photos`, ana.headers)).json<{ url: string; thumb: string }[]>();
  const pathOf = (url = ''): string => url.replace(/^.*?\/social(?=\/)/, '');
  const routes: [string, 'public' | 'private'][] = [
    ['/terms', 'public'],
    ['/presentation', 'public'],
    ['/event/location?location=Brasil', 'public'],
    ['/event/spotlight', 'public'],
    ['/event/cities', 'public'],
    ['/city/search?q=sao', 'public'],
    ['/town', 'public'],
    ['/event/categories', 'public'],
    ['/event/search?q=a', 'public'],
    ['/event/list?ids=1,2', 'public'],
    ['/event/1/get', 'public'],
    ['/event/1/participants', 'private'],
    [`/user/${ana.id}/events`, 'private'],
    [`/user/${ana.id}/combinations`, 'private'],
    ['/user/feed', 'private'],
    [`/user/${ana.id}/likes`, 'private'],
    [`/user/${ana.id}/blocks`, 'private'],
    [`/user/${ana.id}/counters`, 'private'],
    [`/user/${bia.id}/card`, 'private'],
    [`/user/${ana.id}/photos`, 'private'],
    [pathOf(photo?.url), 'private'],
    [pathOf(photo?.thumb), 'private'],
    ['/portraits/ana.svg', 'private'],
  ];
  for (const [path, caching] of routes) {
    const headers = caching === 'public' ? {} : ana.headers;
    const first = await get(path, headers);
    assert.equal(first.statusCode, 200, `${path} ${first.body}`);
    const etag = String(first.headers['etag']);
    assert.match(etag, /^(?:W\/)?"[^"]+"$/, path);
    assert.match(String(first.headers['cache-control']), new RegExp(`^${caching}, `), path);
    const again = await get(path, { ...headers, 'if-none-match': etag });
    assert.deepEqual([again.statusCode, again.body], [304, ''], path);
    assert.equal(again.headers['etag'], etag);
  }
});

test('changed data is sent, and a viewer never gets the answer of another viewer', async () => {
  const list = '/event/list?ids=1';
  const tagOf = async (headers: Record<string, string> = {}) =>
    String((await get(list, headers)).headers['etag']);
  const before = await tagOf(ana.headers);
  assert.equal(await tagOf(), before, 'the same text keeps its ETag');
  const url = `/social/event/1/confirm/${ana.id}`;
  await praca.app.inject({ method: 'POST', url, headers: ana.headers });
  const changed = await get(list, { ...ana.headers, 'if-none-match': before });
  assert.equal(changed.statusCode, 200);
  assert.notEqual(changed.headers['etag'], await tagOf(bia.headers));
  const terms = await get('/terms', { 'accept-language': 'pt' });
  const english = await get('/terms', { 'if-none-match': String(terms.headers['etag']) });
  assert.equal(english.statusCode, 200, 'another language has another ETag');
  assert.match(String(terms.headers['vary']), /accept-language/);
});

test('a list is compressed for clients that accept it', async () => {
  const headers = { 'accept-encoding': 'gzip, br' };
  const answer = await get('/event/location?location=Brasil', headers);
  assert.equal(answer.headers['content-encoding'], 'br');
  const feed = await get('/user/feed', { ...ana.headers, 'accept-encoding': 'gzip' });
  assert.equal(feed.headers['content-encoding'], 'gzip');
});
