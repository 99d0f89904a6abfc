import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { App } from '../../platform/http/server.ts';
import { tokenQuery } from '../paging/paging.schemas.ts';
import { userOf } from '../sessions/user-of.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { blockUser, dislikeUser, likeUser } from './react.ts';

const tags = ['Combinations'];
const params = Type.Object({ useriD: Type.String({ description: 'the other user' }) });
const status = (values: string[]) => Type.Object({ comStatus: Type.Enum(values) });

export function reactionRoutes(app: App, context: SocialContext): void {
  app.post(
    '/user/like/:useriD',
    {
      config: { access: 'user', problems: problem.pick('own_user') },
      schema: {
        tags,
        summary: 'Like a user',
        description: '`combined` once both have liked each other; both are then told, once.',
        params,
        querystring: tokenQuery,
        response: { 200: status(['liked', 'combined']) },
      },
    },
    async (request) => ({ comStatus: await likeUser(context, userOf(request), request.params.useriD) }),
  );

  app.post(
    '/user/dislike/:useriD',
    {
      config: { access: 'user', problems: problem.pick('own_user') },
      schema: {
        tags,
        summary: 'Dislike a user',
        description:
          'Takes back a like, undoes a combination, and keeps the other out of the feed for 30 days. A later like starts anew.',
        params,
        querystring: tokenQuery,
        response: { 200: status(['none']) },
      },
    },
    async (request) => {
      await dislikeUser(context, userOf(request), request.params.useriD);
      return { comStatus: 'none' };
    },
  );

  app.get(
    '/user/block/:useriD',
    {
      config: { access: 'user', problems: problem.pick('own_user', 'prefetch_refused') },
      // A HEAD must not block anybody.
      exposeHeadRoute: false,
      schema: {
        tags,
        summary: 'Block a user',
        description:
          'Hides the two from each other everywhere and undoes a combination. Though a GET it changes something: it is never cached, and refused to whatever announces itself as a prefetch.',
        params,
        querystring: tokenQuery,
        response: {
          200: Type.Object({
            status: Type.Enum(['blocked']),
            blocked_until: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
              description: 'null is for good',
            }),
          }),
        },
      },
    },
    async (request, reply) => {
      refusePrefetch(request);
      void reply.header('cache-control', 'no-store');
      const until = await blockUser(context, userOf(request), request.params.useriD);
      return { status: 'blocked' as const, blocked_until: until?.toISOString() ?? null };
    },
  );
}

/** Browsers, their extensions and mail scanners fetch links that nobody clicked. */
function refusePrefetch(request: FastifyRequest): void {
  const announced = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|prerender|preview/i.test(String(request.headers[name] ?? '')),
  );
  if (announced) throw problem('prefetch_refused');
}
