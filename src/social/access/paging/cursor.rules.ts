import { Buffer } from 'node:buffer';
import { invalidField } from '../../../platform/problem.ts';
import { socialWords } from '../../details/social-words.rules.ts';

/** Encodes the start of the next page as an opaque text. */
export function encodeCursor(parts: readonly string[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/**
 * Decodes a cursor. Its parts must match `patterns` in order, once or up to `mostTimes` times. Anything else was not
 * issued by this server and is rejected.
 */
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
    // Not JSON: rejected below.
  }
  throw foreignCursor();
}

export const foreignCursor = () => invalidField('cursor', 'malformed', socialWords.cursorOfAnswer);

export const timePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3,6}Z$/;
export const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Rejects texts that look like a time but are none, such as 30 February or the year 0. */
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

/** Returns the `Link` value of the next page. It omits the access token, which the client adds itself. */
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
