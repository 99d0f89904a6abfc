import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classifyAnswer, devicesPerUser, pushTtlSeconds } from './push.rules.ts';

const answers: Record<ReturnType<typeof classifyAnswer>, readonly number[]> = {
  delivered: [200, 201, 299],
  gone: [404, 410],
  later: [429, 500, 503, 599],
  refused: [100, 199, 300, 301, 400, 403, 405, 409, 411, 413, 428, 430, 499],
};

for (const [verdict, statuses] of Object.entries(answers)) {
  test(`what a push service answers with ${statuses.join(', ')} is ${verdict}`, () => {
    for (const status of statuses) assert.equal(classifyAnswer(status), verdict, String(status));
  });
}

test('a notification waits a day for its device, of which a person has twenty at most', () => {
  assert.deepEqual([pushTtlSeconds / 60 / 60, devicesPerUser], [24, 20]);
});
