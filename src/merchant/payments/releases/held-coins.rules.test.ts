import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  at,
  choice,
  credited,
  due,
  facts,
  late,
  receipt,
  refund,
  settled,
  type Case,
} from '../../../../test/support/payment-facts.ts';
import { heldOf } from '../judging/held-share.rules.ts';
import { judgePayment } from '../judging/judge.rules.ts';
import type { ReleaseShare } from '../facts/payment-facts.rules.ts';
import type { Payment } from '../facts/payment.rules.ts';
import { heldCoinsOf } from './held-coins.rules.ts';

const second = choice('second', { coin: 'LTC', coin_amount: 7n });
const choices = [choice('first'), second];
const stray = receipt(5n, { ...credited, coin: 'LTC', destination: 'to second' });
const unmined = { coin: 'LTC', destination: 'to second' } as const;
const shallow = () => 2;

const released = (amount: bigint, fields: Partial<ReleaseShare> = {}): ReleaseShare => ({
  id: 'release',
  coin: 'BTC',
  status: 'COMPLETED',
  amount,
  lost_amount: 0n,
  euro_amount: 0n,
  ...fields,
});

const heldIn = (given: Case, depth: () => number = shallow) =>
  heldCoinsOf(facts({ choices, ...given }), depth).map(
    ({ coin, amountMinor, reason, wait }) => [coin, amountMinor, reason, wait] as const,
  );

const refunded: Partial<Payment> = { ...settled, status: 'REFUNDED' };
const wholeRefund = refund({ euro_amount: 10_000n, status: 'COMPLETED' });

const cases: [string, Case, ReturnType<typeof heldIn>][] = [
  ['nothing came', { payment: settled, receipts: [receipt(due, credited)] }, []],
  [
    'another coin, open',
    { payment: { status: 'PENDING' }, receipts: [receipt(10n, credited), stray] },
    [['LTC', 5n, 'stray', 'open']],
  ],
  [
    'another coin, more of it unconfirmed',
    {
      payment: settled,
      receipts: [
        receipt(due, credited),
        stray,
        receipt(1n, { coin: 'LTC', destination: 'to second', confirmations: 1 }),
      ],
    },
    [['LTC', 5n, 'stray', 'confirming']],
  ],
  [
    'another coin, more of it unmined',
    {
      payment: settled,
      receipts: [receipt(due, credited), stray, receipt(1n, { ...unmined, outputIndex: 1 })],
    },
    [['LTC', 5n, 'stray', undefined]],
  ],
  [
    'another coin, unresolved, and more of it unmined',
    {
      payment: { status: 'UNRESOLVED' },
      receipts: [receipt(10n, credited), stray, receipt(1n, { ...unmined, outputIndex: 1 })],
    },
    [['LTC', 5n, 'stray', undefined]],
  ],
  [
    'another coin, unresolved, while the active coins may still vanish',
    { payment: { status: 'UNRESOLVED' }, receipts: [receipt(10n), stray] },
    [['LTC', 5n, 'stray', 'confirming']],
  ],
  [
    'an excess, which the merchant can refund',
    { payment: settled, receipts: [receipt(2n * due, credited)] },
    [],
  ],
  [
    'after a whole refund',
    { payment: refunded, receipts: [receipt(due, credited), receipt(9n, credited)], refunds: [wholeRefund] },
    [['BTC', 9n, 'after the end', undefined]],
  ],
  [
    'while it is refunded',
    {
      payment: { ...settled, status: 'REFUNDING' },
      receipts: [receipt(due, credited), receipt(9n, credited)],
      refunds: [{ ...wholeRefund, status: 'PROCESSING' }],
    },
    [['BTC', 9n, 'after the end', 'refunding']],
  ],
  [
    'after a reversal',
    { payment: { ...settled, status: 'REVERSED', reversed_at: at(9) }, receipts: [receipt(9n, credited)] },
    [['BTC', 9n, 'after the end', undefined]],
  ],
  [
    'released before',
    {
      payment: { ...refunded, released_choice_id: 'first' },
      receipts: [receipt(due, credited), receipt(9n, credited)],
      refunds: [wholeRefund],
      releases: [released(9n)],
    },
    [],
  ],
];
for (const [name, given, expected] of cases) {
  test(`coins that staff can release: ${name}`, () => assert.deepEqual(heldIn(given), expected));
}

test('coins worth more than the requested sum need the confirmations for their own value', () => {
  const given = { payment: settled, receipts: [receipt(due, credited), stray] };
  assert.equal(heldIn(given, () => 3)[0]?.[3], 'confirming');
});

test('released coins are never sold, even if the earlier refund fails', () => {
  const judged = (releases: ReleaseShare[]) =>
    judgePayment(
      facts({
        payment: { status: 'REFUNDED', released_choice_id: 'first' },
        receipts: [receipt(60_000n, credited), receipt(40_000n, credited)],
        refunds: [refund({ held_coin_amount: 60_000n, status: 'FAILED' })],
        releases,
        read: 20,
      }),
    );
  assert.equal(judged([]).settle?.coinMinor, due, 'without a release all of it is there');
  const after = judged([released(40_000n)]);
  assert.deepEqual([after.status, after.settle, after.lossMinor], ['UNRESOLVED', undefined, 0n]);
});

test('the active choice at a release is final, so released coins cannot be sold for another choice', () => {
  const given = facts({
    choices,
    payment: { status: 'UNRESOLVED', released_choice_id: 'first' },
    receipts: [receipt(10n, { ...credited, ...late }), receipt(7n, { ...stray, amountMinor: 7n })],
    releases: [released(7n, { coin: 'LTC' })],
    read: 20,
  });
  const judged = judgePayment(given);
  assert.deepEqual([judged.choice?.id, judged.settle, judged.status], ['first', undefined, 'UNRESOLVED']);
  assert.equal(heldOf(given, 'LTC'), 0n);
  assert.deepEqual(judged.alerts, []);
});

test('the provider gets its compensation back if the coins return or the release fails', () => {
  const judged = (release: Partial<ReleaseShare>, visible: boolean) =>
    judgePayment(
      facts({
        choices,
        payment: { ...settled, released_choice_id: 'first' },
        receipts: [receipt(due, credited), { ...stray, visible, credited: visible }],
        releases: [released(5n, { coin: 'LTC', ...release })],
      }),
    ).releaseLosses.map(({ lossMinor }) => lossMinor);
  assert.deepEqual(judged({}, true), []);
  assert.deepEqual(judged({}, false), [5n]);
  assert.deepEqual(judged({ lost_amount: 5n }, false), []);
  assert.deepEqual(judged({ lost_amount: 5n }, true), [-5n]);
  assert.deepEqual(judged({ lost_amount: 5n, status: 'FAILED' }, false), [-5n]);
});

test('sales for a claim are undone newest first until no coins are missing, and the provider pays the rest', () => {
  const judged = (receivedMinor: bigint) => {
    const { undoneSales, lossMinor } = judgePayment(
      facts({
        choices,
        payment: { ...settled, status: 'REVERSED', reversed_at: new Date(0), released_choice_id: 'first' },
        receipts: [receipt(receivedMinor, credited)],
        releases: [
          released(40n, { id: 'old', euro_amount: 4n }),
          released(30n, { id: 'undone', euro_amount: 3n, status: 'FAILED' }),
          released(30n, { id: 'new', euro_amount: 3n }),
          released(20n, { id: 'staff' }),
        ],
      }),
    );
    return [undoneSales.map(({ id }) => id), lossMinor];
  };
  assert.deepEqual(judged(90n), [[], 0n]);
  assert.deepEqual(judged(89n), [['new'], 0n]);
  assert.deepEqual(judged(59n), [['new', 'old'], 0n]);
  assert.deepEqual(judged(15n), [['new', 'old'], 5n]);
});
