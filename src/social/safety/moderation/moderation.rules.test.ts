import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProblemError } from '../../../platform/problem.ts';
import { findRepeated, isSettledByOther, readUntil } from './moderation.rules.ts';

const now = Date.parse('2026-11-16T12:00:00Z');

for (const [text, ends] of [
  [null, null],
  ['2026-11-17', '2026-11-17T03:00:00.000Z'],
  ['2028-02-29', '2028-02-29T03:00:00.000Z'],
  ['2026-11-16T12:00:00.001Z', '2026-11-16T12:00:00.001Z'],
  ['2026-11-16T10:00:00-03:00', '2026-11-16T13:00:00.000Z'],
] as const) {
  test(`a suspension until ${text} ends ${ends ?? 'never'}`, () => {
    assert.equal(readUntil(text, now)?.toISOString() ?? null, ends);
  });
}

for (const [text, code] of [
  ['2026-11-16', 'too_early'],
  ['2026-11-16T12:00:00Z', 'too_early'],
  ['2126-12-01', 'too_late'],
  ['2026-02-30', 'malformed'],
  ['2099-02-30T00:00:00Z', 'malformed'],
  ['2026-13-01', 'malformed'],
  ['tomorrow', 'malformed'],
  ['', 'malformed'],
  ['1763294400000', 'malformed'],
  ['2026-12-01T12:00:00', 'malformed'],
] as const) {
  test(`refuses a suspension until "${text}" with ${code}`, () => {
    assert.throws(
      () => readUntil(text, now),
      ({ errors }: ProblemError) => errors?.[0]?.field === 'until' && errors[0].code === code,
    );
  });
}

const act = {
  kind: 'warn',
  subject: null,
  reason: 'rude',
  staffId: 'clara',
  createdAt: new Date(now - 59_000),
} as const;

test('only the same act of the same member of staff within a minute is a duplicate', () => {
  assert.equal(findRepeated([act], act, now), act);
  assert.equal(findRepeated([act], act, now + 1000), undefined);
  for (const other of [
    { ...act, kind: 'hide' as const },
    { ...act, subject: 'name' },
    { ...act, reason: 'ruder' },
    { ...act, staffId: 'rui' },
  ]) {
    assert.equal(findRepeated([act], other, now), undefined);
  }
});

test('a decision of another member of staff within a minute settles the case; an act of a rule or a reversal does not', () => {
  assert.equal(isSettledByOther([act], 'rui', now), true);
  assert.equal(isSettledByOther([act], 'clara', now), false);
  assert.equal(isSettledByOther([act], 'rui', now + 1000), false);
  assert.equal(isSettledByOther([{ ...act, staffId: null }], 'rui', now), false);
  for (const kind of ['unhide', 'lift'] as const)
    assert.equal(isSettledByOther([{ ...act, kind }], 'rui', now), false);
});
