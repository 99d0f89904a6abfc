import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classifyFcm, isTokenRefused } from './fcm-answer.rules.ts';
import type { PushVerdict } from './push-service.rules.ts';

const fcm = (errorCode: string) => ({
  '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError',
  errorCode,
});
const violations = (...fields: string[]) => ({
  '@type': 'type.googleapis.com/google.rpc.BadRequest',
  fieldViolations: fields.map((field) => ({ field, description: 'Invalid value' })),
});
const body = (status: string, message: string, ...details: unknown[]) =>
  JSON.stringify({ error: { code: 0, message, status, details } });
const notToken = 'The registration token is not a valid FCM registration token';
const bad = 'INVALID_ARGUMENT';

const later = (reason: string, afterMs?: number): PushVerdict => ({ kind: 'later', reason, afterMs });
const refused = (reason: string): PushVerdict => ({ kind: 'refused', reason });
const gone: PushVerdict = { kind: 'gone' };

const table: [name: string, status: number, body: string, verdict: PushVerdict][] = [
  ['an accepted message', 200, '{"name":"projects/p/messages/1"}', { kind: 'delivered' }],
  ['an uninstalled app', 404, body('NOT_FOUND', 'x', fcm('UNREGISTERED')), gone],
  ['an unknown project', 404, body('NOT_FOUND', 'x'), refused('404 NOT_FOUND')],
  ['an HTML page from a proxy', 404, '<html>Not found</html>', refused('404')],
  ['a malformed token', 400, body(bad, notToken, fcm(bad)), gone],
  ['a malformed token, named by its field', 400, body(bad, 'x', fcm(bad), violations('message.token')), gone],
  [
    'a malformed message',
    400,
    body(bad, notToken, violations('message.data[0].value')),
    refused(`400 ${bad}`),
  ],
  [
    'a malformed message and token',
    400,
    body(bad, 'x', violations('message.token', 'message.android.ttl')),
    refused(`400 ${bad}`),
  ],
  ['a message that is too large', 400, body(bad, 'Message is too big', fcm(bad)), refused(`400 ${bad}`)],
  [
    'a token of another project',
    403,
    body('PERMISSION_DENIED', 'SenderId mismatch', fcm('SENDER_ID_MISMATCH')),
    refused('403 SENDER_ID_MISMATCH'),
  ],
  [
    'an account that may not send',
    403,
    body('PERMISSION_DENIED', 'x'),
    { kind: 'later', reason: '403 PERMISSION_DENIED', everything: true },
  ],
  [
    'a rejected access token',
    401,
    body('UNAUTHENTICATED', 'x'),
    { kind: 'later', reason: '401 UNAUTHENTICATED', everything: true },
  ],
  [
    'a missing APNs certificate at Google',
    401,
    body('UNAUTHENTICATED', 'x', fcm('THIRD_PARTY_AUTH_ERROR')),
    refused('401 THIRD_PARTY_AUTH_ERROR'),
  ],
  [
    'too many',
    429,
    body('RESOURCE_EXHAUSTED', 'x', fcm('QUOTA_EXCEEDED')),
    later('429 QUOTA_EXCEEDED', 60_000),
  ],
  [
    'a fault',
    500,
    body('INTERNAL', 'x', fcm('INTERNAL')),
    { kind: 'later', reason: '500 INTERNAL', afterMs: undefined, everything: false },
  ],
  [
    'an unavailable service',
    503,
    body('UNAVAILABLE', 'x', fcm('UNAVAILABLE')),
    { kind: 'later', reason: '503 UNAVAILABLE', afterMs: undefined, everything: true },
  ],
  ['a gateway error', 502, '<html>', { kind: 'later', reason: '502', afterMs: undefined, everything: false }],
];

for (const [name, status, answer, verdict] of table) {
  test(`FCM: ${name}`, () => assert.deepEqual(classifyFcm(status, answer), verdict));
}

test('FCM: respects the requested waiting time', () => {
  const quota = body('RESOURCE_EXHAUSTED', 'x', fcm('QUOTA_EXCEEDED'));
  assert.deepEqual(classifyFcm(429, quota, 5000), later('429 QUOTA_EXCEEDED', 5000));
  assert.deepEqual(classifyFcm(503, '', 9000), {
    kind: 'later',
    reason: '503',
    afterMs: 9000,
    everything: true,
  });
});

test('FCM: requests a new access token only if that may help', () => {
  assert.equal(isTokenRefused(401, body('UNAUTHENTICATED', 'x')), true);
  assert.equal(isTokenRefused(401, ''), true);
  assert.equal(isTokenRefused(401, body('UNAUTHENTICATED', 'x', fcm('THIRD_PARTY_AUTH_ERROR'))), false);
  assert.equal(isTokenRefused(403, body('PERMISSION_DENIED', 'x')), false);
});

test('FCM: repeats nothing but codes from a response', () => {
  const answer = body('your token is abc', 'x', fcm('it is abc'));
  assert.deepEqual(classifyFcm(409, answer), refused('409'));
  for (const odd of [
    'null',
    '3',
    '{"error":null}',
    '{"error":{"details":{"a":1}}}',
    '{"error":{"details":[null]}}',
  ])
    assert.deepEqual(classifyFcm(400, odd), refused('400'), odd);
});
