import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  at,
  choice,
  credited,
  due,
  facts,
  receipt,
  refund,
  settled,
} from '../../../../test/support/payment-facts.ts';
import type { ReleaseShare } from '../facts/payment-facts.rules.ts';
import { activeChoice } from './active-choice.rules.ts';
import { creditedCents, heldOf, lossOf, releaseLossesOf } from './held-share.rules.ts';
import { judgePayment } from './judge.rules.ts';

test('the credit is the sale minus the refunds, and zero after a reversal', () => {
  const refunds = [
    refund({ euro_amount: 4_000n }),
    refund({ euro_amount: 100n, status: 'COMPLETED' }),
    refund({ euro_amount: 1_000n, status: 'FAILED' }),
  ];
  assert.equal(creditedCents(facts({ payment: settled, refunds })), 5_900n);
  assert.equal(creditedCents(facts()), 0n);
  assert.equal(creditedCents(facts({ payment: { ...settled, reversed_at: at(1) }, refunds })), 0n);
});

test('without a choice there is no loss', () => {
  assert.equal(lossOf(facts({ choices: [] })), 0n);
});

test('fees of refunds without effect are not held', () => {
  const refunds = [
    refund({ held_coin_amount: due, status: 'FAILED', lost_fee_coin_amount: 300n }),
    refund({ held_coin_amount: due - 300n, status: 'FAILED', lost_fee_coin_amount: 20n }),
  ];
  const given = facts({ receipts: [receipt(due, credited)], refunds });
  assert.equal(heldOf(given, 'BTC'), due - 320n);
  assert.equal(
    heldOf({ ...given, refunds: [...refunds, refund({ held_coin_amount: due - 320n })] }, 'BTC'),
    0n,
  );
  assert.equal(lossOf(given), 0n);
});

const release = (id: string, amount: bigint, fields: Partial<ReleaseShare> = {}): ReleaseShare => ({
  id,
  coin: 'LTC',
  status: 'COMPLETED',
  amount,
  lost_amount: 0n,
  euro_amount: 0n,
  ...fields,
});

test('the loss of released coins is stored with the first release of each other coin', () => {
  const choices = [choice('first'), choice('second', { coin: 'LTC' })];
  const losses = (received: bigint, lost: bigint) =>
    releaseLossesOf(
      facts({
        choices,
        payment: { ...settled, settled_coin_amount: 0n },
        receipts: received === 0n ? [] : [receipt(received, { ...credited, coin: 'LTC' })],
        releases: [
          release('own', 5n, { coin: 'BTC' }),
          release('one', 40n, { lost_amount: lost }),
          release('two', 10n),
        ],
      }),
    );
  const loss = (lossMinor: bigint) => [{ releaseId: 'one', coin: 'LTC', lossMinor }];
  assert.deepEqual(losses(0n, 0n), loss(50n));
  assert.deepEqual(losses(49n, 0n), loss(1n));
  assert.deepEqual(losses(50n, 0n), []);
  assert.deepEqual(losses(0n, 50n), []);
  assert.deepEqual(losses(20n, 50n), loss(-20n), 'as much as came back');
  assert.deepEqual(losses(80n, 50n), loss(-50n), 'and never more than was put in');
});

test('coins released by staff do not count as backing for sold coins', () => {
  const judge = (visible: boolean) =>
    judgePayment(
      facts({
        payment: settled,
        receipts: [receipt(due, credited), receipt(40_000n, { ...credited, visible, outputIndex: 1 })],
        releases: [release('one', 40_000n, { coin: 'BTC' })],
      }),
    ).status;
  assert.deepEqual([judge(true), judge(false)], ['PAID', 'REVERSED']);
});

test('a choice without visible coins is treated like any other', () => {
  const given = (visible: boolean) =>
    facts({
      choices: [choice('first'), choice('second')],
      payment: { status: 'EXPIRED' },
      receipts: [receipt(due, { visible, firstSeenAt: at(16) })],
    });
  assert.equal(activeChoice(given(true))?.id, 'first');
  assert.equal(activeChoice(given(false))?.id, 'second');
});
