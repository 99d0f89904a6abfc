import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOfGroup, latestMonths, parseMonth, referencePath } from './movement-groups.rules.ts';

const id = '0199e2f0-5c1a-7c3e-9c52-6d1d3f9b2c77';

test('parses a month in UTC, also at the end of a year, and refuses everything else', () => {
  assert.deepEqual(parseMonth('2026-12'), {
    name: '2026-12',
    from: new Date('2026-12-01T00:00:00Z'),
    to: new Date('2027-01-01T00:00:00Z'),
  });
  for (const text of ['', '2026-13', '2026-00', '26-01', '2026-1', '2026-01-01', '9999-01']) {
    assert.equal(parseMonth(text), undefined, text);
  }
  const names = latestMonths(Date.parse('2027-01-31T23:59:59Z'), 3).map(({ name }) => name);
  assert.deepEqual(names, ['2027-01', '2026-12', '2026-11']);
});

test('a reference links to the page of its id, and to none if it is not an id', () => {
  assert.equal(referencePath('payment', id), `/payments/${id}`);
  for (const kind of ['order', 'withdrawal_failed', 'deposit', 'network_fee'])
    assert.equal(referencePath(kind, id), `/orders/${id}`, kind);
  for (const [kind, reference] of [
    ['payment_loss', `${id}:1`],
    ['network_fee_charged', `${id}:abc`],
    ['adjustment', id],
    ['order', '../team'],
  ] as const)
    assert.equal(referencePath(kind, reference), undefined, kind);
  assert.ok(isOfGroup('fees', 'network_fee_returned') && !isOfGroup('fees', 'order'));
});
