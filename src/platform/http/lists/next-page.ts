import type { FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from '../errors.ts';

/** Adds a `Link` header to the next page: the same request with a cursor (RFC 8288). */
export function linkNextPage(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
  cursor: string | undefined,
  /** Name of the query parameter. */
  name = 'cursor',
): void {
  if (cursor === undefined) return;
  const next = new URL(publicUrl + request.url);
  next.searchParams.set(name, cursor);
  reply.header('link', `<${publicUrl}${pathOf(request.url)}${next.search}>; rel="next"`);
}
