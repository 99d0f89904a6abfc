import type { IncomingHttpHeaders } from 'node:http';

/**
 * Sent by a page of another origin, as far as a browser tells: old ones by no more than where the page was. A request
 * without any of these headers is no browser's.
 */
export function isForeignRequest(headers: IncomingHttpHeaders, context: { publicUrl: string }): boolean {
  const site = headers['sec-fetch-site'];
  if (typeof site === 'string') return site !== 'same-origin' && site !== 'none';
  const origin = headers.origin ?? originOf(headers.referer);
  return origin !== undefined && origin !== new URL(context.publicUrl).origin;
}

/** `null`, as browsers call an origin that they do not tell, where the text is no URL: it is not ours either way. */
const originOf = (referer: string | undefined): string | undefined =>
  referer === undefined ? undefined : (URL.parse(referer)?.origin ?? 'null');
