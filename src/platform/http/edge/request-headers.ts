import type { IncomingMessage } from 'node:http';
import { problem, type ProblemError } from '../../problem.ts';

/** RFC 3986: a name or an address, which may be empty (RFC 9112), and a port. */
const hostPattern = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i;

/**
 * Node keeps the first of several Host headers, and a proxy in front of us may have looked at another, or at another
 * part of one that is no host.
 */
export function findHostFault(raw: IncomingMessage): ProblemError | undefined {
  const { rawHeaders } = raw;
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  if (count === 1) {
    return hostPattern.test(raw.headers.host ?? '')
      ? undefined
      : problem('invalid_input', {
          detail: 'The Host header must be a host, and a port where there is one.',
        });
  }
  if (count === 0 && raw.httpVersion === '1.0') return undefined;
  return problem('invalid_input', { detail: 'The request must have one Host header.' });
}

/**
 * The path and query of a request. One that was written for a proxy has the whole address (RFC 9112, 3.2.2), whose host
 * says nothing here: what is public is a setting.
 */
export function targetOf({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  if (url.startsWith('/')) return url;
  const target = url.replace(/^https?:\/\/[^/?#]*/i, '');
  return target.startsWith('?') || target === '' ? `/${target}` : target;
}

/**
 * Clients name a content type out of habit, also with operations that have no body. The parser for that type would wait
 * for the end of a body that never begins.
 */
export function forgetTypeOfNothing({ headers }: IncomingMessage): void {
  // Most requests have none, and deleting what is not there would still make the object a slow one.
  if (headers['content-type'] === undefined) return;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) {
    delete headers['content-type'];
  }
}
