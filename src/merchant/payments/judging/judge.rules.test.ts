import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  at,
  cents,
  choice,
  confirmed,
  credited,
  due,
  facts,
  late,
  minuteMs,
  price,
  receipt,
  refund,
  settled,
  type Case,
} from '../../../../test/support/payment-facts.ts';
import type { Receipt } from '../../chains/receipts/receipt.rules.ts';
import type { RefundShare } from '../facts/payment-facts.rules.ts';
import { judgePayment } from './judge.rules.ts';
import { stepsBetween, type PaymentStatus } from '../facts/payment.rules.ts';

const table: readonly (readonly [string, Case, PaymentStatus, string])[] = [
  ['no coins before the deadline', { read: 10 }, 'PENDING', ''],
  ['no coins after the deadline', { read: 15 }, 'EXPIRED', ''],
  ['the deadline has passed but the chain was not read up to it', { read: 14, now: at(60) }, 'PENDING', ''],
  ['the deadline has passed and the chain was never read', { now: at(60) }, 'PENDING', ''],
  ['enough was seen', { receipts: [receipt(due)] }, 'CONFIRMING', ''],
  ['half a per cent less is enough', { receipts: [receipt(99_500n)] }, 'CONFIRMING', ''],
  ['a unit less than that is not enough', { receipts: [receipt(99_499n)], read: 10 }, 'PENDING', ''],
  ['enough in two parts', { receipts: [receipt(60_000n), receipt(40_000n)] }, 'CONFIRMING', ''],
  [
    'one of two parts is confirmed',
    { receipts: [receipt(60_000n, confirmed), receipt(40_000n)] },
    'CONFIRMING',
    '',
  ],
  ['enough, seen in time, confirmed after it', { receipts: [receipt(due, confirmed)], read: 60 }, 'PAID', ''],
  ['one confirmation of two', { receipts: [receipt(due, { confirmations: 1 })] }, 'CONFIRMING', ''],
  [
    'too much',
    { receipts: [receipt(due, confirmed), receipt(600n, { ...confirmed, outputIndex: 1 })] },
    'PAID',
    'OVERPAID',
  ],
  ['too little after the deadline', { receipts: [receipt(50_000n)], read: 15 }, 'UNRESOLVED', 'UNDERPAID'],
  ['all of it too late', { receipts: [receipt(due, late)], read: 20 }, 'UNRESOLVED', 'LATE'],
  [
    'seen at the very instant of the deadline',
    { receipts: [receipt(due, { firstSeenAt: at(15) })], read: 20 },
    'UNRESOLVED',
    'LATE',
  ],
  [
    'seen a millisecond before',
    { receipts: [receipt(due, { firstSeenAt: new Date(15 * minuteMs - 1) })], read: 20 },
    'CONFIRMING',
    '',
  ],
  ['too little and too late', { receipts: [receipt(10n, late)], read: 20 }, 'UNRESOLVED', 'UNDERPAID,LATE'],
  [
    'the rest came too late',
    { receipts: [receipt(50_000n), receipt(50_000n, late)], read: 20 },
    'UNRESOLVED',
    'LATE',
  ],
  [
    'late coins on an expired payment',
    { payment: { status: 'EXPIRED' }, receipts: [receipt(due, late)] },
    'UNRESOLVED',
    'LATE',
  ],
  [
    'coins are removed before the deadline',
    { receipts: [receipt(due, { visible: false })], read: 10 },
    'PENDING',
    '',
  ],
  [
    'coins are removed after the deadline',
    { payment: { status: 'CONFIRMING' }, receipts: [receipt(due, { visible: false })], read: 15 },
    'EXPIRED',
    '',
  ],
  [
    'an expired payment does not become PENDING again',
    { payment: { status: 'EXPIRED' }, read: 10 },
    'EXPIRED',
    '',
  ],
  [
    'coins that were in time reappear',
    { payment: { status: 'EXPIRED' }, receipts: [receipt(due)] },
    'CONFIRMING',
    '',
  ],
  [
    'paid, more came later',
    { payment: settled, receipts: [receipt(due, credited), receipt(700n, late)] },
    'PAID',
    'OVERPAID,LATE',
  ],
  [
    'paid, and back in the mempool',
    { payment: settled, receipts: [receipt(due, { credited: true })] },
    'PAID',
    '',
  ],
  [
    'paid, then removed by a reorganisation',
    { payment: settled, receipts: [receipt(due, { ...credited, visible: false })] },
    'REVERSED',
    '',
  ],
  [
    'paid, then only the excess removed',
    { payment: settled, receipts: [receipt(due, credited), receipt(900n, { ...credited, visible: false })] },
    'PAID',
    '',
  ],
  [
    'the rest came too late and was mined late',
    {
      receipts: [receipt(50_000n), receipt(50_000n, { ...late, confirmations: 1, minedAt: at(76) })],
      read: 20,
    },
    'UNRESOLVED',
    'LATE',
  ],
  ['the largest amount that counts as exact', { receipts: [receipt(100_500n)] }, 'CONFIRMING', ''],
  ['a unit above the exact amount', { receipts: [receipt(100_501n)] }, 'CONFIRMING', 'OVERPAID'],
  [
    'enough in time and in a block, of a payment that was unresolved',
    { payment: { status: 'UNRESOLVED' }, receipts: [receipt(due, confirmed)] },
    'PAID',
    '',
  ],
  [
    'refunded coins are not sold',
    {
      payment: { status: 'REFUNDING' },
      receipts: [receipt(due, credited)],
      refunds: [refund({ held_coin_amount: due })],
    },
    'REFUNDING',
    '',
  ],
  [
    'paid with half the coins, and the other half arrived later',
    { payment: { ...settled, settled_coin_amount: 50_000n }, receipts: [receipt(due, credited)] },
    'PAID',
    'OVERPAID',
  ],
  [
    'slow coins that were accepted for less',
    {
      payment: { ...settled, settled_euro_amount: 5_000n },
      receipts: [receipt(due, { ...credited, minedAt: at(76) })],
    },
    'PAID',
    'UNDERPAID,LATE',
  ],
  [
    'accepted for less although the prompt coins alone are enough',
    {
      payment: { ...settled, settled_coin_amount: 99_500n, settled_euro_amount: 5_000n },
      receipts: [receipt(99_500n, credited), receipt(9n, { ...credited, minedAt: at(76) })],
    },
    'PAID',
    'LATE',
  ],
  [
    'sold coins were removed, and coins for another choice do not replace them',
    {
      choices: [choice('first'), choice('older')],
      payment: settled,
      receipts: [
        receipt(due, { ...credited, visible: false }),
        receipt(due, { ...credited, destination: 'to older' }),
      ],
    },
    'REVERSED',
    '',
  ],
  [
    'REVERSED is final',
    { payment: { ...settled, status: 'REVERSED', reversed_at: at(1) }, receipts: [receipt(due, confirmed)] },
    'REVERSED',
    '',
  ],
];

for (const [name, given, status, exceptions] of table) {
  test(`${name}: ${status} {${exceptions}}`, () => {
    const judgement = judgePayment(facts(given));
    assert.equal(judgement.status, status);
    assert.equal(judgement.exceptions.join(), exceptions);
    assert.ok(stepsBetween(given.payment?.status ?? 'PENDING', status));
  });
}

test('a payment without a coin expires by time alone', () => {
  const none = { payment: { status: 'NEW', choice_id: null, expires_at: at(60) }, choices: [] } as const;
  assert.equal(judgePayment(facts({ ...none, now: new Date(60 * minuteMs - 1) })).status, 'NEW');
  assert.equal(judgePayment(facts({ ...none, now: at(60) })).status, 'EXPIRED');
});

test('within the tolerance all coins are sold at their value, above it only the sum due', () => {
  const sold = (minor: bigint) => judgePayment(facts({ receipts: [receipt(minor, confirmed)] })).settle;
  for (const minor of [99_500n, due, 100_500n]) assert.equal(sold(minor)?.coinMinor, minor);
  assert.equal(sold(100_501n)?.coinMinor, due);
  assert.equal(sold(99_500n)?.cents, 9_950n, 'the provider does not pay for a shortfall');
  assert.equal(sold(100_500n)?.cents, cents);
  assert.equal(sold(200_000n)?.cents, cents);
  assert.equal(sold(99_499n), undefined);
});

const slow = { ...confirmed, minedAt: at(76) };

test('coins seen in time but mined too late count at the lower of the locked and the present price', () => {
  const judge = (factor: bigint, ...receipts: Receipt[]) => {
    const { settle, status, exceptions } = judgePayment(
      facts({ payment: { status: 'CONFIRMING' }, receipts, read: 80 }),
      () => (price * factor) / 1000n,
    );
    return [status, exceptions.join(), settle?.coinMinor, settle?.cents];
  };
  assert.deepEqual(judge(1000n, receipt(due, slow)), ['PAID', 'LATE', due, cents]);
  assert.deepEqual(judge(1200n, receipt(due, slow)), ['PAID', 'LATE', due, cents], 'no gain');
  assert.deepEqual(judge(998n, receipt(due, slow)), ['PAID', 'LATE', due, 9_980n]);
  assert.deepEqual(judge(995n, receipt(due, slow)), ['PAID', 'LATE', due, 9_950n]);
  const short = ['UNRESOLVED', 'UNDERPAID,LATE', undefined, undefined];
  assert.deepEqual(judge(994n, receipt(due, slow)), short);
  const prompt = receipt(60_000n, { ...confirmed, minedAt: at(75) });
  const rest = receipt(40_000n, { ...slow, outputIndex: 1 });
  assert.deepEqual(judge(1200n, prompt, rest), ['PAID', 'LATE', due, cents]);
  assert.deepEqual(judge(997n, prompt, rest), ['PAID', 'LATE', due, 9_970n], 'including those mined in time');
  assert.deepEqual(judge(990n, prompt, rest), short);
  const nearly = receipt(99_000n, { ...confirmed, minedAt: at(75) });
  const least = receipt(1_000n, { ...slow, outputIndex: 1 });
  assert.deepEqual(judge(600n, nearly, least), short, 'a late hundredth cannot choose the price of the rest');
  const all = receipt(due, { ...confirmed, minedAt: at(75), outputIndex: 2 });
  assert.deepEqual(
    judge(1n, all, rest),
    ['PAID', 'OVERPAID,LATE', due, cents],
    'the slow coins are not needed',
  );
});

test('slow coins are not sold if the others are enough, however small their amount', () => {
  const receipts = [receipt(due, confirmed), receipt(200n, { ...slow, outputIndex: 1 })];
  assert.equal(judgePayment(facts({ receipts }), () => price).settle?.coinMinor, due);
});

test('a partly confirmed payment waits for the rest at any price', () => {
  const receipts = [receipt(60_000n, confirmed), receipt(40_000n, { outputIndex: 1 })];
  const { status, undecided } = judgePayment(facts({ receipts }), () => price);
  assert.deepEqual([status, undecided], ['CONFIRMING', false]);
});

test('slow coins are judged once, by a caller with prices', () => {
  const given = { receipts: [receipt(due, slow)], read: 80 };
  const unknown = judgePayment(facts({ ...given, payment: { status: 'CONFIRMING' } }));
  assert.deepEqual([unknown.status, unknown.undecided, unknown.settle], ['CONFIRMING', true, undefined]);
  const again = judgePayment(facts({ ...given, payment: { status: 'UNRESOLVED' } }), () => price * 2n);
  assert.deepEqual(
    [again.status, again.exceptions, again.settle],
    ['UNRESOLVED', ['UNDERPAID', 'LATE'], undefined],
  );
});

const second = choice('second', { coin: 'LTC', chosen_at: at(3), expires_at: at(18), coin_amount: 70_000n });
const toSecond = { coin: 'LTC', destination: 'to second' } as const;

test('coins for a choice with an ended price do not count before the deadline and are late after it', () => {
  const choices = [choice('first', { expires_at: at(3), mined_by: at(63) }), second];
  const judge = (read: number, ...receipts: Receipt[]) => {
    const {
      status,
      exceptions,
      choice: counts,
    } = judgePayment(facts({ choices, receipts, payment: { expires_at: at(18) }, now: at(read) }));
    return [status, exceptions.join(), counts?.id];
  };
  const chainsRead = (minutes: number) =>
    new Map([
      ['BTC', at(minutes)],
      ['LTC', at(minutes)],
    ] as const);
  const old = receipt(due, { ...confirmed, firstSeenAt: at(4) });
  assert.deepEqual(judge(10, old), ['PENDING', '', 'second']);
  const over = judgePayment({
    ...facts({ choices, receipts: [old], payment: { expires_at: at(18) } }),
    caughtUpAt: chainsRead(18),
  });
  assert.deepEqual([over.status, over.exceptions.join(), over.choice?.id], ['UNRESOLVED', 'LATE', 'first']);
  const both = judge(10, old, receipt(70_000n, { ...toSecond, ...confirmed, firstSeenAt: at(6) }));
  assert.deepEqual([both[0], both[2]], ['PAID', 'second']);
});

test('the newest choice is active until coins arrive in time for an older one, which then applies with its own terms', () => {
  const choices = [choice('first'), second];
  const judge = (receipts: Receipt[]) => judgePayment(facts({ choices, receipts }));
  assert.equal(judge([]).choice?.id, 'second');
  assert.equal(judge([receipt(due)]).choice?.id, 'first');
  assert.equal(judge([receipt(due, confirmed)]).settle?.choice.id, 'first');
  const both = [receipt(10n), receipt(70_000n, { ...toSecond, ...confirmed, firstSeenAt: at(6) })];
  assert.equal(judge(both).settle?.choice.id, 'second', 'the one that is paid in full');
  assert.deepEqual(judge([receipt(10n, confirmed), receipt(70_000n, { ...toSecond, ...confirmed })]).alerts, [
    'stray_coins',
  ]);
});

test('coins of an older choice of the same coin raise an alert until they are sent back', () => {
  const judge = (...refunds: RefundShare[]) =>
    judgePayment(
      facts({
        choices: [choice('first'), choice('older')],
        payment: settled,
        receipts: [receipt(due, credited), receipt(50n, { ...credited, destination: 'to older' })],
        refunds,
      }),
    ).alerts;
  assert.deepEqual(judge(), ['stray_coins']);
  assert.deepEqual(judge(refund({ held_coin_amount: 20n })), ['stray_coins']);
  assert.deepEqual(judge(refund({ held_coin_amount: 50n })), []);
  assert.deepEqual(judge(refund({ held_coin_amount: 50n, status: 'FAILED' })), ['stray_coins']);
});

test('the deadline has passed only when every chosen chain has been read up to it', () => {
  const given = facts({ choices: [choice('first'), second], payment: { expires_at: at(18) } });
  const judge = (btc: number, ltc: number) =>
    judgePayment({
      ...given,
      caughtUpAt: new Map([
        ['BTC', at(btc)],
        ['LTC', at(ltc)],
      ]),
    }).status;
  assert.deepEqual([judge(17, 30), judge(30, 17), judge(18, 18)], ['PENDING', 'PENDING', 'EXPIRED']);
});

test('the status of a refunded payment depends on the refunded amount and on its arrival', () => {
  const judge = (...refunds: RefundShare[]) =>
    judgePayment(facts({ payment: settled, receipts: [receipt(due, credited)], refunds })).status;
  const half = { euro_amount: 5_000n };
  assert.equal(judge(refund(half)), 'PARTIALLY_REFUNDED');
  assert.equal(judge(refund({ ...half, status: 'COMPLETED' })), 'PARTIALLY_REFUNDED');
  assert.equal(judge(refund({ ...half, status: 'FAILED' })), 'PAID');
  assert.equal(judge(refund({ euro_amount: cents })), 'REFUNDING');
  assert.equal(judge(refund(half), refund({ ...half, status: 'COMPLETED' })), 'REFUNDING');
  assert.equal(
    judge(refund({ ...half, status: 'COMPLETED' }), refund({ ...half, status: 'COMPLETED' })),
    'REFUNDED',
  );
  assert.equal(judge(refund({ ...half, status: 'FAILED' }), refund(half)), 'PARTIALLY_REFUNDED');
});

test('a removed payment is reversed regardless of refunds, since the merchant paid those with its own euros', () => {
  const gone = [receipt(due, { ...credited, visible: false })];
  const judge = (euro_amount: bigint) =>
    judgePayment(facts({ payment: settled, receipts: gone, refunds: [refund({ euro_amount })] }));
  for (const refunded of [5_000n, cents]) {
    assert.equal(judge(refunded).status, 'REVERSED');
    assert.equal(judge(refunded).lossMinor, 0n);
    assert.ok(judge(refunded).alerts.includes('reversed'));
  }
});

test('coins that were sent back and then removed are compensated, and the compensation is returned if the refund fails', () => {
  const gone = [receipt(due, { ...credited, visible: false })];
  const sent = refund({ held_coin_amount: due });
  const lost = judgePayment(facts({ payment: { status: 'REFUNDING' }, receipts: gone, refunds: [sent] }));
  assert.deepEqual([lost.status, lost.lossMinor], ['REFUNDING', due]);
  const failed = judgePayment(
    facts({
      payment: { status: 'REFUNDING', lost_coin_amount: due },
      receipts: [receipt(due, { visible: false })],
      refunds: [{ ...sent, status: 'FAILED' }],
      read: 20,
    }),
  );
  assert.deepEqual([failed.status, failed.lossMinor], ['EXPIRED', -due]);
});
