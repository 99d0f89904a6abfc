import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  credited,
  due,
  facts,
  late,
  price,
  receipt,
  refund,
} from '../../../../test/support/payment-facts.ts';
import type { Receipt } from '../../chains/receipts/receipt.rules.ts';
import { acceptableSettlement } from './acceptance.rules.ts';

test('what is accepted is worth the locked price in time and the present price late, up to what was due', () => {
  const accept = (...receipts: Receipt[]) =>
    acceptableSettlement(facts({ payment: { status: 'UNRESOLVED' }, receipts }), () => price * 2n);
  assert.equal(accept(receipt(50_000n, credited))?.cents, 5_000n);
  assert.equal(accept(receipt(50_000n, { ...credited, ...late }))?.cents, 10_000n);
  assert.equal(accept(receipt(50_000n, credited), receipt(10_000n, { ...credited, ...late }))?.cents, 7_000n);
  const much = accept(receipt(50_000n, credited), receipt(90_000n, { ...credited, ...late }));
  assert.deepEqual([much?.coinMinor, much?.cents], [due, 15_000n]);
  assert.equal(accept(receipt(50_000n, credited), receipt(1n)), undefined, 'while something is unconfirmed');
  assert.equal(accept(receipt(5n, credited)), undefined, 'worth nothing');
});

test('nothing is accepted where the chain took back more than staff have left of it', () => {
  const accept = (left: bigint) =>
    acceptableSettlement(
      facts({
        payment: { status: 'UNRESOLVED', released_choice_id: 'first' },
        receipts: [receipt(left, credited)],
        refunds: [refund({ held_coin_amount: 60_000n, status: 'FAILED' })],
        releases: [{ id: 'release', coin: 'BTC', status: 'COMPLETED', amount: 40_000n, lost_amount: 0n }],
      }),
      () => price,
    );
  assert.equal(accept(50_000n)?.coinMinor, 10_000n);
  assert.equal(accept(40_000n), undefined);
  assert.equal(accept(30_000n), undefined);
});
