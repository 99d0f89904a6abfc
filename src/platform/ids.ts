import { randomFillSync } from 'node:crypto';

/** Random numbers for 512 ids, drawn in one call: drawing 8 bytes at a time costs more than the rest. */
const pool = new Uint16Array(2048);
let used = pool.length;
let lastMs = 0;
let sequence = 0;
let timePart = '';

const hex: readonly string[] = Array.from({ length: 0x1_0000 }, (_, word) =>
  word.toString(16).padStart(4, '0'),
);

/**
 * Returns a UUIDv7 (RFC 9562): 48 bits of milliseconds, a 12-bit counter that keeps ids of one process in order within
 * a millisecond, and 62 random bits. `nowMs` is the clock of the services, so that ids sort like the times stored with
 * them.
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
 * Returns a UUIDv7 that shares the random bits of all requests in the same millisecond. Request ids must be unique, but
 * not secret, and every request needs one cheaply.
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

/**
 * Returns true for a UUID. Other texts in a path are answered with "not found" without a query, which PostgreSQL would
 * reject.
 */
export function isId(text: string): boolean {
  return uuidPattern.test(text);
}

/** Returns the sixteen bytes of an id, for shorter representations. */
export const packId = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

export const unpackId = (bytes: Buffer): string =>
  bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

/** Returns the smallest UUIDv7 of a time, as the bound of a range of time-ordered ids. */
export function firstIdAt(ms: number): string {
  const time = ms.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}
