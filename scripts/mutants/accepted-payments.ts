import { file, type Accepted } from './accepted-line.ts';

/** Of the rules by which money is counted. */
export const ACCEPTED_OF_PAYMENTS: readonly Accepted[] = [
  ...file('src/merchant/conversions/conversion.rules.ts', [
    {
      before: `const [code = '', amount = ''] = item.split('=', 2);`,
      reason: 'Nothing has no code, neither is an amount, and a third part is not looked at.',
    },
  ]),
  ...file('src/merchant/payments/judging/active-choice.rules.ts', [
    {
      before: 'return goneMinor > otherMinor ? goneMinor - otherMinor : 0n;',
      after: 'return goneMinor >= otherMinor ? goneMinor - otherMinor : 0n;',
      reason: 'Where they are equal nothing is left of either.',
    },
  ]),
  ...file('src/merchant/payments/judging/held-share.rules.ts', [
    {
      before: 'return -(heldMinor < madeGoodMinor ? heldMinor : madeGoodMinor);',
      after: 'return -(heldMinor <= madeGoodMinor ? heldMinor : madeGoodMinor);',
      reason: 'Where they are equal it does not matter which is taken.',
    },
  ]),
  ...file('src/merchant/payments/judging/judge.rules.ts', [
    {
      before: 'const settlement = reverse ? undefined : settlementOf(after, presentPrice);',
      after: 'const settlement = false ? undefined : settlementOf(after, presentPrice);',
      reason: 'What is reversed was settled, and what was settled is not settled again.',
    },
    {
      before: 'if (!choice) return false;',
      reason: 'What was settled has its choice.',
    },
    {
      before: 'return leftMinor < (payment.settled_coin_amount ?? 0n);',
      after: 'return leftMinor < (payment.settled_coin_amount ?? 1n);',
      reason: 'What was settled has its amount.',
    },
  ]),
  ...file('src/merchant/payments/judging/settlement.rules.ts', [
    {
      before: 'if (coinMinor <= 0n) return undefined;',
      after: 'if (coinMinor < 0n) return undefined;',
      reason: 'What is nothing is worth nothing.',
    },
    {
      before: 'const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);',
      after: 'const smaller = (one: bigint, other: bigint): bigint => (one <= other ? one : other);',
      reason: 'Where they are equal it does not matter which is taken.',
    },
  ]),
  ...file('src/merchant/payouts/batches/batch.rules.ts', [
    {
      before: 'const wanted = estimate > step ? estimate : step;',
      after: 'const wanted = estimate >= step ? estimate : step;',
      reason: 'Where they are equal it does not matter which is taken.',
    },
  ]),
  ...file('src/merchant/payouts/network-fee.rules.ts', [
    {
      before: '): bigint => (feeMinor > allowance ? feeMinor - allowance : 0n);',
      after: '): bigint => (feeMinor >= allowance ? feeMinor - allowance : 0n);',
      reason: 'Where they are equal nothing is left of either.',
    },
    {
      before: `const taken = end === 'FAILED' || end === 'REVERSED' ? payout.lost_fee : (payout.fee ?? 0n);`,
      after: `const taken = end === 'FAILED' || end === 'REVERSED' ? payout.lost_fee : (payout.fee ?? 1n);`,
      reason: 'What has ended otherwise was signed, and has its fee.',
    },
  ]),
  ...file('src/merchant/payouts/payout.rules.ts', [
    {
      before: 'feeDifference(payout, feeMinor - (payout.fee ?? 0n));',
      after: 'feeDifference(payout, feeMinor - (payout.fee ?? 1n));',
      reason: 'What is corrected was signed, and has its fee.',
    },
    {
      before: 'const doubled = 2 ** Math.min(attempts, 10);',
      after: 'const doubled = 2 ** Math.min(attempts, 11);',
      reason: 'The longest pause is reached long before.',
    },
  ]),
  ...file('src/merchant/rates/rate.rules.ts', [
    {
      before: 'return (distance < 0n ? -distance : distance) * 100n <= center * outlyingPercent;',
      after: 'return (distance <= 0n ? -distance : distance) * 100n <= center * outlyingPercent;',
      reason: 'Only for zero would it be another, and minus zero is zero.',
    },
    {
      before: 'return (distance < 0n ? -distance : distance) * 100n <= center * outlyingPercent;',
      after: 'return (distance < 1n ? -distance : distance) * 100n <= center * outlyingPercent;',
      reason: 'Only for zero would it be another, and minus zero is zero.',
    },
    {
      before:
        'const compare = (one: bigint, other: bigint): number => (one < other ? -1 : one > other ? 1 : 0);',
      reason: 'Of what is compared the sign alone counts, and equal ones may stand in any order.',
    },
    {
      before: 'const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other);',
      after: 'const larger = (one: bigint, other: bigint): bigint => (one >= other ? one : other);',
      reason: 'Where they are equal it does not matter which is taken.',
    },
    {
      before: 'const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);',
      after: 'const smaller = (one: bigint, other: bigint): bigint => (one <= other ? one : other);',
      reason: 'Where they are equal it does not matter which is taken.',
    },
  ]),
  ...file('src/merchant/screeners/screener.rules.ts', [
    {
      before: 'Math.min(3_600_000, 5000 * 2 ** Math.min(attempts, 10));',
      after: 'Math.min(3_600_000, 5000 * 2 ** Math.min(attempts, 11));',
      reason: 'The longest pause is reached long before.',
    },
  ]),
];
