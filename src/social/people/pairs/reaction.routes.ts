import type { FastifyRequest } from 'fastify';
import type { App } from '../../../platform/http/server.ts';
import { pageQuery, tokenQuery } from '../../access/paging/paging.schemas.ts';
import { cardSchema } from '../card.schemas.ts';
import { userOf } from '../../access/sessions/user-of.ts';
import { viewerContext } from '../../access/sessions/viewer-context.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { blockUser, dislikeUser, likeUser } from './react.ts';
import { undoDislike } from './undo-dislike.ts';
import { Type } from '../../../platform/http/type.ts';

const tags = ['Combinations'];
const params = Type.Object({ useriD: Type.String({ description: 'the other user' }) });
const status = (values: string[]) => Type.Object({ comStatus: Type.Enum(values) });

const blockQuery = Type.Object({
  access_token: pageQuery.access_token,
  days: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 36_500,
      description: 'duration in days, 0 for a permanent block; default: BLOCK_DAYS',
    }),
  ),
});

export function reactionRoutes(app: App, context: SocialContext): void {
  app.post(
    '/user/like/:useriD',
    {
      config: { access: 'user', problems: problem.pick('own_user', 'limit_reached') },
      schema: {
        tags,
        summary: 'Like a user',
        description:
          'Returns `combined` once both have liked each other; both are notified once. New likes beyond `LIKES_PER_DAY` are refused (429 limit_reached) unless the user is premium; repeated likes do not count.',
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
          'Removes a like, undoes a combination, and hides the other user from the feed for 30 days. The caller can like the user again later.',
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

  app.post(
    '/user/undo',
    {
      config: {
        access: 'user',
        problems: problem.pick('premium_only', 'nothing_to_undo', 'undid_combination'),
      },
      schema: {
        tags,
        summary: 'Undo the last dislike',
        description:
          'For premium users. The other user returns to the feed; a like that the dislike removed is not restored. Only the last dislike can be undone, once. A dislike that undid a combination cannot be undone, because the other user would have to agree. `card` is null if the other user is no longer visible.',
        querystring: tokenQuery,
        response: {
          200: Type.Object({
            status: Type.Enum(['undone']),
            card: Type.Union([cardSchema, Type.Null()]),
          }),
        },
      },
    },
    async (request) => ({
      status: 'undone' as const,
      card: (await undoDislike(viewerContext(context, request), userOf(request))) ?? null,
    }),
  );

  app.get(
    '/user/block/:useriD',
    {
      config: { access: 'user', problems: problem.pick('own_user', 'prefetch_refused') },
      // A HEAD request must not block a user.
      exposeHeadRoute: false,
      schema: {
        tags,
        summary: 'Block a user',
        description:
          'Hides the two users from each other everywhere and undoes a combination. This GET changes data: it is never cached, and announced prefetches are refused. A repeat without `days` never shortens a block.',
        params,
        querystring: blockQuery,
        response: {
          200: Type.Object({
            status: Type.Enum(['blocked']),
            blocked_until: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
              description: 'null: permanent',
            }),
          }),
        },
      },
    },
    async (request, reply) => {
      refusePrefetch(request);
      void reply.header('cache-control', 'no-store');
      const until = await blockUser(context, userOf(request), request.params.useriD, request.query);
      return { status: 'blocked' as const, blocked_until: until?.toISOString() ?? null };
    },
  );
}

/** Rejects announced prefetches: browsers, extensions and mail scanners fetch links that were not clicked. */
function refusePrefetch(request: FastifyRequest): void {
  const announced = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|prerender|preview/i.test(String(request.headers[name] ?? '')),
  );
  if (announced) throw problem('prefetch_refused');
}
