import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reasonOf, type SessionEnd } from './find-session-end.ts';
import type { EndRow } from './session-end.store.ts';

const nowMs = Date.UTC(2026, 2, 1);
const minutes = (count: number) => new Date(nowMs + count * 60_000);
const row = (fields: Partial<EndRow>): EndRow => ({
  reason: null,
  stage: 'full',
  expires_at: minutes(60),
  seen_at: minutes(-1),
  disabled: false,
  password_expires_at: null,
  ...fields,
});

const rows: readonly (readonly [string, Partial<EndRow>, SessionEnd | undefined])[] = [
  ['a stored reason', { reason: 'password' }, 'password'],
  ['30 idle minutes', { seen_at: minutes(-30) }, 'idle'],
  ['one minute less', { seen_at: minutes(-29) }, undefined],
  ['twelve hours', { expires_at: minutes(0) }, 'expired'],
  ['twelve hours, long ago', { expires_at: minutes(-100), seen_at: minutes(-101) }, 'expired'],
  ['idle before the twelve hours', { expires_at: minutes(-100), seen_at: minutes(-140) }, 'idle'],
  ['a second factor that was never given', { stage: 'check', expires_at: minutes(0) }, 'unfinished'],
  ['a disabled person', { disabled: true, seen_at: minutes(-40) }, 'disabled'],
  ['an expired temporary password', { password_expires_at: minutes(0) }, 'temporary'],
  ['a temporary password that still works', { password_expires_at: minutes(1) }, undefined],
];
for (const [name, fields, reason] of rows) {
  test(`the reason for the end of a session with ${name} is ${reason ?? 'none'}`, () => {
    assert.equal(reasonOf(row(fields), nowMs), reason);
  });
}
