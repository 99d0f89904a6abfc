import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  at,
  choice,
  credited,
  due,
  facts,
  late,
  payment,
  receipt,
  refund,
  settled,
} from '../../../../test/support/payment-facts.ts';
import type { Receipt } from '../../chains/receipts/receipt.rules.ts';
import type { PaymentFacts } from '../facts/payment-facts.rules.ts';
import { stepsBetween, type Payment } from '../facts/payment.rules.ts';
import { heldOf } from './held-share.rules.ts';
import { judgePayment, withCredits, type Judgement } from './judge.rules.ts';

const anyReceipt = fc.record({
  amountMinor: fc.bigInt({ min: 1n, max: 200_000n }),
  firstSeenAt: fc.integer({ min: 0, max: 30 }).map(at),
  confirmations: fc.integer({ min: 0, max: 3 }),
  visible: fc.boolean(),
  credited: fc.boolean(),
});

/** Returns the facts after the judgement was stored. */
function written(given: PaymentFacts, judgement: Judgement): PaymentFacts {
  const { settle, reverse } = judgement;
  return {
    ...withCredits(given, judgement.credit, judgement.undo),
    payment: {
      ...given.payment,
      status: judgement.status,
      reversed_at: reverse ? given.now : given.payment.reversed_at,
      lost_coin_amount: given.payment.lost_coin_amount + judgement.lossMinor,
      ...(settle
        ? {
            settled_choice_id: settle.choice.id,
            settled_coin_amount: settle.coinMinor,
            settled_euro_amount: settle.cents,
            settled_transaction_id: settle.transactionId,
          }
        : {}),
    },
  };
}

test('for any chain state, a second judgement changes nothing, no share is negative and no coin is lost', () => {
  const anyStart = fc.constantFrom(payment, { ...payment, ...settled });
  fc.assert(
    fc.property(
      anyStart,
      fc.array(anyReceipt, { maxLength: 5 }),
      fc.integer({ min: 0, max: 40 }),
      (start, shown, read) => {
        const receipts = shown.map((fields, index) =>
          receipt(fields.amountMinor, {
            ...fields,
            outputIndex: index,
            confirmations: fields.visible ? fields.confirmations : 0,
          }),
        );
        const before = facts({ payment: start, receipts, read });
        // Credits must have covered the earlier sale.
        fc.pre(heldOf(before, 'BTC') >= 0n);
        const after = written(before, judgePayment(before));
        const again = judgePayment(after);
        assert.ok(stepsBetween(start.status, after.payment.status));
        assert.equal(again.status, after.payment.status);
        assert.deepEqual([again.credit, again.undo, again.lossMinor, again.reverse], [[], [], 0n, false]);
        assert.equal(again.settle, undefined);
        assert.ok(heldOf(after, 'BTC') >= 0n);
        const deep = after.receipts.filter((shownNow) => shownNow.visible && shownNow.confirmations >= 2);
        assert.ok(deep.every((shownNow) => shownNow.credited));
        assert.ok(after.receipts.every((shownNow) => shownNow.visible || !shownNow.credited));
      },
    ),
    { numRuns: 500 },
  );
});

test('fees of a refund without effect are neither available for sale nor reported as an excess', () => {
  const of = (received: bigint, lost: bigint) =>
    judgePayment(
      facts({
        payment: { ...settled, settled_coin_amount: due - 900n },
        receipts: [receipt(received, credited)],
        refunds: [refund({ held_coin_amount: due, status: 'FAILED', lost_fee_coin_amount: lost })],
      }),
    );
  assert.deepEqual([of(due, 900n).status, of(due, 900n).exceptions], ['PAID', []]);
  assert.equal(of(due - 1n, 900n).reverse, true, 'a unit of what was sold is gone');
  assert.deepEqual(of(due, 0n).exceptions, ['OVERPAID'], 'what comes again is too much');
});

test('a payment refunded as late stays late after its coins are removed by a reorganisation', () => {
  const of = (visible: boolean) =>
    judgePayment(
      facts({
        payment: { status: 'REFUNDED', exceptions: ['LATE'] },
        receipts: [receipt(due, { ...credited, ...late, credited: visible, visible })],
        refunds: [refund({ held_coin_amount: due, status: 'COMPLETED' })],
      }),
    );
  assert.deepEqual([of(true).status, of(true).exceptions], ['REFUNDED', ['LATE']]);
  assert.deepEqual([of(false).status, of(false).exceptions], ['REFUNDED', ['LATE']]);
});

test('coins at the address of an earlier choice count as late coins of the same kind', () => {
  const choices = [choice('older', { expires_at: at(1) }), choice('first')];
  const older = receipt(due, { ...credited, destination: 'to older', outputIndex: 1 });
  const judged = (receipts: Receipt[], fields: Partial<Payment> = {}) => {
    const { status, exceptions } = judgePayment(facts({ choices, receipts, payment: fields, read: 15 }));
    return `${status} ${exceptions.join()}`;
  };
  const little = receipt(1_000n, credited);
  assert.equal(judged([little]), 'UNRESOLVED UNDERPAID');
  assert.equal(judged([little, older]), 'UNRESOLVED OVERPAID,LATE');
  const half = receipt(due / 2n, { ...credited, destination: 'to older', outputIndex: 1 });
  assert.equal(judged([receipt(due / 2n, credited), half]), 'UNRESOLVED LATE');
  assert.equal(judged([receipt(due, credited), older], settled), 'PAID OVERPAID,LATE');
  const otherKind = receipt(due, { ...credited, coin: 'LTC', destination: 'to other' });
  const more = [...choices, choice('other', { coin: 'LTC', expires_at: at(1) })];
  const { exceptions } = judgePayment(
    facts({ choices: more, receipts: [little, otherKind], payment: { status: 'UNRESOLVED' } }),
  );
  assert.deepEqual(exceptions, ['UNDERPAID'], 'another kind does not');
});

test('a payment accepted from two addresses is reversed if the coins of either are removed', () => {
  const choices = [choice('older', { expires_at: at(1) }), choice('first')];
  const [own, older] = [
    receipt(due / 2n, credited),
    receipt(due / 2n, { ...credited, destination: 'to older', outputIndex: 1 }),
  ];
  const accepted = { ...settled, accepted_at: at(20) };
  const statusOf = (...receipts: Receipt[]) =>
    judgePayment(facts({ choices, receipts, payment: accepted, read: 15 })).status;
  assert.equal(statusOf(own, older), 'PAID');
  assert.equal(statusOf(own, { ...older, visible: false }), 'REVERSED');
  assert.equal(statusOf({ ...own, visible: false }, older), 'REVERSED');
});
