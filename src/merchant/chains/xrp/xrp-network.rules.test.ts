import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  describeNetwork,
  hasLedger,
  networkField,
  parseLedgerRanges,
  readNetworkId,
} from './xrp-network.rules.ts';

test('parses a node’s ledgers as ranges, single ledgers or none', () => {
  assert.deepEqual(parseLedgerRanges('32570-6595042'), [[32_570, 6_595_042]]);
  assert.deepEqual(parseLedgerRanges('1-2,4,6-9'), [
    [1, 2],
    [4, 4],
    [6, 9],
  ]);
  assert.deepEqual(parseLedgerRanges('empty'), []);
  for (const text of ['', '1-', '-5', '9-1', '1-2-3', 'all', '1, 2', '12345678901']) {
    assert.equal(parseLedgerRanges(text), undefined, text);
  }
  const ranges = parseLedgerRanges('1-2,4') ?? [];
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5].map((index) => hasLedger(ranges, index)),
    [false, true, true, false, true, false],
  );
});

test('reads a network by name or id, and transactions name ids above 1024', () => {
  assert.deepEqual(['main', 'test', 'dev', '21338'].map(readNetworkId), [0, 1, 2, 21_338]);
  for (const text of ['', '0', '01', '-1', 'regtest', '4294967296', '1e3', 'toString']) {
    assert.equal(readNetworkId(text), undefined, text);
  }
  assert.deepEqual([0, 1, 21_338].map(describeNetwork), ['xrp main', 'xrp test', 'xrp 21338']);
  assert.deepEqual([0, 1024, 1025].map(networkField), [{}, {}, { NetworkID: 1025 }]);
});
