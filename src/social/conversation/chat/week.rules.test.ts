import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chatTimeZone, dayOf, pageOf, startOfDay, weekOf } from './week.rules.ts';

const at = (text: string): number => Date.parse(text);
const iso = (ms: number): string => new Date(ms).toISOString();
const local = (ms: number): string =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: chatTimeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(ms);

test('page 0 ends with today in local time, also where daylight saving moves midnight', () => {
  for (const [now, from, until] of [
    // In UTC it is already the next day.
    ['2026-11-16T02:59:59.999Z', '2026-11-09T03:00:00.000Z', '2026-11-16T03:00:00.000Z'],
    // On 4 November 2018 the clock went from 23:59:59 to 01:00: the day had no midnight and the week 167 hours.
    ['2018-11-06T12:00:00Z', '2018-10-31T03:00:00.000Z', '2018-11-07T02:00:00.000Z'],
    ['2018-11-10T12:00:00Z', '2018-11-04T03:00:00.000Z', '2018-11-11T02:00:00.000Z'],
    // On 17 February 2019 midnight came twice: the first one turned back to 23:00 of the 16th.
    ['2019-02-18T12:00:00Z', '2019-02-12T02:00:00.000Z', '2019-02-19T03:00:00.000Z'],
    ['2019-02-16T12:00:00Z', '2019-02-10T02:00:00.000Z', '2019-02-17T03:00:00.000Z'],
  ] as const) {
    const { fromMs, untilMs } = weekOf(0, at(now));
    assert.deepEqual([iso(fromMs), iso(untilMs)], [from, until], now);
  }
});

const moments = fc.integer({ min: at('1985-01-01T00:00:00Z'), max: at('2060-01-01T00:00:00Z') });

test('consecutive pages have no gap and no overlap, and page 0 contains now', () => {
  fc.assert(
    fc.property(moments, fc.integer({ min: 0, max: 600 }), (now, page) => {
      const week = weekOf(page, now);
      const older = weekOf(page + 1, now);
      assert.equal(older.untilMs, week.fromMs);
      const first = weekOf(0, now);
      assert.ok(first.fromMs <= now && now < first.untilMs);
    }),
  );
});

test('a page is seven calendar days that begin at the local start of a day', () => {
  fc.assert(
    fc.property(moments, fc.integer({ min: 0, max: 600 }), (now, page) => {
      const { fromMs, untilMs } = weekOf(page, now);
      assert.equal(dayOf(untilMs) - dayOf(fromMs), 7);
      assert.notEqual(local(fromMs).slice(0, 10), local(fromMs - 1).slice(0, 10));
      assert.notEqual(local(untilMs).slice(0, 10), local(untilMs - 1).slice(0, 10));
      const hours = (untilMs - fromMs) / 3_600_000;
      assert.ok([167, 168, 169].includes(hours), `${hours} hours`);
    }),
  );
});

test('every moment is on the page that pageOf returns and on no other', () => {
  fc.assert(
    fc.property(moments, fc.integer({ min: 0, max: 20 * 365 * 86_400_000 }), (now, ago) => {
      const page = pageOf(now - ago, now);
      const { fromMs, untilMs } = weekOf(page, now);
      assert.ok(fromMs <= now - ago && now - ago < untilMs);
    }),
  );
});

test('a day begins at its first moment', () => {
  fc.assert(
    fc.property(moments, (ms) => {
      const start = startOfDay(dayOf(ms));
      assert.ok(start <= ms);
      assert.equal(dayOf(start), dayOf(ms));
      assert.equal(dayOf(start - 1), dayOf(ms) - 1);
    }),
  );
});
