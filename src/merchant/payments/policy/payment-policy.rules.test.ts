import assert from 'node:assert/strict';
import { test } from 'node:test';
import { policyBounds, resolutionOf, resolutions, usualPolicy } from './payment-policy.rules.ts';

test('the OpenAPI schema states the defaults and bounds of a policy', () => {
  assert.deepEqual(usualPolicy, {
    minutes_to_choose: 60,
    minutes_to_pay: 15,
    tolerance_bps: 50,
    when_underpaid: 'wait',
    when_late: 'wait',
    customer_refund_address: false,
  });
  assert.deepEqual(policyBounds, {
    minutes_to_choose: { minimum: 5, maximum: 105 },
    minutes_to_pay: { minimum: 5, maximum: 15 },
    tolerance_bps: { minimum: 0, maximum: 1000 },
  });
  assert.deepEqual(resolutions, ['wait', 'accept', 'refund']);
});

test('a payment that is late and too low follows the policy for late payments', () => {
  const policy = { ...usualPolicy, when_underpaid: 'accept', when_late: 'refund' } as const;
  assert.equal(resolutionOf(policy, ['UNDERPAID']), 'accept');
  assert.equal(resolutionOf(policy, ['LATE']), 'refund');
  assert.equal(resolutionOf(policy, ['UNDERPAID', 'LATE']), 'refund');
});
