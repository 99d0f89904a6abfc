import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseForBlock, type Minable } from './block-choice.rules.ts';

const waiting = (id: string, feeMinor: bigint, more: Partial<Minable> = {}): Minable => ({
  id,
  feeMinor,
  size: 100n,
  sequence: null,
  parents: [],
  ...more,
});
const choose = (all: readonly Minable[]): string[] => chooseForBlock(all, 10_000n, 1000n).toSorted();

test('takes transactions that pay the rate and leaves the others', () => {
  assert.deepEqual(choose([waiting('a', 999n), waiting('b', 1000n), waiting('c', 1001n)]), ['b', 'c']);
});

test('takes a child with all of its parents if they pay enough together, otherwise none of them', () => {
  const parent = waiting('parent', 100n);
  const child = (feeMinor: bigint) => waiting('child', feeMinor, { parents: ['parent'] });
  assert.deepEqual(choose([parent, child(1900n)]), ['child', 'parent']);
  assert.deepEqual(choose([parent, child(1899n)]), []);
  const grandchild = waiting('grandchild', 2800n, { parents: ['child'] });
  assert.deepEqual(choose([parent, child(100n), grandchild]), ['child', 'grandchild', 'parent']);
  const other = waiting('other', 1000n, { parents: ['parent'] });
  assert.deepEqual(choose([parent, child(1900n), other]), ['child', 'other', 'parent']);
  assert.deepEqual(choose([waiting('taken before', 1000n, { parents: ['in a block'] })]), ['taken before']);
});

test('orders an account’s payments by number, and none of them pays for another', () => {
  const numbered = (id: string, number: bigint, feeMinor: bigint) =>
    waiting(id, feeMinor, { sequence: { account: 'x', number } });
  assert.deepEqual(choose([numbered('1', 1n, 1000n), numbered('2', 2n, 900n), numbered('3', 3n, 5000n)]), [
    '1',
  ]);
  // The first was replaced after the second arrived.
  assert.deepEqual(choose([numbered('2', 2n, 1000n), numbered('1', 1n, 1000n)]), ['1', '2']);
  assert.deepEqual(choose([numbered('2', 2n, 1000n), numbered('1', 1n, 10n)]), []);
});
