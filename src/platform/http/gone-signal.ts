import type { FastifyReply } from 'fastify';

/**
 * Returns a signal that aborts when the client disconnects before its answer, so that the request leaves its queue. The
 * request's own signal is not usable: for a request with a body it aborts as soon as the body is read.
 */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}
