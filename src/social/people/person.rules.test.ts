import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adultAge, ageOn, dayOf, genders, isCalendarDay, oldestAge, yearsBefore } from './person.rules.ts';

test('age increases on the birthday, not before', () => {
  assert.equal(ageOn('2000-03-15', '2026-03-14'), 25);
  assert.equal(ageOn('2000-03-15', '2026-03-15'), 26);
  assert.equal(ageOn('2000-03-15', '2026-03-16'), 26);
  assert.equal(ageOn('2000-12-31', '2026-01-01'), 25);
  assert.equal(ageOn('2000-02-29', '2026-02-28'), 25);
  assert.equal(ageOn('2000-02-29', '2026-03-01'), 26);
});

test('accepts only real calendar days in one notation', () => {
  for (const day of ['2024-02-29', '2026-12-31', '0001-01-01']) assert.equal(isCalendarDay(day), true, day);
  for (const day of ['2026-02-29', '2026-02-30', '2026-13-01', '2026-1-1', 'today', '']) {
    assert.equal(isCalendarDay(day), false, day);
  }
});

test('years back return the same day, and 28 February instead of a missing 29 February', () => {
  assert.equal(yearsBefore('2026-03-15', 18), '2008-03-15');
  assert.equal(yearsBefore('2024-02-29', 4), '2020-02-29');
  assert.equal(yearsBefore('2024-02-29', 1), '2023-02-28');
  assert.equal(yearsBefore('0100-03-15', 99), '0001-03-15');
});

test('a moment belongs to its day in UTC', () => {
  assert.equal(dayOf(new Date('2026-03-15T23:59:59.999Z')), '2026-03-15');
});

test('ages range from 18 to 120, and there are three genders', () => {
  assert.deepEqual([adultAge, oldestAge], [18, 120]);
  assert.deepEqual(genders, ['woman', 'man', 'other']);
});
