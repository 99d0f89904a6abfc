import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatBytes, formatRange, monthsAhead, withoutNextMonth } from './partition.rules.ts';

test('two whole months after the current one are ready, also across the end of a year', () => {
  for (const [now, until] of [
    ['2026-01-01T00:00:00.000Z', '2026-04-01'],
    ['2026-11-30T23:59:59.999Z', '2027-02-01'],
    ['2024-12-31T23:59:59.999Z', '2025-03-01'],
  ] as const) {
    assert.equal(monthsAhead(new Date(now)).toISOString(), `${until}T00:00:00.000Z`);
  }
});

test('reports tables without partitions for the whole next month', () => {
  const [now, lastMoment] = [new Date('2026-11-16T12:00:00Z'), new Date('2026-11-30T23:59:59.999Z')];
  const upTo = (table: string, ...ends: (string | null)[]) =>
    ends.map((end) => ({ table, to: end === null ? null : new Date(end) }));
  const partitions = [
    ...upTo('ready', '2026-12-01', '2027-01-01', null),
    ...upTo('late', '2026-12-01', null),
    ...upTo('nearly', '2026-12-31T23:59:59Z', null),
    ...upTo('far', '2030-01-01', null),
    ...upTo('bare', null),
  ];
  for (const moment of [now, lastMoment])
    assert.deepEqual(withoutNextMonth(partitions, moment), ['late', 'nearly', 'bare']);
  assert.deepEqual(withoutNextMonth(partitions, new Date('2026-12-01')), ['ready', 'late', 'nearly', 'bare']);
  assert.deepEqual(withoutNextMonth([], now), []);
});

test('formats sizes and ranges for people', () => {
  assert.deepEqual([0n, 1023n, 1024n, 10_240n, 5n * 1024n ** 4n].map(formatBytes), [
    '0 B',
    '1023 B',
    '1.0 KiB',
    '10 KiB',
    '5.0 TiB',
  ]);
  const [from, to] = [new Date('2026-03-01'), new Date('2026-04-01')];
  assert.equal(formatRange(from, to), '2026-03-01 to 2026-04-01');
  assert.equal(formatRange(null, to), 'before 2026-04-01');
  assert.equal(formatRange(from, null), 'from 2026-03-01');
});
