import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  classifyWebPush,
  pushAttempts,
  pushTtlSeconds,
  waitAfterMs,
  type PushVerdict,
} from './push-service.rules.ts';

const answers: Record<PushVerdict['kind'], readonly number[]> = {
  delivered: [200, 201, 299],
  gone: [404, 410],
  later: [429, 500, 503, 599],
  refused: [100, 199, 300, 301, 400, 401, 403, 405, 409, 411, 413, 428, 430, 499],
};

for (const [verdict, statuses] of Object.entries(answers)) {
  test(`classifies Web Push responses ${statuses.join(', ')} as ${verdict}`, () => {
    for (const status of statuses) assert.equal(classifyWebPush(status).kind, verdict, String(status));
  });
}

test('respects the waiting time of a Web Push service, and an unavailable one is paused for all devices', () => {
  const wait = { kind: 'later', afterMs: 7000 };
  assert.deepEqual(classifyWebPush(429, 7000), { ...wait, reason: '429' });
  assert.deepEqual(classifyWebPush(500, 7000), { ...wait, reason: '500', everything: false });
  assert.deepEqual(classifyWebPush(503, 7000), { ...wait, reason: '503', everything: true });
});

test('a notification is valid for a day and tried ten times in about an hour and a half', () => {
  assert.equal(pushTtlSeconds, 86_400);
  const waits = Array.from({ length: pushAttempts - 1 }, (_, at) => waitAfterMs(at + 1, undefined, 0) / 1000);
  assert.deepEqual(waits, [10, 20, 40, 80, 160, 320, 640, 1280, 2560]);
  assert.equal(waitAfterMs(30, undefined, 0), 3_600_000);
});

test('a pause is at least the requested time, at most the validity of the notification, and randomised', () => {
  assert.equal(waitAfterMs(1, 60_000, 0), 60_000);
  assert.equal(waitAfterMs(1, 5000, 0.5), 11_000);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.option(fc.integer({ min: 0, max: 1e12 }), { nil: undefined }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempt, askedMs, random) => {
        const waitMs = waitAfterMs(attempt, askedMs, random);
        assert.ok(waitMs >= Math.min(askedMs ?? 0, pushTtlSeconds * 1000) && waitMs >= 10_000);
        assert.ok(waitMs <= pushTtlSeconds * 1200);
      },
    ),
  );
});
