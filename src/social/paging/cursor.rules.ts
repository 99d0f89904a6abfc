import { Buffer } from 'node:buffer';
import { invalidField } from '../../platform/problem.ts';

/** Where the next page begins, as an opaque text for the client. */
export function encodeCursor(parts: readonly string[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** `patterns` say what each part must look like, once or several times over; anything else never came from us. */
export function decodeCursor(text: string, patterns: readonly RegExp[], mostTimes = 1): string[] {
  try {
    const parts = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown;
    if (
      Array.isArray(parts) &&
      parts.length > 0 &&
      parts.length % patterns.length === 0 &&
      parts.length <= mostTimes * patterns.length &&
      parts.every((part, index) => typeof part === 'string' && fits(part, patterns[index % patterns.length]))
    ) {
      return parts as string[];
    }
  } catch {
    // Not JSON: refused like everything else that is not ours.
  }
  throw foreignCursor();
}

export const foreignCursor = () =>
  invalidField('cursor', 'malformed', 'must be one that an answer of this service gave');

export const timePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3,6}Z$/;
export const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** What looks like a time need not be one: there is no 30th of February, and no year 0. */
function fits(part: string, pattern: RegExp | undefined): boolean {
  if (!pattern?.test(part)) return false;
  if (pattern !== timePattern) return true;
  const ms = Date.parse(part);
  const seconds = 'yyyy-mm-ddThh:mm:ss'.length;
  return (
    !Number.isNaN(ms) &&
    !part.startsWith('0000') &&
    new Date(ms).toISOString().slice(0, seconds) === part.slice(0, seconds)
  );
}

/** The address of the next page. The token stays out: whoever has it puts it in again. */
export function nextLink(
  path: string,
  cursor: string,
  limit: number | undefined,
  narrowed: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams({ ...narrowed, cursor });
  if (limit !== undefined) query.set('limit', String(limit));
  return `<${path}?${query.toString()}>; rel="next"`;
}
