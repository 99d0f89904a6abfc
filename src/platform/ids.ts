import { randomFillSync } from 'node:crypto';

/** One call for 512 ids: drawing 8 bytes at a time costs more than the rest. */
const pool = new Uint16Array(2048);
let used = pool.length;
let lastMs = 0;
let sequence = 0;
let timePart = '';

const hex: readonly string[] = Array.from({ length: 0x1_0000 }, (_, word) =>
  word.toString(16).padStart(4, '0'),
);

/**
 * A UUIDv7 (RFC 9562): 48 bits of milliseconds, a 12-bit counter that keeps ids of one process in order within a
 * millisecond, 62 random bits. `nowMs` is the service's clock, so that ids sort with the times stored beside them.
 */
export function newId(nowMs: number = Date.now()): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const [first = 0, second = 0, third = 0, fourth = 0] = [
    pool[used],
    pool[used + 1],
    pool[used + 2],
    pool[used + 3],
  ];
  used += 4;
  if (nowMs > lastMs || nowMs < lastMs - 1000) startMillisecond(nowMs, (first >> 6) & 0x3ff);
  else if (++sequence > 0xfff) startMillisecond(lastMs + 1, 0);
  return (
    timePart +
    hex[0x7000 | sequence] +
    '-' +
    hex[0x8000 | (first & 0x3fff)] +
    '-' +
    hex[second] +
    hex[third] +
    hex[fourth]
  );
}

function startMillisecond(ms: number, firstSequence: number): void {
  lastMs = ms;
  sequence = firstSequence;
  const time = ms.toString(16).padStart(12, '0');
  timePart = `${time.slice(0, 8)}-${time.slice(8)}-`;
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A path that cannot name anything must answer "not found" without asking PostgreSQL, which would refuse the text. */
export function isId(text: string): boolean {
  return uuidPattern.test(text);
}

/** The smallest UUIDv7 of a moment: the edge of a range over time-ordered ids. */
export function firstIdAt(ms: number): string {
  const time = ms.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}
