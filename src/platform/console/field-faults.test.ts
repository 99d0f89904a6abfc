import assert from 'node:assert/strict';
import { test } from 'node:test';
import { holdFaults, noFaults } from './field-faults.ts';

test('the first rendered field with a fault gets the focus', () => {
  const faults = holdFaults(
    new Map([
      ['email', 'Is missing.'],
      ['amount', 'Must be more.'],
    ]),
  );
  assert.ok(!faults.isMarked());
  assert.deepEqual(faults.mark('name'), { fault: undefined, autofocus: false });
  assert.ok(!faults.isMarked(), 'nothing of what was refused is shown yet');
  assert.deepEqual(faults.mark('amount'), { fault: 'Must be more.', autofocus: true });
  assert.deepEqual(faults.mark('email'), { fault: 'Is missing.', autofocus: false });
  assert.ok(faults.isMarked() && faults.has('email') && !faults.has('name'));
});

test('a form without faults keeps its own focus', () => {
  assert.deepEqual({ autofocus: true, ...noFaults.mark('name') }, { autofocus: true });
  assert.ok(!noFaults.has('name'));
});
