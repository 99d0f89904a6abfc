import type { IncomingHttpHeaders } from 'node:http';

/**
 * Returns true if a page of another origin sent the request, as reported by the browser. Old browsers send only the
 * referer. A request without any of these headers does not come from a browser.
 */
export function isForeignRequest(headers: IncomingHttpHeaders, context: { publicUrl: string }): boolean {
  const site = headers['sec-fetch-site'];
  if (typeof site === 'string') return site !== 'same-origin' && site !== 'none';
  const origin = headers.origin ?? originOf(headers.referer);
  return origin !== undefined && origin !== new URL(context.publicUrl).origin;
}

/**
 * Returns the origin of the referer. If it is not a URL, returns `null`, which browsers send for a hidden origin and
 * which is never this server's.
 */
const originOf = (referer: string | undefined): string | undefined =>
  referer === undefined ? undefined : (URL.parse(referer)?.origin ?? 'null');
