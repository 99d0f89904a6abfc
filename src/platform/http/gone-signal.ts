import type { FastifyReply } from 'fastify';

/**
 * Aborted when whoever asked has gone before an answer, so that nothing waits in line for them. Not the request's own
 * signal: a request with a body closes as soon as that is read.
 */
export function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}
