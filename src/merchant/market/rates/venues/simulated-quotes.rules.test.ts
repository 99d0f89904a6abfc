import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pairCodes } from '../../../assets/asset.rules.ts';
import { rateOf } from '../rate.rules.ts';
import { referencePrices, simulateQuotes } from './simulated-quotes.rules.ts';

const anyMoment = fc.integer({ min: 0, max: 4_000_000_000_000 });

test('the simulated market is the same for the same seed and second, in every process', () => {
  const moment = Date.parse('2026-03-01T12:00:00.250Z');
  assert.deepEqual(simulateQuotes(1, 2, moment), simulateQuotes(1, 2, moment + 700));
  assert.notDeepEqual(simulateQuotes(1, 2, moment), simulateQuotes(1, 2, moment + 1000));
  assert.notDeepEqual(simulateQuotes(1, 2, moment), simulateQuotes(2, 2, moment));
  assert.notDeepEqual(simulateQuotes(1, 2, moment), simulateQuotes(1, 3, moment));
});

test('all simulated venues are always sound, agree, and stay within 5 % of the reference', () => {
  fc.assert(
    fc.property(anyMoment, (nowMs) => {
      const books = [1, 2, 3, 4].flatMap((venue) =>
        simulateQuotes(7, venue, nowMs).map((quote) => ({
          ...quote,
          venue: String(venue),
          receivedAtMs: nowMs,
          changedAtMs: nowMs,
        })),
      );
      for (const pair of pairCodes) {
        const rate = rateOf(
          pair,
          books.filter((book) => book.pair === pair),
          nowMs,
          { spreadBps: 0, agreementBps: 50, minVenues: 2 },
        );
        assert.equal(rate?.books, 4);
        const share = Number(rate.mid) / 1e8 / referencePrices[pair];
        assert.ok(share > 0.95 && share < 1.05, `${pair} at ${share}`);
      }
    }),
  );
});

test('simulated prices change by less than a fraction of a percent per second, and move over days', () => {
  const start = Date.parse('2026-03-01T00:00:00Z');
  let [lowest, highest] = [Infinity, 0];
  let before: number | undefined;
  for (let second = 0; second < 7200; second++) {
    const bid = Number(simulateQuotes(7, 1, start + second * 1000)[0]?.bid);
    if (before !== undefined) assert.ok(Math.abs(bid / before - 1) < 0.002);
    before = bid;
    [lowest, highest] = [Math.min(lowest, bid), Math.max(highest, bid)];
  }
  assert.ok(highest / lowest > 1.002);
});

test('the simulated market is the same in all versions, because two may run at once', () => {
  const quotes = (seed: number, venue: number, moment: string) =>
    simulateQuotes(seed, venue, Date.parse(moment)).map(({ pair, bid, ask }) => `${pair} ${bid} ${ask}`);
  assert.deepEqual(quotes(1, 0, '2026-03-01T12:00:00Z'), [
    'BTCEUR 8033723000000 8039702000000',
    'BCHEUR 45441200000 45477400000',
    'LTCEUR 9105800000 9114600000',
    'ETHEUR 274587000000 274740000000',
    'XRPEUR 199751600 199846300',
  ]);
  assert.deepEqual(quotes(1, 1, '2026-03-01T12:00:07Z'), [
    'BTCEUR 8032524000000 8038565000000',
    'BCHEUR 45439700000 45493300000',
    'LTCEUR 9106000000 9111700000',
    'ETHEUR 274459000000 274753000000',
    'XRPEUR 199767400 199855000',
  ]);
  assert.deepEqual(quotes(42, 2, '2026-03-01T12:00:33.999Z'), [
    'BTCEUR 8078414000000 8083627000000',
    'BCHEUR 45076800000 45104600000',
    'LTCEUR 8970900000 8980700000',
    'ETHEUR 284630000000 284890000000',
    'XRPEUR 200216700 200327000',
  ]);
});
