import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classifyApns, isTokenStale } from './apns-answer.rules.ts';
import type { PushVerdict } from './push-service.rules.ts';

const refused = (reason: string): PushVerdict => ({ kind: 'refused', reason });
const everybody = (reason: string): PushVerdict => ({ kind: 'later', reason, everything: true });

const table: [status: number, reason: string, verdict: PushVerdict][] = [
  [400, 'BadDeviceToken', { kind: 'gone' }],
  [400, 'DeviceTokenNotForTopic', refused('400 DeviceTokenNotForTopic')],
  [400, 'BadCollapseId', refused('400 BadCollapseId')],
  [400, 'BadExpirationDate', refused('400 BadExpirationDate')],
  [400, 'BadTopic', refused('400 BadTopic')],
  [400, 'TopicDisallowed', refused('400 TopicDisallowed')],
  [400, 'InvalidPushType', refused('400 InvalidPushType')],
  [400, 'IdleTimeout', { kind: 'later', reason: '400 IdleTimeout' }],
  [403, 'InvalidProviderToken', everybody('403 InvalidProviderToken')],
  [403, 'ExpiredProviderToken', everybody('403 ExpiredProviderToken')],
  [403, 'MissingProviderToken', everybody('403 MissingProviderToken')],
  [403, 'BadEnvironmentKeyIdInToken', everybody('403 BadEnvironmentKeyIdInToken')],
  [404, 'BadPath', refused('404 BadPath')],
  [405, 'MethodNotAllowed', refused('405 MethodNotAllowed')],
  [410, 'Unregistered', { kind: 'gone', sinceMs: 1_700_000_000_000 }],
  [410, 'ExpiredToken', { kind: 'gone', sinceMs: 1_700_000_000_000 }],
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

for (const [status, reason, verdict] of table) {
  test(`APNs: ${status} ${reason} is ${verdict.kind}`, () => {
    const answer = JSON.stringify({ reason, ...(status === 410 ? { timestamp: 1_700_000_000_000 } : {}) });
    assert.deepEqual(classifyApns(status, answer), verdict);
  });
}

test('APNs: taken, and what something else answered in its place', () => {
  assert.deepEqual(classifyApns(200, ''), { kind: 'delivered' });
  assert.deepEqual(classifyApns(410, ''), { kind: 'gone', sinceMs: undefined });
  assert.deepEqual(classifyApns(400, '<html>'), refused('400'));
  assert.deepEqual(classifyApns(301, 'null'), refused('301'));
  assert.deepEqual(classifyApns(400, '{"reason":"the token abc"}'), refused('400'));
});

test('APNs: a token is signed anew only when it is too old', () => {
  assert.equal(isTokenStale(403, '{"reason":"ExpiredProviderToken"}'), true);
  assert.equal(isTokenStale(403, '{"reason":"InvalidProviderToken"}'), false);
  assert.equal(isTokenStale(400, '{"reason":"ExpiredProviderToken"}'), false);
});
