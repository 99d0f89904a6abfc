import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reviewsOf } from './review.rules.ts';

test('queues reviews of subjects that expect coins or have a payout in progress', () => {
  const outputs = [
    { purpose: 'payment', subject_id: 'p-1' },
    { purpose: 'deposit', subject_id: 'd-1' },
    { purpose: null, subject_id: null },
    { purpose: 'funds', subject_id: null },
    { purpose: null, subject_id: 'x' },
  ] as const;
  assert.deepEqual(reviewsOf('BTC', { outputs, payoutIds: ['o-1'] }), [
    { coin: 'BTC', purpose: 'payment', subjectId: 'p-1' },
    { coin: 'BTC', purpose: 'deposit', subjectId: 'd-1' },
    { coin: 'BTC', purpose: 'payout', subjectId: 'o-1' },
  ]);
  assert.deepEqual(reviewsOf('BTC', {}), []);
});
