import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  at,
  cents,
  choice,
  credited,
  facts,
  late,
  price,
  receipt,
  refund,
} from '../../../../test/support/payment-facts.ts';
import type { Receipt } from '../../chains/receipts/receipt.rules.ts';
import { paymentStatuses } from '../facts/payment.rules.ts';
import { acceptableSettlement, isAccepted, isConfirming, isMaturing } from './acceptance.rules.ts';

test('accepted coins are sold at the present price, whether in time or late, up to the requested sum', () => {
  const accept = (presentPrice: bigint, ...receipts: Receipt[]) => {
    const settlement = acceptableSettlement(
      facts({ payment: { status: 'UNRESOLVED' }, receipts }),
      () => presentPrice,
    );
    return settlement && [settlement.coinMinor, settlement.cents];
  };
  const half = receipt(50_000n, credited);
  assert.deepEqual(accept(price, half), [50_000n, 5_000n]);
  assert.deepEqual(accept(price / 2n, half), [50_000n, 2_500n]);
  assert.deepEqual(accept(price / 2n, receipt(50_000n, { ...credited, ...late })), [50_000n, 2_500n]);
  const rest = receipt(10_000n, { ...credited, ...late, outputIndex: 1 });
  assert.deepEqual(accept(price, half, rest), [60_000n, 6_000n]);
  assert.deepEqual(
    accept(price * 2n, half, rest),
    [50_000n, cents],
    'the rest still belongs to the customer',
  );
  const little = receipt(200n, { ...credited, outputIndex: 1 });
  assert.deepEqual(accept(price * 2n, half, little), [50_200n, cents], 'within the tolerance it is exact');
  for (const confirmations of [0, 1]) {
    const more = receipt(40_000n, { confirmations, outputIndex: 1 });
    assert.deepEqual(
      accept(price, half, more),
      [50_000n, 5_000n],
      'the confirmed part, without waiting for the rest',
    );
    assert.equal(accept(price, more), undefined, 'nothing is confirmed');
  }
  assert.equal(accept(price, receipt(5n, credited)), undefined, 'worth nothing');
});

test('an acceptance names the first transaction of the coin that was credited', () => {
  const choices = [
    choice('first'),
    choice('other', { coin: 'LTC', destination: 'to other', expires_at: at(1) }),
  ];
  const receipts = [
    receipt(7_000n, { ...credited, coin: 'LTC', destination: 'to other', transactionId: 'another kind' }),
    receipt(1_000n, { transactionId: 'unconfirmed' }),
    receipt(50_000n, { ...credited, transactionId: 'the first' }),
    receipt(40_000n, { ...credited, transactionId: 'the second' }),
  ];
  const given = facts({ choices, payment: { status: 'UNRESOLVED' }, receipts });
  assert.equal(acceptableSettlement(given, () => price)?.transactionId, 'the first');
});

test('only mined coins with too few confirmations are maturing', () => {
  const other = choice('other', { coin: 'LTC', destination: 'to other' });
  const matures = (fields: Partial<Receipt>, coin?: 'BTC' | 'LTC') =>
    isMaturing(facts({ choices: [choice('first'), other], receipts: [receipt(5n, fields)] }), coin);
  assert.equal(matures({ confirmations: 1 }), true);
  assert.equal(matures({ confirmations: 0 }), false);
  assert.equal(matures({ confirmations: 2 }), false);
  assert.equal(matures({ confirmations: 1, visible: false }), false);
  assert.equal(matures({ confirmations: 9, screening: 'review' }), true, 'held back');
  const confirms = (fields: Partial<Receipt>) => isConfirming(facts({ receipts: [receipt(5n, fields)] }));
  assert.deepEqual(
    [confirms({}), confirms({ confirmations: 2 }), confirms({ visible: false })],
    [true, false, false],
  );
  const ofOther = { confirmations: 1, coin: 'LTC', destination: 'to other' } as const;
  assert.deepEqual([matures(ofOther, 'LTC'), matures(ofOther, 'BTC')], [true, false]);
});

test('a payment counts as accepted while it is PAID or PARTIALLY_REFUNDED', () => {
  const accepted = paymentStatuses.filter((status) => isAccepted(facts({ payment: { status } })));
  assert.deepEqual(accepted, ['PAID', 'PARTIALLY_REFUNDED']);
});

test('only an unresolved payment is acceptable, with the credited coins of its active coin', () => {
  const accept = (status: 'UNRESOLVED' | 'PAID' | 'EXPIRED', ...more: Receipt[]) =>
    acceptableSettlement(
      facts({
        choices: [
          choice('first'),
          choice('older'),
          choice('other', { coin: 'LTC', destination: 'to older' }),
        ],
        payment: { status },
        receipts: [receipt(50_000n, credited), ...more],
      }),
      () => price,
    )?.coinMinor;
  assert.equal(accept('UNRESOLVED'), 50_000n);
  assert.equal(accept('PAID'), undefined);
  assert.equal(accept('EXPIRED'), undefined);
  assert.equal(
    accept('UNRESOLVED', receipt(9n, { visible: false })),
    50_000n,
    'removed coins do not delay it',
  );
  const earlier = { ...credited, destination: 'to older' };
  assert.equal(accept('UNRESOLVED', receipt(9n, earlier)), 50_009n, 'at an address that was chosen before');
  assert.equal(accept('UNRESOLVED', receipt(9n, { ...earlier, coin: 'LTC' })), 50_000n, 'another coin');
  assert.equal(accept('UNRESOLVED', receipt(9n, { confirmations: 2 })), 50_000n, 'not credited yet');
});

test('a single unit is acceptable if it is worth a cent', () => {
  const unresolved = facts({ payment: { status: 'UNRESOLVED' }, receipts: [receipt(1n, credited)] });
  assert.equal(acceptableSettlement(unresolved, () => price * 10n)?.cents, 1n);
});

test('lost refund fees reduce the acceptable amount, and other choices of the same coin bear them first', () => {
  const accept = (...more: Receipt[]) =>
    acceptableSettlement(
      facts({
        choices: [choice('first'), choice('older')],
        payment: { status: 'UNRESOLVED' },
        receipts: [receipt(50_000n, credited), ...more],
        refunds: [refund({ held_coin_amount: 50_000n, status: 'FAILED', lost_fee_coin_amount: 700n })],
      }),
      () => price,
    )?.coinMinor;
  assert.equal(accept(), 49_300n);
  assert.equal(accept(receipt(500n, { ...credited, destination: 'to older' })), 49_800n);
});

test('nothing is acceptable if a reorganisation removed more than releases left', () => {
  const accept = (left: bigint) =>
    acceptableSettlement(
      facts({
        payment: { status: 'UNRESOLVED', released_choice_id: 'first' },
        receipts: [receipt(left, credited)],
        refunds: [refund({ held_coin_amount: 60_000n, status: 'FAILED' })],
        releases: [
          {
            id: 'release',
            coin: 'BTC',
            status: 'COMPLETED',
            amount: 40_000n,
            lost_amount: 0n,
            euro_amount: 0n,
          },
        ],
      }),
      () => price,
    );
  assert.equal(accept(50_000n)?.coinMinor, 10_000n);
  assert.equal(accept(40_000n), undefined);
  assert.equal(accept(30_000n), undefined);
});
