import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeStoredMoment } from './stored-moment.rules.ts';

test('a timestamp that PostgreSQL wrote into JSON is written with milliseconds and Z', () => {
  for (const [stored, written] of [
    ['2026-03-01T12:00:00+00:00', '2026-03-01T12:00:00.000Z'],
    ['2026-03-01T12:00:00.5+00:00', '2026-03-01T12:00:00.500Z'],
    ['2026-03-01T12:00:00.123456+00:00', '2026-03-01T12:00:00.123Z'],
    ['2026-03-01T09:00:00-03:00', '2026-03-01T12:00:00.000Z'],
  ] as const)
    assert.equal(writeStoredMoment(stored), written);
});

test('other values stay unchanged', () => {
  for (const other of ['infinity', '2026-03-01', 'on 2026-03-01T12:00:00+00:00', '', null, 5, true])
    assert.equal(writeStoredMoment(other), other);
});
