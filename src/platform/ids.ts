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
  const at = used;
  used += 4;
  const first = pool[at] ?? 0;
  if (nowMs > lastMs || nowMs < lastMs - 1000) startMillisecond(nowMs, (first >> 6) & 0x3ff);
  else if (++sequence > 0xfff) startMillisecond(lastMs + 1, 0);
  return (
    timePart +
    hex[0x7000 | sequence] +
    '-' +
    hex[0x8000 | (first & 0x3fff)] +
    '-' +
    hex[pool[at + 1] ?? 0] +
    hex[pool[at + 2] ?? 0] +
    hex[pool[at + 3] ?? 0]
  );
}

function startMillisecond(ms: number, firstSequence: number): void {
  lastMs = ms;
  sequence = firstSequence;
  const time = ms.toString(16).padStart(12, '0');
  timePart = `${time.slice(0, 8)}-${time.slice(8)}-`;
}

let requestMs = 0;
let requests = 0;
let requestStart = '';
let requestEnd = '';

/**
 * A UUIDv7 as well, of which only the first of a millisecond is random: the name of a request must be its own, and need
 * not be a secret. Every request has one, and most need nothing else that costs as much.
 */
export function newRequestId(): string {
  const nowMs = Date.now();
  if (nowMs !== requestMs || ++requests > 0xfff) {
    requestMs = nowMs;
    requests = 0;
    const id = newId(nowMs);
    requestStart = id.slice(0, 14);
    requestEnd = id.slice(18);
  }
  return requestStart + hex[0x7000 | requests] + requestEnd;
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A path that cannot name anything must answer "not found" without asking PostgreSQL, which would refuse the text. */
export function isId(text: string): boolean {
  return uuidPattern.test(text);
}

/** The sixteen bytes of an id, for where it is written shorter. */
export const packId = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

export const unpackId = (bytes: Buffer): string =>
  bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** The smallest UUIDv7 of a moment: the edge of a range over time-ordered ids. */
export function firstIdAt(ms: number): string {
  const time = ms.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}
