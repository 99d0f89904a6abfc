import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PrimaryTrail, readPosition } from './replica-lag.rules.ts';

test('compares positions as PostgreSQL does', () => {
  assert.equal(readPosition('0/0'), 0n);
  assert.equal(readPosition('16/B374D848'), 0x16_b374d848n);
  assert.ok(readPosition('1/0') > readPosition('0/FFFFFFFF'));
});

test('a replica lags since the time at which the primary first passed its position, and not at all if it has caught up', () => {
  const trail = new PrimaryTrail(10_000);
  trail.add({ atMs: 1000, position: 10n });
  trail.add({ atMs: 2000, position: 20n });
  // Nothing was written between the two.
  trail.add({ atMs: 3000, position: 20n });
  trail.add({ atMs: 4000, position: 30n });
  for (const [replayed, lagMs] of [
    [30n, 0],
    [99n, 0],
    [29n, 500],
    [20n, 500],
    [19n, 2500],
    [0n, 3500],
  ] as const)
    assert.equal(trail.lagMs(replayed, 4500), lagMs, String(replayed));
});

test("a replica needs the primary's position of that long ago, or of the start of the trail if that is later", () => {
  const trail = new PrimaryTrail(10_000);
  assert.equal(trail.needed(0, 2000), 0n);
  trail.add({ atMs: 1000, position: 10n });
  assert.equal(trail.needed(1000, 2000), 10n, 'nobody knows since when what is before is missing');
  trail.add({ atMs: 2000, position: 20n });
  trail.add({ atMs: 4000, position: 30n });
  for (const [nowMs, needed] of [
    [3000, 10n],
    [3999, 10n],
    [4000, 20n],
    [5999, 20n],
    [6000, 30n],
  ] as const)
    assert.equal(trail.needed(nowMs, 2000), needed, String(nowMs));
});

test('the trail forgets milestones older than it keeps, and nothing newer', () => {
  const trail = new PrimaryTrail(1000);
  for (let atMs = 0; atMs <= 5000; atMs += 100) trail.add({ atMs, position: BigInt(atMs) });
  assert.equal(trail.lagMs(3950n, 5000), 1000);
  assert.ok(trail.lagMs(0n, 5000) >= 1000);
});

test('a replica with a later position never has a larger lag', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(100), fc.bigInt(0n, 50n)), { maxLength: 30 }),
      fc.bigInt(0n, 800n),
      fc.bigInt(0n, 50n),
      (steps, replayed, more) => {
        const trail = new PrimaryTrail(500);
        let [atMs, position] = [0, 0n];
        for (const [waitMs, written] of steps)
          trail.add({ atMs: (atMs += waitMs), position: (position += written) });
        assert.ok(trail.lagMs(replayed + more, atMs) <= trail.lagMs(replayed, atMs));
      },
    ),
  );
});
