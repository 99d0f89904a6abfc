import { randomFillSync } from 'node:crypto';

const pool = Buffer.alloc(4096);
let poolOffset = pool.length;
let lastMs = 0;
let sequence = 0;

const hex: string[] = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * A UUIDv7 (RFC 9562): 48 bits of milliseconds, a 12-bit counter that keeps ids of one process in order within a
 * millisecond, 62 random bits. `nowMs` is the service's clock, so that ids sort with the times stored beside them.
 */
export function newId(nowMs: number = Date.now()): string {
  if (poolOffset + 8 > pool.length) {
    // One call for 512 ids: drawing 8 bytes at a time costs more than the rest of this function.
    randomFillSync(pool);
    poolOffset = 0;
  }
  if (nowMs > lastMs || nowMs < lastMs - 1000) {
    lastMs = nowMs;
    sequence = ((pool[poolOffset] ?? 0) << 2) & 0x3ff;
  } else if (++sequence > 0xfff) {
    lastMs += 1;
    sequence = 0;
  }
  const ms = lastMs;
  const at = poolOffset;
  poolOffset += 8;
  const random = (index: number): string => hex[pool[at + index] ?? 0] ?? '00';
  const time = ms.toString(16).padStart(12, '0');
  const variant = hex[((pool[at] ?? 0) & 0x3f) | 0x80] ?? '80';
  return (
    `${time.slice(0, 8)}-${time.slice(8)}-7${sequence.toString(16).padStart(3, '0')}-` +
    `${variant}${random(1)}-${random(2)}${random(3)}${random(4)}${random(5)}${random(6)}${random(7)}`
  );
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
