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

const cases: { what: string; now: string; page: number; from: string; until: string }[] = [
  {
    what: 'an ordinary day',
    now: '2026-11-15T12:00:00Z',
    page: 0,
    from: '2026-11-09T03:00:00.000Z',
    until: '2026-11-16T03:00:00.000Z',
  },
  {
    what: 'late in the evening, when UTC is already tomorrow',
    now: '2026-11-16T02:59:59.999Z',
    page: 0,
    from: '2026-11-09T03:00:00.000Z',
    until: '2026-11-16T03:00:00.000Z',
  },
  {
    what: 'across the end of a year',
    now: '2027-01-02T12:00:00Z',
    page: 0,
    from: '2026-12-27T03:00:00.000Z',
    until: '2027-01-03T03:00:00.000Z',
  },
  {
    what: 'a week back across the end of a month',
    now: '2026-03-05T12:00:00Z',
    page: 1,
    from: '2026-02-20T03:00:00.000Z',
    until: '2026-02-27T03:00:00.000Z',
  },
  {
    what: 'a leap day',
    now: '2028-03-01T12:00:00Z',
    page: 0,
    from: '2028-02-24T03:00:00.000Z',
    until: '2028-03-02T03:00:00.000Z',
  },
  {
    // On 4 November 2018 the clock went from 23:59:59 to 01:00: the day had no midnight and the week 167 hours.
    what: 'the begin of daylight saving in 2018',
    now: '2018-11-06T12:00:00Z',
    page: 0,
    from: '2018-10-31T03:00:00.000Z',
    until: '2018-11-07T02:00:00.000Z',
  },
  {
    what: 'a week that begins on the day without a midnight',
    now: '2018-11-10T12:00:00Z',
    page: 0,
    from: '2018-11-04T03:00:00.000Z',
    until: '2018-11-11T02:00:00.000Z',
  },
  {
    // On 17 February 2019 midnight came twice: the first one turned back to 23:00 of the 16th.
    what: 'the end of daylight saving in 2019',
    now: '2019-02-18T12:00:00Z',
    page: 0,
    from: '2019-02-12T02:00:00.000Z',
    until: '2019-02-19T03:00:00.000Z',
  },
  {
    what: 'a week that ends where the hour came twice',
    now: '2019-02-16T12:00:00Z',
    page: 0,
    from: '2019-02-10T02:00:00.000Z',
    until: '2019-02-17T03:00:00.000Z',
  },
];

for (const { what, now, page, from, until } of cases) {
  test(`page ${page} on ${what}`, () => {
    const week = weekOf(page, at(now));
    assert.deepEqual([iso(week.fromMs), iso(week.untilMs)], [from, until]);
  });
}

const moments = fc.integer({ min: at('1985-01-01T00:00:00Z'), max: at('2060-01-01T00:00:00Z') });

test('pages join without a gap or an overlap, and page 0 holds now', () => {
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

test('a page is seven days of the calendar, which begin where the day begins on the wall', () => {
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

test('every moment lies on the page that pageOf says, and on no other', () => {
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
