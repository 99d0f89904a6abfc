import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isId } from '../../../../platform/ids.ts';
import { coinCodes } from '../../../assets/asset.rules.ts';
import { createRandom } from '../random.rules.ts';
import { pastId } from './past-id.ts';
import { isBusyFor } from '../visits/shop.routes.ts';
import { pauseAfterVisit, planVisit } from '../visits/visit.rules.ts';
import {
  madeUpDays,
  paymentScenarios,
  planWeeks,
  weeksBefore,
  type PaymentStory,
} from './scenarios.rules.ts';

const endMs = Date.parse('2026-11-16T10:00:00Z');
const payments = (seed: number, end = endMs): PaymentStory[] =>
  planWeeks(seed, end, coinCodes).filter((story) => story.kind === 'payment');

test('the same seed and end give the same weeks, and another seed gives others', () => {
  assert.deepEqual(planWeeks(1, endMs, coinCodes), planWeeks(1, endMs, coinCodes));
  assert.notDeepEqual(planWeeks(1, endMs, coinCodes), planWeeks(2, endMs, coinCodes));
});

test('for every seed and end the weeks are full, end in time and are sorted by decision', () => {
  const anyEnd = fc.integer({ min: 1_600_000_000_000, max: 4_000_000_000_000 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), anyEnd, (seed, end) => {
      const stories = planWeeks(seed, end, coinCodes);
      const own = payments(seed, end);
      assert.ok(own.length >= 600 && own.length <= 1000, `${own.length} payments`);
      for (const [index, story] of stories.entries()) {
        assert.ok(story.atMs > weeksBefore(end) && story.atMs < end);
        assert.ok(index === 0 || story.decidedMs >= (stories[index - 1]?.decidedMs ?? 0));
        assert.ok(story.cents > 0n && story.customer !== undefined);
        const isDecided = story.kind !== 'payment' || story.scenario.verdict !== undefined;
        if (isDecided) assert.ok(story.decidedMs < end - 30 * 60_000);
      }
    }),
    { numRuns: 40 },
  );
});

test('weekends have fewer payments, and the last weeks more than the first', () => {
  const own = [1, 2, 3, 4].flatMap((seed) => payments(seed));
  const share = (keep: (story: PaymentStory) => boolean) => own.filter(keep).length / own.length;
  const isWeekend = ({ atMs }: PaymentStory) => [0, 6].includes(new Date(atMs).getUTCDay());
  assert.ok(share(isWeekend) < 0.22, `${share(isWeekend)} of them at weekends`);
  const middle = endMs - (madeUpDays / 2) * 86_400_000;
  assert.ok(share(({ atMs }) => atMs > middle) > 0.55);
});

test('every scenario and coin occurs, and most payments are simply paid', () => {
  const own = [1, 2, 3].flatMap((seed) => payments(seed));
  assert.equal(new Set(own.map(({ scenario }) => scenario)).size, paymentScenarios.length);
  assert.equal(new Set(own.map(({ coin }) => coin)).size, coinCodes.length);
  assert.ok(own.filter(({ scenario }) => scenario.name === 'paid').length / own.length > 0.7);
});

test('only offered coins are used, and without a coin nothing is planned', () => {
  assert.ok(planWeeks(1, endMs, ['LTC']).every(({ coin }) => coin === 'LTC'));
  assert.deepEqual(planWeeks(1, endMs, []), []);
});

test('random numbers are evenly distributed, and past ids contain their time', () => {
  const random = createRandom(5);
  const numbers = Array.from({ length: 4000 }, () => random.between(1, 4));
  for (const number of [1, 2, 3, 4]) {
    const times = numbers.filter((one) => one === number).length;
    assert.ok(times > 850 && times < 1150, `${number} came ${times} times`);
  }
  const id = pastId(endMs);
  assert.ok(isId(id) && Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) === endMs);
});

test('visits are small, and about a minute apart at first and longer apart later', () => {
  const random = createRandom(3);
  for (let number = 0; number < 500; number++) {
    const { euros, coin, share } = planVisit(random, coinCodes);
    assert.ok(Number(euros) >= 3 && Number(euros) <= 16);
    assert.ok(coin !== undefined || share === 0n);
    assert.ok(pauseAfterVisit(random, number) >= (number < 30 ? 45_000 : 240_000));
  }
});

test('the shop refuses few webhooks, and none at the second attempt', () => {
  const ids = Array.from({ length: 2000 }, () => pastId(endMs));
  const refused = ids.filter((id) => isBusyFor(id, endMs / 1000));
  assert.ok(refused.length > 20 && refused.length < 140, `${refused.length}`);
  assert.ok(refused.every((id) => !isBusyFor(id, endMs / 1000 + 5)));
  assert.equal(isBusyFor('nonsense', Number.NaN), false);
});
