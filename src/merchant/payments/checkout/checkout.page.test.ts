import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { languages } from '../../../platform/http/language.ts';
import { html } from '../../../platform/http/page.ts';
import type { PaymentView } from '../views/payment-view.rules.ts';
import { drawCheckout, drawState, partNames } from './checkout.page.ts';
import { phaseOf, phases, type Checkout, type Phase } from './checkout.rules.ts';
import type { CheckoutTexts } from './texts/checkout-texts.ts';
import { checkoutTexts } from './texts/translations.ts';

const now = { version: 'v', nowMs: Date.UTC(2026, 10, 15, 10, 0) };
const uri = 'bitcoin:tb1qcr8te4kr609gcawutmrza0j4xv80jy8zmfp6l0?amount=0.00043210';

const paying: PaymentView = {
  id: '019a8665-0000-7000-8000-000000000001',
  status: 'PENDING',
  merchantName: 'Café Aurora',
  description: 'Order 1042',
  currency: 'EUR',
  amountCents: 2500n,
  exceptions: [],
  expiresAt: new Date(now.nowMs + 900_000),
  minutesToPay: 15,
  successReturnUrl: 'https://shop.example/thanks?order=1042&x=1',
  failureReturnUrl: 'https://shop.example/cart',
  coin: 'BTC',
  address: 'tb1qcr8te4kr609gcawutmrza0j4xv80jy8zmfp6l0',
  destinationTag: null,
  paymentUri: uri,
  coinAmountMinor: 43_210n,
  receivedMinor: 0n,
  requiredConfirmations: 3,
  transactions: [],
  createdAt: new Date(now.nowMs - 60_000),
  choiceCount: 1,
  contact: { support_address: null, shop_url: null },
  asksForRefundAddress: false,
  refundAddress: null,
};
const sent = (amountMinor: bigint, confirmations: number): Partial<PaymentView> => ({
  receivedMinor: amountMinor,
  transactions: [{ id: 'ab'.repeat(32), amountMinor, confirmations }],
});

const examples: Record<Phase, PaymentView> = {
  choose: { ...paying, status: 'NEW', coin: null, address: null, paymentUri: null, coinAmountMinor: null },
  pay: paying,
  rest: { ...paying, ...sent(20_000n, 0) },
  checking: { ...paying, expiresAt: new Date(now.nowMs) },
  confirming: { ...paying, status: 'CONFIRMING', ...sent(43_210n, 1) },
  paid: { ...paying, status: 'PAID', ...sent(43_210n, 3) },
  expired: { ...paying, status: 'EXPIRED' },
  underpaid: { ...paying, status: 'UNRESOLVED', exceptions: ['UNDERPAID'], ...sent(20_000n, 3) },
  late: { ...paying, status: 'UNRESOLVED', exceptions: ['LATE'], ...sent(43_210n, 3) },
  refunding: { ...paying, status: 'REFUNDING', exceptions: ['UNDERPAID'], ...sent(20_000n, 3) },
  refunded: { ...paying, status: 'REFUNDED', exceptions: ['UNDERPAID'], ...sent(20_000n, 3) },
  partly_refunded: { ...paying, status: 'PARTIALLY_REFUNDED', ...sent(43_210n, 3) },
  reversed: { ...paying, status: 'REVERSED' },
};

const checkoutOf = (view: PaymentView, changes: Partial<Checkout> = {}): Checkout => ({
  view,
  phase: phaseOf(view, now.nowMs),
  paymentUri: view.paymentUri,
  coins: ['BTC', 'BCH', 'LTC', 'ETH', 'XRP'],
  testCoins: true,
  estimates: new Map([['BTC', { amount: '0.00042', minutes: 10 }]]),
  renewal: null,
  ...changes,
});
const draw = (view: PaymentView, language: 'en' | 'pt' | 'de' = 'en'): string =>
  drawCheckout(checkoutOf(view), language, now).body.text;
const escaped = (text: string): string => html`${text}`.text;

for (const phase of phases) {
  for (const language of languages) {
    test(`the page of a payment in the phase ${phase} shows that phase in ${language}`, () => {
      const checkout = checkoutOf(examples[phase]);
      assert.equal(checkout.phase, phase);
      const text = draw(examples[phase], language);
      const [opening = ''] = checkoutTexts[language].phases[phase].title.split('{');
      assert.ok(text.includes(escaped(opening)), opening);
      assert.doesNotMatch(text, /\{(?!minutes|time)\w+\}/, 'only the script’s placeholders are left');
      assert.doesNotMatch(text, /undefined|null|NaN|\[object/);
      assert.ok(drawState(checkout, language).announcement.length > 0);
    });
  }
}

test('every text exists in every language, with the same placeholders', () => {
  const flatten = (texts: CheckoutTexts): [string, string][] =>
    Object.entries(texts).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string'
        ? [[key, value]]
        : Object.entries(value as Record<string, { title: string; text: string }>).flatMap(
            ([name, { title, text }]): [string, string][] => [
              [`${key}.${name}.title`, title],
              [`${key}.${name}.text`, text],
            ],
          ),
    );
  const english = flatten(checkoutTexts.en);
  for (const language of languages) {
    const texts = new Map(flatten(checkoutTexts[language]));
    for (const [key, text] of english) {
      const other = texts.get(key) ?? '';
      assert.notEqual(other.trim(), '', `${language} ${key}`);
      const places = (from: string): string[] => [...new Set(from.match(/\{\w+\}/g))].toSorted();
      assert.deepEqual(places(other), places(text), `${language} ${key}`);
    }
  }
});

test('markup in a merchant’s name, description and addresses is escaped', () => {
  const hostile = `<img src=x onerror=alert(1)>"'&{merchant}$&`;
  for (const phase of phases) {
    const view: PaymentView = {
      ...examples[phase],
      merchantName: hostile,
      description: hostile,
      successReturnUrl: `https://shop.example/"><script>alert(1)</script>`,
      failureReturnUrl: `https://shop.example/'><script>alert(1)</script>`,
    };
    const text = draw(view);
    assert.doesNotMatch(text, /<img|<script/);
    assert.ok(text.includes(escaped(hostile)));
  }
});

test('an address with a script scheme is not rendered as a link', () => {
  for (const url of [
    'javascript:alert(1)',
    'data:text/html,x',
    ' JaVaScRiPt:alert(1)',
    'nonsense',
    '//x',
    '',
  ]) {
    for (const phase of ['paid', 'expired', 'choose'] as const) {
      assert.match(draw(examples[phase]), /id="back"/, 'any other address leads back');
      const view = { ...examples[phase], successReturnUrl: url, failureReturnUrl: url };
      assert.doesNotMatch(draw(view), /id="back"/, url);
      assert.equal(drawState(checkoutOf(view), 'en').redirectUrl, null);
    }
  }
});

test('a paid customer is redirected to the success address, and a customer who did not pay gets a link to the other', () => {
  assert.equal(drawState(checkoutOf(examples.paid), 'en').redirectUrl, examples.paid.successReturnUrl);
  assert.ok(draw(examples.paid).includes(`href="${escaped(examples.paid.successReturnUrl ?? '')}"`));
  for (const phase of ['choose', 'pay', 'expired', 'underpaid', 'late', 'refunded', 'reversed'] as const) {
    assert.equal(drawState(checkoutOf(examples[phase]), 'en').redirectUrl, null);
    assert.ok(draw(examples[phase]).includes('href="https://shop.example/cart"'), phase);
  }
  // A link to either address would look like a result, and there is none yet.
  for (const phase of ['rest', 'checking', 'confirming'] as const)
    assert.doesNotMatch(draw(examples[phase]), /shop\.example/);
});

test('coins are requested only in phases in which they are accepted', () => {
  for (const phase of phases) {
    const asks = phase === 'pay' || phase === 'rest';
    assert.equal(draw(examples[phase]).includes('class="qr"'), asks, phase);
    assert.equal(draw(examples[phase]).includes('/test-coins'), asks, phase);
    assert.equal(draw(examples[phase]).includes('/coin"'), phase === 'choose' || phase === 'pay', phase);
  }
  assert.doesNotMatch(
    drawCheckout({ ...checkoutOf(paying), testCoins: false }, 'en', now).body.text,
    /test-coins/,
  );
});

test('without an offered coin the page says so', () => {
  const text = drawCheckout({ ...checkoutOf(examples.choose), coins: [] }, 'en', now).body.text;
  assert.ok(text.includes(checkoutTexts.en.noCoins));
  assert.ok(draw(examples.choose).includes('<form'), 'if some are offered');
  assert.ok(!text.includes('<form'));
});

test('each coin shows its estimate, and none without a price', () => {
  assert.ok(draw(examples.choose).includes('≈ 0.00042 BTC'));
  assert.match(draw(examples.choose), /about 10 min/);
  assert.ok(draw(examples.choose).includes(checkoutTexts.en.estimateHint));
  const without = drawCheckout(checkoutOf(examples.choose, { estimates: new Map() }), 'en', now).body.text;
  assert.ok(!without.includes('≈') && !without.includes(checkoutTexts.en.estimateHint));
  const fast = new Map([['XRP' as const, { amount: '11', minutes: 0 }]]);
  const text = drawCheckout(checkoutOf(examples.choose, { estimates: fast }), 'en', now).body.text;
  assert.match(text, /≈ 11 XRP ·\s+less than 1 min/);
});

test('the page offers a new price for the same coin, or says that there is none', () => {
  const of = (renewal: Checkout['renewal']) => drawState(checkoutOf(paying, { renewal }), 'en');
  assert.match(of('offered').parts.status.text, /name="cryptocurrency_code" value="BTC"[^]*Get a new price/);
  assert.ok(of('offered').announcement.endsWith(checkoutTexts.en.renewOffered));
  assert.ok(of('over').parts.status.text.includes(checkoutTexts.en.noRenewal));
  assert.ok(!of('over').parts.status.text.includes('id="renew"'));
  assert.ok(!of(null).parts.status.text.includes(checkoutTexts.en.noRenewal));
  const used = drawState(checkoutOf({ ...paying, choiceCount: 10 }), 'en').parts.actions.text;
  assert.ok(used.includes(checkoutTexts.en.faultLimit) && !used.includes('<form'), 'no coin can be chosen');
});

test('a customer who needs help sees the support address and the shop of the PSP', () => {
  const contact = { support_address: 'help+shop@shop.example', shop_url: 'https://shop.example/' };
  for (const phase of phases) {
    const text = draw({ ...examples[phase], failureReturnUrl: null, contact });
    const needs = ['expired', 'underpaid', 'late', 'reversed'].includes(phase);
    const address = `mailto:help%2Bshop@shop.example?subject=Payment%20${paying.id}`;
    assert.equal(text.includes(`href="${address}"`), needs, phase);
    assert.equal(text.includes('href="https://shop.example/"'), needs, phase);
  }
});

test('after a partial payment the page asks for the rest', () => {
  const text = draw(examples.rest);
  assert.match(text, /<code id="amount">0\.00023210<\/code>/);
  assert.ok(text.includes('0.00020000 BTC of 0.00043210 BTC'));
});

test('an excess is shown once the payment is enough', () => {
  for (const status of ['CONFIRMING', 'PAID'] as const) {
    const view = { ...paying, status, exceptions: ['OVERPAID' as const], ...sent(50_000n, 1) };
    assert.ok(draw(view).includes('0.00006790 BTC more than was due'), status);
  }
  assert.ok(!draw(examples.paid).includes('more than was due'));
  const paid: PaymentView = { ...examples.paid, exceptions: ['OVERPAID'], ...sent(50_000n, 3) };
  assert.equal(drawState(checkoutOf(paid), 'en').redirectUrl, null, 'an overpaid customer is not redirected');
  assert.ok(draw(paid).includes('id="back"'));
});

test('a payment that is both late and too low shows both', () => {
  const view = { ...examples.late, exceptions: ['LATE', 'UNDERPAID'] as const, ...sent(20_000n, 3) };
  assert.ok(draw(view).includes('arrived late'));
  assert.ok(draw(view).includes('0.00020000 BTC instead of 0.00043210 BTC'));
});

test('a destination tag is shown with its warning', () => {
  const text = draw({ ...paying, coin: 'XRP', destinationTag: '4711', coinAmountMinor: 12_500_000n });
  assert.match(text, /<code id="tag">4711<\/code>/);
  assert.ok(text.includes(escaped(checkoutTexts.en.tagWarning)));
  assert.match(text, /<code id="amount">12\.500000<\/code>/);
});

test('a destination tag has the same name in its field, its warning and its buttons', () => {
  for (const language of languages) {
    const { destinationTag, ...others } = checkoutTexts[language];
    for (const text of [others.tagWarning, others.copyTag, others.refundTagLabel])
      assert.ok(text.toLowerCase().includes(destinationTag.toLowerCase()), text);
  }
});

test('euros are written in the reader’s locale, coins in the format of wallets', () => {
  assert.ok(draw(paying, 'en').includes('€25.00'));
  assert.ok(draw(paying, 'de').includes('25,00\u00a0€'));
  assert.ok(draw(paying, 'pt').includes('€\u00a025,00'));
  for (const language of languages) assert.ok(draw(paying, language).includes('>0.00043210<'));
});

test('the same checkout renders the same parts at any time', (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: now.nowMs });
  for (const phase of phases) {
    const checkout = checkoutOf(examples[phase]);
    const one = drawState(checkout, 'de').parts;
    t.mock.timers.tick(3_600_000);
    const other = drawState(checkout, 'de').parts;
    for (const name of partNames) assert.equal(one[name].text, other[name].text);
  }
});

test('the page with its style and script is smaller than 60 kB', () => {
  const files = ['checkout.css', 'checkout.js'].map(
    (name) => readFileSync(new URL(`../../../../web/checkout/${name}`, import.meta.url)).length,
  );
  const fixed = files.reduce((sum, size) => sum + size, 0);
  for (const phase of phases) {
    for (const language of languages) {
      assert.ok(fixed + Buffer.byteLength(draw(examples[phase], language)) < 58_000, phase);
    }
  }
});
