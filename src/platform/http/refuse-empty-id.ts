import type { FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '../problem.ts';
import { pathOf } from './errors.ts';
import { refusing } from './route-problems.ts';

/**
 * A hook for what acts on more than one thing, beside a route that names one of them: `/sessions/` is `/sessions/{id}`
 * whose id is missing, and must not do to all what was meant for one. Elsewhere a slash at the end makes no difference.
 */
export const refuseEmptyId = refusing(
  problem.pick('not_found'),
  (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    if (pathOf(request.url).endsWith('/')) reply.callNotFound();
    else done();
  },
);
