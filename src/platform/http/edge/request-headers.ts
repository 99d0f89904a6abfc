import type { IncomingMessage } from 'node:http';
import { problem, type ProblemError } from '../../problem.ts';
import { platformWords } from '../../words/platform-words.ts';

/** RFC 3986: a host name or address, which may be empty (RFC 9112), and an optional port. */
const hostPattern = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i;

/**
 * Returns a problem if the request has several Host headers or an invalid one. Node uses the first header, but a proxy
 * in front may have read another, or another part of an invalid value.
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
          say: platformWords.malformedHost,
        });
  }
  if (count === 0 && raw.httpVersion === '1.0') return undefined;
  return problem('invalid_input', { say: platformWords.oneHost });
}

/**
 * Returns the path and query of a request. A client that takes this server for a proxy sends a whole URL (RFC 9112,
 * 3.2.2). Its host is ignored: the public URL is a setting.
 */
export function targetOf({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  if (url.startsWith('/')) return url;
  const target = url.replace(/^https?:\/\/[^/?#]*/i, '');
  return target.startsWith('?') || target === '' ? `/${target}` : target;
}

/**
 * Deletes the content type of a request without a body, which many clients send. Fastify would otherwise wait for a
 * body that never comes.
 */
export function forgetTypeOfNothing({ headers }: IncomingMessage): void {
  // Skipped for most requests: even deleting a missing property would make V8 use its slow object form.
  if (headers['content-type'] === undefined) return;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) {
    delete headers['content-type'];
  }
}
