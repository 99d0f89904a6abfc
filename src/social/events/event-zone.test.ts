import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSocialApp, type TestApp } from '../../../test/support/app.ts';
import { openPeople } from '../../../test/support/social-people.ts';

let praca: TestApp;
let headers: Record<string, string>;
before(async () => {
  praca = await openSocialApp();
  headers = await (await openPeople(praca)).staffHeaders();
});
after(() => praca.close());

const write = async (method: 'POST' | 'PUT', path: string, payload: object) =>
  (await praca.app.inject({ method, url: `/social/staff/events${path}`, headers, payload })).json<{
    id: number;
    timezone: string;
  }>();
const create = (city: string, more: object = {}) =>
  write('POST', '', {
    name: 'Festa',
    startDate: '2027-03-20T22:00:00Z',
    endDate: '2027-03-21T02:00:00Z',
    category: 'Festa',
    location: { name: 'Praça', city },
    ...more,
  });

test('an event without a time zone gets that of its city', async () => {
  for (const [city, timezone] of [
    ['São Paulo', 'America/Sao_Paulo'],
    ['Manaus', 'America/Manaus'],
    ['Tabatinga, AM', 'America/Eirunepe'],
    ['Fernando de Noronha', 'America/Noronha'],
  ] as const)
    assert.equal((await create(city)).timezone, timezone);
  assert.equal((await create('Manaus', { timezone: 'America/Belem' })).timezone, 'America/Belem');
});

test('a change keeps the time zone unless it names one', async () => {
  const { id } = await create('Rio Branco, AC', { timezone: 'America/Sao_Paulo' });
  const moved = { name: 'Em outro lugar', location: { name: 'Praça', city: 'Manaus' } };
  assert.equal((await write('PUT', `/${id}`, moved)).timezone, 'America/Sao_Paulo');
  assert.equal((await write('PUT', `/${id}`, { timezone: 'America/Manaus' })).timezone, 'America/Manaus');
});
