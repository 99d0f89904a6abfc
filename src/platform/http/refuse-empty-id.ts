import type { FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '../problem.ts';
import { pathOf } from './errors.ts';
import { refusing } from './route-problems.ts';

/**
 * A hook for routes that act on several things, next to a route that names one of them: `/sessions/` is
 * `/sessions/{id}` with a missing id, and must not act on all sessions. Elsewhere a trailing slash makes no difference.
 */
export const refuseEmptyId = refusing(
  problem.pick('not_found'),
  (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    if (pathOf(request.url).endsWith('/')) reply.callNotFound();
    else done();
  },
);
