import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { isCalendarDay } from '../people/person.rules.ts';
import { campaigns, cities, presentation } from './town-words.rules.ts';
import { eventKinds } from './town-events.rules.ts';
import { drawPoster, makeTown, startOf } from './town.rules.ts';

const town = makeTown('2026-03-01');

test('the town has 200 adults and three suspended ones, and 40 events, one in each city, seven in the spotlight', () => {
  assert.deepEqual([town.people.length, town.events.length], [203, 40]);
  assert.equal(town.people.filter(({ isSuspended }) => isSuspended).length, 3);
  for (const key of ['loginId', 'name', 'about'] as const)
    assert.equal(new Set(town.people.map((person) => person[key])).size, 203, key);
  for (const { birthDate, photos, ageFrom, ageTo } of town.people) {
    assert.ok(isCalendarDay(birthDate) && birthDate < '2008-01-01', birthDate);
    assert.ok(photos.length >= 1 && photos.length <= 5 && ageFrom >= 18 && ageTo <= 99);
  }
  assert.equal(new Set(town.events.map(({ city }) => city)).size, cities.length);
  assert.equal(town.events.filter(({ spotlight }) => spotlight !== null).length, 7);
});

test('each event has a name and text of its own and begins at its hour in its city, at any time of the seeding', () => {
  const places = town.events.map(({ name, city }) => `${name} ${city}`);
  assert.equal(new Set(places).size, 40);
  for (let hour = 0; hour < 48; hour++) {
    const now = new Date(Date.parse('2026-03-01T00:30:00Z') + hour * 3_600_000);
    for (const event of town.events) {
      const start = startOf(event, now);
      const timeZone = event.city === cities.indexOf('Manaus, AM') ? 'America/Manaus' : 'America/Sao_Paulo';
      const local = Number(start.toLocaleString('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }));
      const kind = eventKinds.find(({ name }) => event.name.startsWith(name));
      assert.ok(kind && local >= kind.from && local <= kind.until, `${event.name} at ${local}`);
      const daysAhead = (start.getTime() - now.getTime()) / 86_400_000;
      assert.ok(daysAhead > 0 && daysAhead < event.day + 2);
      if (event.day === 0) assert.ok(daysAhead < 1.1, 'today or tomorrow');
    }
  }
});

test('each person goes to an event at most once, and no event exceeds its capacity', () => {
  const pairs = town.attendances.map(({ person, event }) => `${person} ${event}`);
  assert.equal(new Set(pairs).size, pairs.length);
  for (const [index, { capacity }] of town.events.entries()) {
    const going = town.attendances.filter(({ event }) => event === index).length;
    assert.ok(going <= (capacity ?? Infinity), String(index));
  }
});

test('the town is always the same except for its dates; a wanted change updates these hashes', () => {
  const sum = (value: unknown) => hash('sha256', JSON.stringify(value)).slice(0, 16);
  assert.equal(sum(town), '875691122c483097');
  assert.equal(sum(['event-1', 'event-2', 'tour-1', 'campaign-1'].map(drawPoster)), '891007cdec41ea6c');
  assert.equal(sum(presentation), '16767563cff2e954');
  assert.equal(sum(campaigns), 'eea0c3627b264650');
  const later = makeTown('2027-03-01').people.map(({ birthDate }) => birthDate.slice(4));
  assert.deepEqual(
    later,
    town.people.map(({ birthDate }) => birthDate.slice(4)),
  );
});
