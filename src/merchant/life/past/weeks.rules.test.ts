import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isId } from '../../../platform/ids.ts';
import { coinCodes } from '../../assets/asset.rules.ts';
import { madeUpCustomers } from '../people/people.rules.ts';
import { createRandom } from '../people/random.rules.ts';
import { isBusyFor } from '../visits/shop.rules.ts';
import { pauseAfterVisit, planVisit } from '../visits/visit.rules.ts';
import { madeUpDays, planWeeks, weeksBefore, type PaymentStory } from './weeks.rules.ts';

const endMs = Date.parse('2026-11-16T10:00:00Z');
const dayMs = 86_400_000;
const payments = (seed: number, end = endMs): PaymentStory[] =>
  planWeeks(seed, end, coinCodes).filter((story) => story.kind === 'payment');

test('the same seed and moment give the same weeks, another seed others', () => {
  assert.deepEqual(planWeeks(1, endMs, coinCodes), planWeeks(1, endMs, coinCodes));
  assert.notDeepEqual(planWeeks(1, endMs, coinCodes), planWeeks(2, endMs, coinCodes));
});

test('whenever a sandbox is started first, its weeks are whole, in order, and over when it starts', () => {
  const anyEnd = fc.integer({ min: 1_600_000_000_000, max: 4_000_000_000_000 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), anyEnd, (seed, end) => {
      const stories = planWeeks(seed, end, coinCodes);
      const own = stories.filter((story) => story.kind === 'payment');
      assert.ok(own.length >= 600 && own.length <= 1000, `${own.length} payments`);
      assert.ok(stories.every(({ atMs }) => atMs > weeksBefore(end) && atMs < end));
      assert.ok(stories.every(({ atMs }, index) => index === 0 || atMs >= (stories[index - 1]?.atMs ?? 0)));
      assert.ok(stories.every(({ cents }) => cents > 0n));
      assert.ok(stories.every(({ customer }) => madeUpCustomers[customer] !== undefined));
      const traded = Map.groupBy(
        stories.filter((story) => story.kind === 'trade'),
        ({ pair }) => pair,
      );
      // Bought first, then sold again: the merchant ends with the coins that it had.
      for (const pair of traded.values()) {
        assert.deepEqual(
          pair.map(({ type }) => type),
          ['WITHDRAW', 'DEPOSIT'],
        );
        assert.equal(new Set(pair.map(({ coin }) => coin)).size, 1);
      }
    }),
    { numRuns: 40 },
  );
});

test('weekends are weaker, and the last weeks stronger than the first', () => {
  const own = [1, 2, 3, 4].flatMap((seed) => payments(seed));
  const share = (keep: (story: PaymentStory) => boolean) => own.filter(keep).length / own.length;
  const isWeekend = ({ atMs }: PaymentStory) => [0, 6].includes(new Date(atMs).getUTCDay());
  assert.ok(share(isWeekend) < 0.22, `${share(isWeekend)} of them at weekends`);
  const middle = endMs - (madeUpDays / 2) * dayMs;
  assert.ok(share(({ atMs }) => atMs > middle) > 0.55);
});

test('there is something of every outcome and coin, and most is simply paid', () => {
  const own = [1, 2, 3].flatMap((seed) => payments(seed));
  const outcomes = new Set(own.map(({ outcome }) => outcome));
  assert.equal(outcomes.size, 14);
  assert.deepEqual([...new Set(own.map(({ coin }) => coin))].toSorted(), [...coinCodes].toSorted());
  assert.ok(own.filter(({ outcome }) => outcome === 'paid').length / own.length > 0.7);
});

test('only coins that are offered are paid with, and without any nothing happens', () => {
  assert.ok(planWeeks(1, endMs, ['LTC']).every(({ coin }) => coin === 'LTC'));
  assert.deepEqual(planWeeks(1, endMs, []), []);
});

test('chance is even, and its ids are of their moment', () => {
  const random = createRandom(5);
  const numbers = Array.from({ length: 4000 }, () => random.between(1, 4));
  for (const number of [1, 2, 3, 4]) {
    const times = numbers.filter((one) => one === number).length;
    assert.ok(times > 850 && times < 1150, `${number} came ${times} times`);
  }
  const ids = Array.from({ length: 1000 }, () => random.id(endMs));
  assert.equal(new Set(ids).size, ids.length);
  assert.ok(
    ids.every((id) => isId(id) && Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) === endMs),
  );
});

test('visits are small, come about once a minute, and then seldom', () => {
  const random = createRandom(3);
  for (let number = 0; number < 500; number++) {
    const { euros, coin, share } = planVisit(random, coinCodes);
    assert.ok(Number(euros) >= 3 && Number(euros) <= 16);
    assert.ok(coin !== undefined || share === 0n);
    assert.ok(pauseAfterVisit(random, number) >= (number < 30 ? 45_000 : 240_000));
  }
});

test('the shop is closed for few webhooks, and open when they come again', () => {
  const random = createRandom(4);
  const ids = Array.from({ length: 2000 }, () => random.id(endMs));
  const closed = ids.filter((id) => isBusyFor(id, endMs / 1000));
  assert.ok(closed.length > 20 && closed.length < 140, `${closed.length}`);
  assert.ok(closed.every((id) => !isBusyFor(id, endMs / 1000 + 5)));
  assert.equal(isBusyFor('nonsense', Number.NaN), false);
});
