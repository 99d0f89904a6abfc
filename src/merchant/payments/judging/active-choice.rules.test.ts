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
  type Case,
} from '../../../../test/support/payment-facts.ts';
import type { PaymentStatus } from '../facts/payment.rules.ts';
import { judgePayment } from './judge.rules.ts';

/** At the price of the choices ten units are worth a cent. */
const lessThanACent = receipt(9n, credited);

const table: readonly (readonly [string, Case, PaymentStatus, string])[] = [
  ['time is left', { receipts: [lessThanACent], read: 10 }, 'PENDING', ''],
  ['time is over', { receipts: [lessThanACent], read: 15 }, 'EXPIRED', ''],
  ['too late', { receipts: [receipt(9n, { ...credited, ...late })], read: 20 }, 'EXPIRED', ''],
  [
    'unresolved before',
    { payment: { status: 'UNRESOLVED' }, receipts: [lessThanACent], read: 20 },
    'EXPIRED',
    '',
  ],
  [
    'more of it makes a cent',
    { receipts: [lessThanACent, receipt(1n, { ...late, outputIndex: 1 })], read: 20 },
    'UNRESOLVED',
    'UNDERPAID,LATE',
  ],
];
for (const [name, given, status, exceptions] of table) {
  test(`less than a cent received, ${name}: ${status} {${exceptions}}`, () => {
    const judgement = judgePayment(facts(given));
    assert.deepEqual([judgement.status, judgement.exceptions.join()], [status, exceptions]);
  });
}

test('coins in time that are worth less than a cent do not decide which choice is active', () => {
  const second = choice('second', { coin: 'LTC', chosen_at: at(3) });
  const own = receipt(50_000n, { ...credited, ...late, coin: 'LTC', destination: 'to second' });
  const judge = (inTime: bigint) => {
    const judgement = judgePayment({
      ...facts({ choices: [choice('first'), second], receipts: [receipt(inTime, credited), own] }),
      caughtUpAt: new Map([
        ['BTC', at(20)],
        ['LTC', at(20)],
      ]),
    });
    return [judgement.status, judgement.choice?.id];
  };
  assert.deepEqual(judge(9n), ['UNRESOLVED', 'second']);
  assert.deepEqual(judge(10n), ['UNRESOLVED', 'first']);
});

test('less than a cent at the address of an earlier choice raises no alert', () => {
  const choices = [choice('first'), choice('second')];
  const judge = (amount: bigint, strayed: bigint) => {
    const stray = receipt(strayed, { ...credited, destination: 'to second', outputIndex: 1 });
    const { status, alerts } = judgePayment(
      facts({ choices, receipts: [receipt(amount, credited), stray], read: 20 }),
    );
    return [status, ...alerts];
  };
  assert.deepEqual(judge(9n, 9n), ['EXPIRED']);
  assert.deepEqual(judge(due, 9n), ['PAID']);
  assert.deepEqual(judge(due, 10n), ['PAID', 'stray_coins']);
});
