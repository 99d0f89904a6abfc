import assert from 'node:assert/strict';
import { test } from 'node:test';
import { feedFilterOf, type Viewer, type Walk } from './feed.rules.ts';
import { gapAt, gapBelow, gapsHoldUntil, nextGap, settingsOf, type Gap } from './gap.rules.ts';
import type { Position } from './position.rules.ts';

const at = (minute: number): Position => ({
  at: `2026-01-01T00:${String(minute).padStart(2, '0')}:00.000000Z`,
  id: '00000000-0000-0000-0000-000000000005',
});
const gap = (from: number, to: number): Gap => ({
  stage: 'city',
  from: at(from),
  to: at(to),
  snapshot: '1:1:',
});
const gaps = [gap(20, 10), gap(50, 40)];

test('a gap includes its start and excludes its end', () => {
  const found = (minute: number) => gapAt(gaps, at(minute))?.from.at.slice(14, 16);
  assert.deepEqual([51, 50, 41, 40, 20, 11, 10].map(found), [
    undefined,
    '50',
    '50',
    undefined,
    '20',
    '20',
    undefined,
  ]);
  assert.equal(gapAt(gaps, undefined), undefined);
});

test('the next gap is the highest one that starts below', () => {
  const next = (place?: Position) => nextGap(gaps, place)?.from.at.slice(14, 16);
  assert.deepEqual(
    [next(), next(at(51)), next(at(50)), next(at(21)), next(at(20))],
    ['50', '50', '20', '20', undefined],
  );
});

test('a gap is valid for an hour, but not beyond the day, because ages change by day', () => {
  const until = (time: string) => gapsHoldUntil(new Date(time)).toISOString();
  assert.equal(until('2026-01-01T10:00:00.000Z'), '2026-01-01T11:00:00.000Z');
  assert.equal(until('2026-01-01T23:30:00.000Z'), '2026-01-02T00:00:00.000Z');
  assert.equal(until('2026-01-01T00:00:00.000Z'), '2026-01-01T01:00:00.000Z');
});

test('a gap does not include people who were active within the last seconds', () => {
  const now = new Date('2026-01-01T00:30:00.000Z');
  assert.equal(gapBelow(undefined, now).at, '2026-01-01T00:29:40.000000Z');
  assert.equal(gapBelow(at(30), now).at, '2026-01-01T00:29:40.000000Z');
  assert.deepEqual(gapBelow(at(28), now), at(28));
});

test('a gap depends on each of the viewer’s settings', () => {
  const viewer: Viewer = {
    id: '1',
    gender: 'woman',
    birthDate: '1990-01-01',
    cityId: 1,
    state: 'SP',
    showsWomen: true,
    showsMen: true,
    ageFrom: 18,
    ageTo: 99,
    lastActiveAt: new Date(0),
  };
  const walk: Walk = { startedAt: new Date(0), snapshot: undefined, cityId: 1, state: 'SP', events: [1, 2] };
  const settings = (
    person: Partial<Viewer> = {},
    way: Partial<Walk> = {},
    today = '2026-05-01',
    isOpen = true,
  ) => {
    const changed = { ...viewer, ...person };
    return settingsOf(changed, feedFilterOf(changed, today), { ...walk, ...way }, isOpen);
  };
  const others = [
    settings({ gender: 'man' }),
    settings({ gender: null }),
    settings({ birthDate: '1991-01-01' }),
    settings({ birthDate: null }),
    settings({ showsWomen: false }),
    settings({ showsMen: false }),
    settings({ ageFrom: 19 }),
    settings({ ageTo: 98 }),
    settings({}, { cityId: 2 }),
    settings({}, { state: 'RJ' }),
    settings({}, { events: [1] }),
    settings({}, {}, '2026-05-02'),
    settings({}, {}, '2026-05-01', false),
  ];
  assert.equal(new Set([settings(), ...others]).size, others.length + 1);
  assert.equal(settings(), settings({ lastActiveAt: new Date(1) }, { startedAt: new Date(1) }));
});
