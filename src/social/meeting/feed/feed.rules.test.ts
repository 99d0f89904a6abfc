import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasStage, stages, stagesFrom, feedFilterOf, type Viewer, type Walk } from './feed.rules.ts';

const viewer = (changes: Partial<Viewer> = {}): Viewer => ({
  id: '11111111-1111-7111-8111-111111111111',
  gender: 'woman',
  birthDate: '2000-03-01',
  cityId: 1,
  state: 'SP',
  showsWomen: true,
  showsMen: true,
  ageFrom: 18,
  ageTo: 99,
  lastActiveAt: new Date(0),
  ...changes,
});
const today = '2026-02-28';

test('filtering for all or for neither includes other genders; only filtering for all includes unstated ones', () => {
  const genders = (showsWomen: boolean, showsMen: boolean) => {
    const { women, men, others, unstatedGender } = feedFilterOf(viewer({ showsWomen, showsMen }), today);
    return [women, men, others, unstatedGender];
  };
  assert.deepEqual(genders(true, true), [true, true, true, true]);
  assert.deepEqual(genders(true, false), [true, false, false, false]);
  assert.deepEqual(genders(false, true), [false, true, false, false]);
  assert.deepEqual(genders(false, false), [false, false, true, false]);
});

test('converts ages to birth dates exact to the day', () => {
  const { bornAfter, bornUntil, ownAge } = feedFilterOf(viewer({ ageFrom: 20, ageTo: 30 }), today);
  // A person of 20 was born on or before the first day; a person born on the second turns 31 today.
  assert.deepEqual([bornUntil, bornAfter], ['2006-02-28', '1995-02-28']);
  assert.equal(ownAge, 25);
  assert.equal(feedFilterOf(viewer({ birthDate: null }), today).ownAge, null);
});

test('people without an age are shown only to viewers with the full age range', () => {
  const seen = (ageFrom: number, ageTo: number) =>
    feedFilterOf(viewer({ ageFrom, ageTo }), today).unstatedAge;
  assert.deepEqual([seen(18, 99), seen(17, 100), seen(19, 99), seen(18, 98)], [true, true, false, false]);
});

test('a first page reads all stages from the top, later pages continue at their place', () => {
  const top = (stage: string) => ({ stage, below: undefined });
  assert.deepEqual(stagesFrom(undefined), stages.map(top));
  const place = { stage: 'state', at: '2026-01-01T00:00:00.000000Z', id: 'a' } as const;
  assert.deepEqual(stagesFrom(place), [
    { stage: 'state', below: place },
    ...['country', 'combined'].map(top),
  ]);
});

test('a viewer without a city, state or events skips the corresponding stages', () => {
  const walk: Walk = { startedAt: new Date(0), snapshot: undefined, cityId: 1, state: 'SP', events: [1] };
  const has = (changes: Partial<Walk>) => stages.filter((stage) => hasStage({ ...walk, ...changes }, stage));
  assert.deepEqual(has({}), ['going', 'city', 'state', 'country', 'combined']);
  assert.deepEqual(has({ events: [] }), ['city', 'state', 'country', 'combined']);
  assert.deepEqual(has({ cityId: null }), ['going', 'state', 'country', 'combined']);
  assert.deepEqual(has({ cityId: null, state: null }), ['going', 'country', 'combined']);
});
