import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classifyApns, isTokenStale } from './apns-answer.rules.ts';
import type { PushVerdict } from './push-service.rules.ts';

const refused = (reason: string): PushVerdict => ({ kind: 'refused', reason });
const everybody = (reason: string): PushVerdict => ({ kind: 'later', reason, everything: true });

const table: [status: number, reason: string, verdict: PushVerdict][] = [
  [400, 'BadDeviceToken', { kind: 'gone' }],
  [400, 'DeviceTokenNotForTopic', refused('400 DeviceTokenNotForTopic')],
  [400, 'IdleTimeout', { kind: 'later', reason: '400 IdleTimeout' }],
  [403, 'ExpiredProviderToken', everybody('403 ExpiredProviderToken')],
  [410, 'Unregistered', { kind: 'gone', sinceMs: 1_700_000_000_000 }],
  [413, 'PayloadTooLarge', refused('413 PayloadTooLarge')],
  [429, 'TooManyRequests', { kind: 'later', reason: '429 TooManyRequests', afterMs: 60_000 }],
  [
    429,
    'TooManyProviderTokenUpdates',
    { ...everybody('429 TooManyProviderTokenUpdates'), afterMs: 1_200_000 } as PushVerdict,
  ],
  [500, 'InternalServerError', { kind: 'later', reason: '500 InternalServerError', everything: false }],
  [503, 'ServiceUnavailable', everybody('503 ServiceUnavailable')],
  [503, 'Shutdown', { kind: 'later', reason: '503 Shutdown', everything: false }],
];

test('APNs: only an invalid or expired token is gone, an account error affects all devices, a payload error one message', () => {
  for (const [status, reason, verdict] of table) {
    const answer = JSON.stringify({ reason, ...(status === 410 ? { timestamp: 1_700_000_000_000 } : {}) });
    assert.deepEqual(classifyApns(status, answer), verdict, reason);
  }
});

test('APNs: classifies success and responses from servers other than APNs', () => {
  assert.deepEqual(classifyApns(200, ''), { kind: 'delivered' });
  assert.deepEqual(classifyApns(410, ''), { kind: 'gone', sinceMs: undefined });
  assert.deepEqual(classifyApns(400, '<html>'), refused('400'));
  assert.deepEqual(classifyApns(301, 'null'), refused('301'));
  assert.deepEqual(classifyApns(400, '{"reason":"the token abc"}'), refused('400'));
});

test('APNs: signs a new token only if the old one has expired', () => {
  assert.equal(isTokenStale(403, '{"reason":"ExpiredProviderToken"}'), true);
  assert.equal(isTokenStale(403, '{"reason":"InvalidProviderToken"}'), false);
  assert.equal(isTokenStale(400, '{"reason":"ExpiredProviderToken"}'), false);
});
