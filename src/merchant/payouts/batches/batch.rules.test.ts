import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  divideFee,
  isMissed,
  judgeBatch,
  listToSend,
  minedFee,
  heightOfRelease,
  nextReviewHeight,
  raisedRate,
  weightsOf,
  type Judgement,
  type SeenTransaction,
} from './batch.rules.ts';
import { sayIn } from '../../../platform/problem.ts';

const seen = (more: Partial<SeenTransaction> = {}): SeenTransaction => ({
  transaction_id: `t${more.generation ?? 0}`,
  generation: 0,
  kind: 'payment',
  fee: 100n,
  fee_rate: 1000n,
  weight: 400n,
  last_height: null,
  confirmations: 0,
  visible: true,
  excludedConfirmations: 0,
  excludedBy: null,
  failed: false,
  final: false,
  paidMinor: null,
  ...more,
});

type Verdict = Judgement['verdict'];

/**
 * Rows: confirmations, confirmations of the excluding transaction and last height of each payment; then the verdict for
 * an open batch and for a dead one. The height is 100, and 3 confirmations are required.
 */
const table: readonly (readonly [readonly (readonly [number, number, bigint | null])[], Verdict, Verdict])[] =
  [
    [[[0, 0, null]], 'send', 'wait'],
    [[[2, 0, null]], 'mined', 'alarm'],
    [[[3, 0, null]], 'mined', 'alarm'],
    [[[0, 2, null]], 'send', 'wait'],
    [[[0, 3, null]], 'exclude', 'wait'],
    [[[0, 0, 100n]], 'send', 'wait'],
    [[[0, 0, 98n]], 'send', 'wait'],
    [[[0, 0, 97n]], 'expire', 'wait'],
    [[[0, 1, 90n]], 'send', 'wait'],
    [[[0, 3, 90n]], 'exclude', 'wait'],
    [[[1, 0, 90n]], 'mined', 'alarm'],
    // One mined payment is enough: it excludes the others.
    [
      [
        [5, 0, null],
        [0, 5, null],
      ],
      'mined',
      'alarm',
    ],
    [
      [
        [0, 5, null],
        [5, 0, null],
      ],
      'mined',
      'alarm',
    ],
    // An outside transaction spent an input that only the second payment uses.
    [
      [
        [0, 0, null],
        [0, 9, null],
      ],
      'send',
      'wait',
    ],
    [
      [
        [0, 3, null],
        [0, 3, null],
      ],
      'exclude',
      'wait',
    ],
    [
      [
        [0, 2, null],
        [0, 3, null],
      ],
      'send',
      'wait',
    ],
  ];

for (const [given, verdict, whenDead] of table) {
  test(`${JSON.stringify(given, (_, value) => (typeof value === 'bigint' ? String(value) : value))}: ${verdict}`, () => {
    const transactions = given.map(([confirmations, excludedConfirmations, lastHeight], generation) =>
      seen({ generation, confirmations, excludedConfirmations, last_height: lastHeight }),
    );
    const place = { height: 100, required: 3 };
    assert.equal(judgeBatch(transactions, { ...place, dead: false }).verdict, verdict);
    assert.equal(judgeBatch(transactions, { ...place, dead: true }).verdict, whenDead);
  });
}

test('a child has no influence on the verdict', () => {
  const place = { dead: false, height: 100, required: 3 };
  const child = seen({ generation: 1, kind: 'child' });
  assert.equal(judgeBatch([seen({ excludedConfirmations: 3 }), child], place).verdict, 'exclude');
  assert.equal(judgeBatch([seen(), { ...child, confirmations: 1 }], place).verdict, 'send');
});

test('the next review of a batch is at the first height that can change its verdict, and null if none can', () => {
  const mined = seen({ confirmations: 2 });
  const next = (
    verdict: Exclude<Verdict, 'mined' | 'alarm'>,
    fields: Partial<SeenTransaction>,
    height = 100,
  ) => nextReviewHeight([seen(fields)], [], { verdict }, { height, required: 3 });
  const payout = (status: 'SIGNED' | 'COMPLETED', required: number, mismatched = false) =>
    nextReviewHeight(
      [mined],
      [{ status, required, mismatched }],
      { verdict: 'mined', mined },
      {
        height: 100,
        required: 3,
      },
    );
  assert.deepEqual([payout('SIGNED', 6), payout('SIGNED', 3)], [104, 101]);
  assert.deepEqual([payout('SIGNED', 2), payout('SIGNED', 1)], [null, null], 'deep enough already');
  const several = [6, 4].map((required) => ({ status: 'SIGNED' as const, required, mismatched: false }));
  const soonest = nextReviewHeight(
    [mined],
    several,
    { verdict: 'mined', mined },
    { height: 100, required: 3 },
  );
  assert.equal(soonest, 102);
  assert.deepEqual([payout('COMPLETED', 6), payout('COMPLETED', 6, true)], [null, 104]);
  assert.equal(next('send', {}), null);
  assert.equal(next('send', {}, 1), null);
  assert.equal(next('send', { last_height: 100n }), 103);
  assert.equal(next('send', { last_height: 97n }), null);
  assert.equal(next('send', { last_height: 90n, excludedConfirmations: 1 }), 102);
  assert.equal(next('wait', { last_height: 100n }), null);
  const late = (failed: boolean) =>
    nextReviewHeight(
      [{ ...mined, failed }],
      [{ status: 'FAILED', required: 6, mismatched: true }],
      { verdict: 'alarm', mined: { ...mined, failed } },
      { height: 100, required: 3 },
    );
  assert.deepEqual([late(true), late(false)], [104, null], 'its fee is booked once that is deep');
});

test('inputs used only by a replaced transaction are released when the mined one has the depth required for the largest amounts', () => {
  const mined = seen({ confirmations: 2 });
  const at = (verdict: 'mined' | 'alarm' | 'send', depths: readonly number[]) =>
    heightOfRelease(
      [mined, ...depths.map((excludedConfirmations) => seen({ excludedConfirmations }))],
      verdict === 'send' ? { verdict } : { verdict, mined },
      { height: 100, deepest: 6 },
    );
  assert.deepEqual([at('mined', [2]), at('mined', [6]), at('mined', [8, 3])], [104, 100, 103]);
  assert.deepEqual([at('mined', []), at('mined', [0]), at('mined', [0, 2])], [null, null, 104]);
  assert.deepEqual([at('send', [2]), at('alarm', [2])], [null, null]);
});

const anyTransactions = fc
  .array(
    fc.record({
      last_height: fc.option(fc.bigInt(80n, 120n)),
      excludedConfirmations: fc.nat(8),
      failed: fc.constant(false),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .chain((given) =>
    fc.record({
      given: fc.constant(given),
      mined: fc.option(fc.nat(given.length - 1)),
      confirmations: fc.integer({ min: 1, max: 8 }),
      required: fc.integer({ min: 1, max: 6 }),
    }),
  )
  .map(({ given, mined, confirmations, required }) => ({
    required,
    // The mined payment excludes all others, and nothing excludes it.
    transactions: given.map((one, generation) =>
      seen({
        ...one,
        generation,
        confirmations: generation === mined ? confirmations : 0,
        excludedConfirmations:
          mined === null ? one.excludedConfirmations : generation === mined ? 0 : confirmations,
      }),
    ),
  }));

test('a batch with a mined transaction is never given up, and its payments are not sent again', () => {
  fc.assert(
    fc.property(anyTransactions, ({ transactions, required }) => {
      const judgement = judgeBatch(transactions, { dead: false, height: 100, required });
      const isMined = transactions.some((one) => one.confirmations > 0);
      assert.equal(judgement.verdict === 'mined', isMined);
      if (isMined) assert.deepEqual(listToSend(transactions, judgement), []);
    }),
  );
});

test('without new transactions, the verdict changes only at the next review height', () => {
  fc.assert(
    fc.property(anyTransactions, fc.integer({ min: 1, max: 6 }), ({ transactions, required }, own) => {
      const payoutRequired = Math.min(own, required);
      const at = (height: number) => {
        const later = transactions.map((one) => ({
          ...one,
          confirmations: one.confirmations === 0 ? 0 : one.confirmations + height - 100,
          excludedConfirmations:
            one.excludedConfirmations === 0 ? 0 : one.excludedConfirmations + height - 100,
        }));
        const judgement = judgeBatch(later, { dead: false, height, required });
        const deep = judgement.verdict === 'mined' && judgement.mined.confirmations >= payoutRequired;
        return { judgement, shown: `${judgement.verdict} ${deep}` };
      };
      const payout = { status: 'SIGNED', required: payoutRequired, mismatched: false } as const;
      const now = at(100);
      // A transaction with enough confirmations is final.
      if (now.shown === 'mined true') return;
      const place = { height: 100, required };
      const next = nextReviewHeight(transactions, [payout], now.judgement, place);
      for (let height = 100; height < (next ?? 140); height++) assert.equal(at(height).shown, now.shown);
    }),
  );
});

test('isMissed is true if no node knows any of the alternatives of a line', () => {
  const [first, second] = [seen({ visible: false }), seen({ generation: 1 })];
  assert.equal(isMissed([first, second], [['t1', 't0']]), false);
  assert.equal(isMissed([first, second], [['t0'], ['t1']]), true);
  assert.equal(isMissed([first, second], [['t1']]), false);
  assert.equal(isMissed([first], []), false);
});

test('payments are sent newest first, children after their parents, and excluded transactions not at all', () => {
  const payments = [0, 1, 2].map((generation) => seen({ generation }));
  const send = { verdict: 'send' } as const;
  assert.deepEqual(listToSend(payments, send), [['t2', 't1', 't0']]);
  const [first, second, third] = payments;
  assert.ok(first && second && third);
  assert.deepEqual(listToSend([first, second, { ...third, excludedConfirmations: 1 }], send), [['t1', 't0']]);
  const children = [1, 2].map((generation) => seen({ generation, kind: 'child' }));
  assert.deepEqual(listToSend([first, ...children], send), [['t0'], ['t1'], ['t2']]);
  const mined = { ...first, confirmations: 1 };
  const judgement = { verdict: 'mined', mined } as const;
  assert.deepEqual(listToSend([mined, ...children], judgement), [['t1'], ['t2']]);
  assert.deepEqual(
    listToSend([mined, ...children.map((child) => ({ ...child, confirmations: 1 }))], judgement),
    [],
  );
  assert.deepEqual(listToSend([mined, second], judgement), []);
  for (const verdict of ['exclude', 'expire', 'wait'] as const)
    assert.deepEqual(listToSend([...payments, ...children], { verdict }), []);
});

test('divides a fee completely, with a rounding error of at most one unit for each payout', () => {
  fc.assert(
    fc.property(
      fc.bigInt(0n, 10n ** 9n),
      fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 0, max: 5000 }),
      (fee, outputs, frame) => {
        const weight = frame + outputs.reduce((sum, one) => sum + one, 0);
        const weights = weightsOf({ weight, paid: outputs.map((one) => ({ weight: one })) });
        const shares = divideFee(fee, weights);
        assert.equal(
          shares.reduce((sum, share) => sum + share, 0n),
          fee,
        );
        for (const [index, share] of shares.entries()) {
          // The exact share: its own output and an equal part of the remaining weight.
          const exact =
            (Number(fee) * ((outputs[index] ?? 0) + frame / outputs.length)) / Math.max(weight, 1);
          assert.ok(Math.abs(Number(share) - exact) <= 1.001, `${share} for ${exact}`);
        }
      },
    ),
  );
});

test('the fee of a payout is the sum of its shares in the mined transactions', () => {
  const transactions = [
    seen({ generation: 0, confirmations: 2 }),
    seen({ generation: 1, kind: 'child', confirmations: 1 }),
    seen({ generation: 2, kind: 'child' }),
  ];
  const shares = ['a', 'b'].flatMap((payout) =>
    transactions.map((one, index) => ({
      transaction_id: one.transaction_id,
      payout_id: payout,
      fee: 10n ** BigInt(index),
    })),
  );
  const twice = shares.map((share) => (share.payout_id === 'b' ? { ...share, fee: share.fee * 2n } : share));
  assert.deepEqual([minedFee(transactions, twice, 'a'), minedFee(transactions, twice, 'b')], [11n, 22n]);
});

test('a raise adds a quarter or goes to the estimate, within the limit; staff may go up to the highest rate', () => {
  const limits = {
    estimate: 900n,
    first: 1000n,
    newest: 1000n,
    asked: null,
    mostTimes: 10n,
    highest: 50_000n,
    show: (rate: bigint) => `${rate} units`,
  };
  const rateOf = (given: Parameters<typeof raisedRate>[0]): bigint | string => {
    const rate = raisedRate(given);
    return typeof rate === 'bigint' ? rate : sayIn('en', rate);
  };
  assert.equal(rateOf(limits), 1250n);
  assert.equal(rateOf({ ...limits, estimate: 4000n }), 4000n);
  assert.equal(rateOf({ ...limits, estimate: 400_000n }), 10_000n);
  assert.equal(
    rateOf({ ...limits, newest: 10_000n }),
    'its fee rate is 10000 units, and 10000 units is the most',
  );
  assert.equal(rateOf({ ...limits, newest: 10_000n, asked: 20_000n }), 20_000n);
  const tooLittle = 'its fee rate is 1000 units, and the next is at least 1100 units';
  assert.equal(rateOf({ ...limits, asked: 1000n }), tooLittle);
  assert.equal(rateOf({ ...limits, asked: 1099n }), tooLittle);
  assert.equal(rateOf({ ...limits, asked: 1100n }), 1100n);
  assert.equal(
    rateOf({ ...limits, newest: 9310n }),
    'its fee rate is 9310 units, and 10000 units is the most',
    'nodes would not take it',
  );
  assert.equal(rateOf({ ...limits, asked: 50_000n }), 50_000n);
  assert.equal(rateOf({ ...limits, asked: 60_000n }), 'no fee rate above 50000 units is paid');
  assert.equal(rateOf({ ...limits, first: 40_000n, newest: 45_000n }), 50_000n);
  assert.equal(rateOf({ ...limits, first: null, newest: null }), 900n);
  assert.equal(rateOf({ ...limits, first: null, newest: null, estimate: 0n }), 0n);
});
