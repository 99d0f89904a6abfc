import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Rounds } from './rounds.ts';

const members = Array.from({ length: 1000 }, (_, index) => index);

function gather(size: number): Rounds<number> {
  const rounds = new Rounds<number>(25_000, 100, 0);
  for (const member of members.slice(0, size)) rounds.add(member);
  return rounds;
}

test('each member is due once per period, and members who joined together are spread over it', () => {
  const rounds = gather(1000);
  for (let period = 0; period < 3; period++) {
    const turns: number[][] = [];
    for (let slot = 1; slot <= 100; slot++) turns.push(rounds.due(period * 25_000 + slot * 250));
    assert.deepEqual(
      turns.map((turn) => turn.length),
      turns.map(() => 10),
    );
    assert.deepEqual(
      turns.flat().toSorted((one, other) => one - other),
      members,
    );
  }
});

test('a late timer skips no member, and an early one returns no member twice', () => {
  const rounds = gather(1000);
  let calls = 0;
  for (const nowMs of [10, 240, 251, 300, 499, 1700, 1701, 24_999]) calls += rounds.due(nowMs).length;
  assert.equal(calls, 990);
  assert.equal(rounds.due(25_000).length, 10);
  assert.equal(rounds.due(500_000).length, 1000, 'once each after a long pause');
  assert.equal(rounds.due(500_001).length, 0);
});

test('a deleted member is not returned, and a new one is returned within a period', () => {
  const rounds = gather(3);
  rounds.delete(1);
  rounds.delete(1);
  assert.deepEqual(rounds.due(25_000), [0, 2]);
  rounds.add(7);
  assert.deepEqual(
    rounds.due(50_000).toSorted((one, other) => one - other),
    [0, 2, 7],
  );
});
