import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSamePerson } from './same-person.ts';

const ana = 'staff:ana@example.com';

for (const [other, isSame] of [
  ['staff: Ana@Example.COM ', true],
  ['member:ana@example.com', true],
  ['staff:ana@exámple.com', false],
  ['staff:bea@example.com', false],
  ['staff:ana@example.com.br', false],
  ['client:ana@example.com', false],
  ['praca', false],
  // A free-form name of an earlier version: it may belong to any person.
  ['staff:ana', true],
  ['staff:bea', true],
] as const) {
  test(`${ana} and ${other} ${isSame ? 'may be' : 'are not'} one person`, () => {
    assert.equal(isSamePerson(ana, other), isSame);
    assert.equal(isSamePerson(other, ana), isSame);
  });
}
