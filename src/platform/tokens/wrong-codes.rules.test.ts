import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterWrongCode, areCodesHeld, mostWrongCodes } from './wrong-codes.rules.ts';

const day = 24 * 3_600_000;
const at = (days: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + days * day);

test('accepts no more wrong codes in a year than the limit, however they are distributed', () => {
  const taken: Date[] = [];
  let wrongAt: Date[] = [];
  for (let days = 0; days < 1000; days += 5) {
    if (areCodesHeld(wrongAt, at(days))) continue;
    ({ wrongAt } = afterWrongCode(wrongAt, at(days)));
    taken.push(at(days));
    assert.ok(wrongAt.length <= mostWrongCodes);
  }
  for (const first of taken) {
    const within = taken.filter((each) => each >= first && each.getTime() - first.getTime() < 365 * day);
    assert.ok(within.length <= mostWrongCodes, first.toISOString());
  }
  assert.ok(taken.length > 2 * mostWrongCodes, 'a wrong code counts for a year, not for good');
});

test('every fifth wrong code causes a notice, and the last one requires a confirmation', () => {
  const mails: Record<number, string> = {};
  let wrongAt: Date[] = [];
  for (let count = 1; count <= mostWrongCodes; count++) {
    const { mail, ...after } = afterWrongCode(wrongAt, at(0));
    ({ wrongAt } = after);
    if (mail) mails[count] = mail;
  }
  const notice = 'notice';
  assert.deepEqual(mails, { 5: notice, 10: notice, 15: notice, 20: notice, 25: notice, 30: 'confirmation' });
});
