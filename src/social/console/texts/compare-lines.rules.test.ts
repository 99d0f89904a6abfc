import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compareLines, shortenSame } from './compare-lines.rules.ts';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 });

test('same and removed lines form the old text; same and added lines form the new text', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const compared = compareLines(before.join('\n'), after.join('\n'));
      const without = (change: string) =>
        compared.filter((line) => line.change !== change).map(({ text }) => text);
      assert.equal(without('new').join('\n'), before.join('\n'));
      assert.equal(without('gone').join('\n'), after.join('\n'));
    }),
    { numRuns: 500 },
  );
});

test('the difference is minimal', () => {
  assert.deepEqual(
    compareLines('one\ntwo\nthree', 'one\n2\nthree').map(({ change }) => change),
    ['same', 'gone', 'new', 'same'],
  );
  assert.deepEqual(compareLines('same', 'same'), [{ change: 'same', text: 'same' }]);
  assert.deepEqual(
    compareLines('', 'first').map(({ change }) => change),
    ['new'],
  );
});

test('distant unchanged lines are replaced by one gap, and long texts are compared quickly', () => {
  const before = Array.from({ length: 20 }, (_, at) => `line ${at}`);
  const after = before.with(10, 'changed');
  const shown = shortenSame(compareLines(before.join('\n'), after.join('\n')));
  assert.deepEqual(
    shown.map((line) => line?.text ?? null),
    [null, 'line 8', 'line 9', 'line 10', 'changed', 'line 11', 'line 12', null],
  );
  const long = Array.from({ length: 5000 }, (_, at) => `a ${at}`).join('\n');
  assert.equal(compareLines(long, long.replaceAll('a', 'b')).length, 10_000);
});
