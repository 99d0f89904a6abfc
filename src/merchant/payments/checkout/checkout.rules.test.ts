import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { PaymentView } from '../views/payment-view.rules.ts';
import { paymentExceptions, paymentStatuses } from '../facts/payment.rules.ts';
import {
  confirmationsOf,
  countsBlocks,
  estimateOf,
  excessMinor,
  hasMovedOn,
  missingMinor,
  needsHelp,
  phaseOf,
  phases,
  renewalOf,
  returnAddress,
  wayBack,
  type Checkout,
  type Phase,
} from './checkout.rules.ts';

const views = fc.record({
  id: fc.uuid(),
  status: fc.constantFrom(...paymentStatuses),
  merchantName: fc.string(),
  description: fc.string(),
  currency: fc.constant('EUR' as const),
  amountCents: fc.bigInt({ min: 1n, max: 10n ** 9n }),
  exceptions: fc.subarray([...paymentExceptions]),
  expiresAt: fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }),
  minutesToPay: fc.integer({ min: 1, max: 60 }),
  successReturnUrl: fc.option(fc.webUrl()),
  failureReturnUrl: fc.option(fc.webUrl()),
  coin: fc.option(fc.constantFrom('BTC' as const, 'XRP' as const)),
  address: fc.option(fc.string()),
  destinationTag: fc.option(fc.string()),
  paymentUri: fc.option(fc.string()),
  coinAmountMinor: fc.option(fc.bigInt({ min: 1n, max: 10n ** 18n })),
  receivedMinor: fc.bigInt({ min: 0n, max: 10n ** 18n }),
  requiredConfirmations: fc.option(fc.integer({ min: 1, max: 32 })),
  transactions: fc.array(
    fc.record({
      id: fc.string(),
      amountMinor: fc.bigInt({ min: 1n, max: 10n ** 18n }),
      confirmations: fc.integer({ min: 0, max: 50 }),
    }),
    { maxLength: 4 },
  ),
  createdAt: fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }),
  choiceCount: fc.integer({ min: 0, max: 12 }),
  contact: fc.record({ support_address: fc.option(fc.emailAddress()), shop_url: fc.constant(null) }),
  asksForRefundAddress: fc.boolean(),
  refundAddress: fc.option(fc.string()),
}) satisfies fc.Arbitrary<PaymentView>;

test('every payment state has a phase', () => {
  fc.assert(
    fc.property(views, fc.integer({ min: 0, max: 5e12 }), (view, nowMs) => {
      assert.ok(phases.includes(phaseOf(view, nowMs)));
    }),
  );
});

test('no coins are requested after the deadline', () => {
  fc.assert(
    fc.property(views, fc.nat(1e9), (view, laterMs) => {
      const phase = phaseOf(view, view.expiresAt.getTime() + laterMs);
      assert.ok(!['choose', 'pay', 'rest'].includes(phase));
    }),
  );
});

test('a payment never has a missing amount and an excess at once', () => {
  fc.assert(
    fc.property(views, (view) => {
      assert.ok(missingMinor(view) >= 0n && excessMinor(view) >= 0n);
      assert.ok(missingMinor(view) === 0n || excessMinor(view) === 0n);
    }),
  );
});

test('confirmations are those of the least confirmed transaction, at most the number required', () => {
  fc.assert(
    fc.property(views, (view) => {
      const { reached, required } = confirmationsOf(view);
      assert.ok(reached >= 0 && reached <= required);
      for (const { confirmations } of view.transactions) assert.ok(reached <= confirmations);
      if (view.transactions.length > 0 && reached < required) assert.ok(countsBlocks(view));
    }),
  );
});

const leads: [string | null, boolean][] = [
  ['https://shop.example/thanks?a=1#b', true],
  ['http://127.0.0.1:3000', true],
  ['HTTPS://SHOP.EXAMPLE', true],
  [null, false],
  ['', false],
  ['/relative', false],
  ['//shop.example', false],
  ['javascript:alert(1)', false],
  ['\tjavascript:alert(1)', false],
  ['java\nscript:alert(1)', false],
  ['data:text/html,<script>alert(1)</script>', false],
  ['vbscript:x', false],
  ['file:///etc/passwd', false],
];
for (const [url, allowed] of leads) {
  test(`${JSON.stringify(url)} ${allowed ? 'is' : 'is not'} allowed as a return address`, () => {
    assert.equal(returnAddress(url), allowed ? url : undefined);
  });
}

test('only a paid customer gets the success address', () => {
  fc.assert(
    fc.property(views, fc.integer({ min: 0, max: 5e12 }), (view, nowMs) => {
      const marked = { ...view, successReturnUrl: 'https://success.example', failureReturnUrl: null };
      const back = wayBack(marked, phaseOf(marked, nowMs));
      const paid = view.status === 'PAID' || view.status === 'PARTIALLY_REFUNDED';
      assert.equal(back, paid ? 'https://success.example' : undefined);
    }),
  );
});

const view = (changes: Partial<PaymentView>): PaymentView => ({
  id: 'p-1',
  status: 'PENDING',
  merchantName: 'Padaria',
  description: '',
  currency: 'EUR',
  amountCents: 2500n,
  exceptions: [],
  expiresAt: new Date(1000),
  successReturnUrl: null,
  failureReturnUrl: null,
  coin: 'BTC',
  address: 'address',
  destinationTag: null,
  paymentUri: null,
  coinAmountMinor: 100n,
  receivedMinor: 0n,
  requiredConfirmations: 3,
  transactions: [],
  minutesToPay: 15,
  createdAt: new Date(0),
  choiceCount: 1,
  contact: { support_address: null, shop_url: null },
  asksForRefundAddress: false,
  refundAddress: null,
  ...changes,
});

test('the rest is requested from the first unit received until the last one missing', () => {
  assert.equal(phaseOf(view({}), 999), 'pay');
  assert.equal(phaseOf(view({ receivedMinor: 1n }), 999), 'rest');
  assert.equal(phaseOf(view({ receivedMinor: 1n }), 1000), 'checking');
  assert.deepEqual(
    [99n, 100n, 101n].map((receivedMinor) => missingMinor(view({ receivedMinor }))),
    [1n, 0n, 0n],
  );
  assert.equal(missingMinor(view({ coinAmountMinor: null })), 0n);
});

test('an excess is shown to the unit once the payment counts as overpaid', () => {
  const excess = (receivedMinor: bigint, ...exceptions: PaymentView['exceptions']) =>
    excessMinor(view({ receivedMinor, exceptions }));
  assert.equal(excess(101n, 'OVERPAID'), 1n);
  assert.equal(excess(100n, 'OVERPAID'), 0n);
  assert.equal(excess(99n, 'OVERPAID'), 0n);
  assert.equal(excess(101n), 0n);
});

test('confirmations are counted up to the required number, and blocks only until then', () => {
  const deep = (...counts: number[]) =>
    view({ transactions: counts.map((confirmations) => ({ id: 't', amountMinor: 1n, confirmations })) });
  assert.deepEqual(confirmationsOf(deep()), { reached: 0, required: 3 });
  assert.deepEqual(confirmationsOf(deep(2, 5)), { reached: 2, required: 3 });
  assert.deepEqual(confirmationsOf(deep(5)), { reached: 3, required: 3 });
  assert.deepEqual(
    [countsBlocks(deep()), countsBlocks(deep(2, 5)), countsBlocks(deep(3))],
    [false, true, false],
  );
});

test('a new price is offered in the last two minutes of a lock, unless choices or the time of the payment are used up', () => {
  const minuteMs = 60_000;
  const of = (leftMs: number, changes: Partial<PaymentView> = {}) => {
    const expiresAt = new Date(15 * minuteMs);
    const paying = view({ createdAt: new Date(0), expiresAt, ...changes });
    const nowMs = paying.expiresAt.getTime() - leftMs;
    return renewalOf(paying, phaseOf(paying, nowMs), nowMs);
  };
  assert.deepEqual(
    [of(2 * minuteMs + 1), of(2 * minuteMs), of(1), of(0)],
    [null, 'offered', 'offered', null],
  );
  assert.equal(of(minuteMs, { receivedMinor: 1n }), null, 'coins were seen');
  assert.equal(of(minuteMs, { status: 'EXPIRED' }), null, 'expiry is final');
  assert.deepEqual(
    [of(minuteMs, { choiceCount: 9 }), of(minuteMs, { choiceCount: 10 })],
    ['offered', 'over'],
  );
  assert.equal(of(minuteMs, { expiresAt: new Date(119 * minuteMs) }), 'offered');
  assert.equal(
    of(minuteMs, { expiresAt: new Date(120 * minuteMs) }),
    'over',
    'the payment ends with this lock',
  );
});

test('an open page is redrawn when the offer of a new price begins', () => {
  const paying = view({ expiresAt: new Date(900_000) });
  const shown = { view: paying, phase: 'pay', renewal: null } as Checkout;
  assert.deepEqual([hasMovedOn(shown, 779_999), hasMovedOn(shown, 780_000)], [false, true]);
  assert.equal(hasMovedOn({ ...shown, renewal: 'offered' }, 780_000), false);
  assert.equal(hasMovedOn({ ...shown, renewal: 'offered' }, 900_000), true, 'the phase has changed');
});

test('estimates are rounded up to two digits, with the usual time of the confirmations', () => {
  const of = (...given: Parameters<typeof estimateOf>) => Object.values(estimateOf(...given));
  assert.deepEqual(of('BTC', 41_234n, 1), ['0.00042', 10]);
  assert.deepEqual(of('BTC', 40_000n, 6), ['0.0004', 60]);
  assert.deepEqual(of('LTC', 100_000_000n, 3), ['1', 8]);
  assert.deepEqual(of('XRP', 1_234_567_890n, 1), ['1300', 0]);
  assert.deepEqual(of('ETH', 7n, 12), ['0.00000007', 3]);
});

test('a customer without a return address is led to the shop when the payment needs help', () => {
  const contact = { support_address: null, shop_url: 'https://shop.example/' };
  const back = (phase: Phase, changes: Partial<PaymentView> = {}) =>
    wayBack(view({ contact, ...changes }), phase);
  for (const phase of phases)
    assert.equal(back(phase), needsHelp(phase) ? contact.shop_url : undefined, phase);
  assert.equal(
    back('expired', { failureReturnUrl: 'https://shop.example/cart' }),
    'https://shop.example/cart',
  );
});
