import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stateOfChain } from './chain-state.rules.ts';

test('the worst condition decides the state of a chain', () => {
  const fine = { ageMs: 900, unreadBlocks: 0, fault: null, off: false, reader: { pid: 7 } };
  for (const [change, state] of [
    [{}, 'fine'],
    [{ unreadBlocks: 2 }, 'fine'],
    [{ unreadBlocks: 3 }, 'behind'],
    [{ ageMs: 60_000 }, 'fine'],
    [{ ageMs: 60_001, unreadBlocks: 9 }, 'late'],
    [{ reader: undefined, ageMs: 100_000 }, 'unread'],
    [{ fault: 'node_away', reader: undefined }, 'stopped'],
    [{ off: true, fault: 'node_away' }, 'off'],
  ] as const) {
    assert.equal(stateOfChain({ ...fine, ...change }), state, JSON.stringify(change));
  }
});
