import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSocialApp, type TestApp } from '../../../test/support/app.ts';
import { openPeople, type Person } from '../../../test/support/social-people.ts';

let praca: TestApp;
let ana: Person;
let staff: { authorization: string };
before(async () => {
  praca = await openSocialApp();
  const people = await openPeople(praca);
  [ana] = (await people.create(1)) as [Person];
  staff = await people.staffHeaders();
});
after(() => praca.close());

interface Shown {
  id: number;
  isConfirmed: boolean;
}

async function createEvent(category = 'Música'): Promise<Shown> {
  const at = (hours: number): string => new Date(praca.clock.nowMs() + hours * 3_600_000).toISOString();
  const location = { name: 'Praça da Sé', city: 'São Paulo' };
  const payload = { name: 'Roda', startDate: at(24), endDate: at(28), category, location };
  const url = '/social/staff/events';
  return (await praca.app.inject({ method: 'POST', url, headers: staff, payload })).json<Shown>();
}
const get = (url: string, headers = {}) => praca.app.inject({ url: `/social${url}`, headers });

test('lists events in the order of their ids, without a token and without unknown ones, and names invalid ids', async () => {
  const [first, second, over] = [await createEvent(), await createEvent(), await createEvent()];
  await praca.app.inject({ method: 'POST', url: `/social/staff/events/${over.id}/cancel`, headers: staff });
  const ids = async (query: string, headers = {}) =>
    (await get(`/event/list?ids=${query}`, headers)).json<Shown[]>().map(({ id }) => id);
  assert.deepEqual(await ids(`${second.id},${over.id},2147483647,${first.id},${second.id}`), [
    second.id,
    over.id,
    first.id,
  ]);
  assert.deepEqual(await ids('2147483647'), []);
  const url = `/social/event/${first.id}/confirm/${ana.id}`;
  await praca.app.inject({ method: 'POST', url, headers: ana.headers });
  const seen = (await get(`/event/list?ids=${first.id},${second.id}`, ana.headers)).json<Shown[]>();
  assert.deepEqual(
    seen.map((event) => event.isConfirmed),
    [true, false],
  );
  const refused = await get(`/event/list?ids=${first.id},x,${encodeURIComponent('🎈')},0`);
  assert.equal(refused.statusCode, 400);
  const { errors } = refused.json<{ errors: { field: string; message: string }[] }>();
  assert.deepEqual(errors, [
    {
      field: 'ids',
      code: 'malformed',
      message: 'must be event ids, separated by commas; not "x", "🎈", "0"',
    },
  ]);
  const many = (count: number) => Array.from({ length: count }, (_, index) => index + 1).join(',');
  assert.equal((await get(`/event/list?ids=${many(100)}`)).statusCode, 200);
  assert.equal(
    (await get(`/event/list?ids=${many(101)}`)).json<{ errors: { code: string }[] }>().errors[0]?.code,
    'too_long',
  );
  assert.equal((await get('/event/list')).statusCode, 400);
  assert.equal((await get('/event/list?ids=1&access_token=wrong')).statusCode, 401);
});

test('counts coming events once per category under its usual spelling', async () => {
  for (const category of ['dança', 'Dança', 'Dança']) await createEvent(category);
  const { id } = await createEvent('Dança');
  await praca.app.inject({ method: 'POST', url: `/social/staff/events/${id}/cancel`, headers: staff });
  const categories = (await get('/event/categories')).json<{ category: string; eventsQty: number }[]>();
  assert.deepEqual(
    categories.filter(({ category }) => /dan/i.test(category)),
    [{ category: 'Dança', eventsQty: 3 }],
  );
});
