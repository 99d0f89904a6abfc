import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { isCalendarDay } from '../people/person.rules.ts';
import { campaigns, cities, presentation } from './town-words.rules.ts';
import { drawPoster, makeTown } from './town.rules.ts';

const town = makeTown('2026-03-01');

test('the town has 200 adults and 40 events, one in each city, four of them today, seven in the spotlight', () => {
  assert.deepEqual([town.people.length, town.events.length], [200, 40]);
  assert.equal(new Set(town.people.map(({ loginId }) => loginId)).size, 200);
  for (const { birthDate, photos, ageFrom, ageTo } of town.people) {
    assert.ok(isCalendarDay(birthDate) && birthDate < '2008-01-01', birthDate);
    assert.ok(photos.length >= 1 && photos.length <= 5 && ageFrom >= 18 && ageTo <= 99);
  }
  assert.equal(new Set(town.events.map(({ city }) => city)).size, cities.length);
  assert.ok(town.events.slice(0, 4).every(({ startsInHours }) => startsInHours < 24));
  assert.equal(town.events.filter(({ spotlight }) => spotlight !== null).length, 7);
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
  assert.equal(sum(town), '6948041b2ddc3ac3');
  assert.equal(sum(['event-1', 'event-2', 'tour-1', 'campaign-1'].map(drawPoster)), '891007cdec41ea6c');
  assert.equal(sum(presentation), '16767563cff2e954');
  assert.equal(sum(campaigns), 'c3ca7beea95ab273');
  const later = makeTown('2027-03-01').people.map(({ birthDate }) => birthDate.slice(4));
  assert.deepEqual(
    later,
    town.people.map(({ birthDate }) => birthDate.slice(4)),
  );
});
