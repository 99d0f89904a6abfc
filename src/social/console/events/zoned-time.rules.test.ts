import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readWallTime, writeWallTime } from './zoned-time.rules.ts';

test('a local time is converted back to the same moment in every zone', () => {
  const zones = ['America/Sao_Paulo', 'America/Manaus', 'Europe/Berlin', 'Asia/Kathmandu', 'UTC'];
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.integer({ min: 0, max: 60_000_000 }), (zone, minutes) => {
      const at = new Date(minutes * 60_000);
      const read = readWallTime(writeWallTime(at, zone), zone);
      assert.ok(read);
      // A repeated hour is read as its first occurrence.
      assert.ok([0, 3_600_000].includes(at.getTime() - read.getTime()), `${zone} ${at.toISOString()}`);
      assert.equal(writeWallTime(read, zone), writeWallTime(at, zone));
    }),
    { numRuns: 300 },
  );
});

test('handles skipped and repeated hours, and refuses text that is not a time', () => {
  const berlin = (text: string) => readWallTime(text, 'Europe/Berlin')?.toISOString();
  assert.equal(berlin('2026-03-29T02:30'), '2026-03-29T01:30:00.000Z');
  assert.equal(berlin('2026-10-25T02:30'), '2026-10-25T00:30:00.000Z');
  assert.equal(
    readWallTime('2026-11-20T19:00', 'America/Sao_Paulo')?.toISOString(),
    '2026-11-20T22:00:00.000Z',
  );
  for (const text of ['', '2026-11-20', '2026-13-40T19:00', '2026-11-20T19:00Z', 'x']) {
    assert.equal(berlin(text), undefined, text);
  }
});
