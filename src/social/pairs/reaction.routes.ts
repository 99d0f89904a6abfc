import type { FastifyRequest } from 'fastify';
import type { App } from '../../platform/http/server.ts';
import { pageQuery, tokenQuery } from '../paging/paging.schemas.ts';
import { cardSchema } from '../people/card.schemas.ts';
import { userOf } from '../sessions/user-of.ts';
import { viewerContext } from '../sessions/viewer-context.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { blockUser, dislikeUser, likeUser } from './react.ts';
import { undoDislike } from './undo-dislike.ts';
import { Type } from '../../platform/http/type.ts';

const tags = ['Combinations'];
const params = Type.Object({ useriD: Type.String({ description: 'the other user' }) });
const status = (values: string[]) => Type.Object({ comStatus: Type.Enum(values) });

const blockQuery = Type.Object({
  access_token: pageQuery.access_token,
  days: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 36_500,
      description: 'how many days it lasts, 0 for good; left out: BLOCK_DAYS',
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
          '`combined` once both have liked each other; both are then told, once. Beyond `LIKES_PER_DAY` a new like is refused (429 limit_reached), unless the user is premium; one that was there already costs nothing.',
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

  app.post(
    '/user/undo',
    {
      config: {
        access: 'user',
        problems: problem.pick('premium_only', 'nothing_to_undo', 'undid_combination'),
      },
      schema: {
        tags,
        summary: 'Take back the last dislike',
        description:
          'For premium users. The other is in the feed again; a like that the dislike withdrew is to be given anew. Only the last dislike, and once; one that undid a combination stays, for the other would have to want it too. `card` is null where the other has vanished in the meantime.',
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
      // A HEAD must not block anybody.
      exposeHeadRoute: false,
      schema: {
        tags,
        summary: 'Block a user',
        description:
          'Hides the two from each other everywhere and undoes a combination. Though a GET it changes something: it is never cached, and refused to whatever announces itself as a prefetch. Repeated without `days`, it never shortens a block.',
        params,
        querystring: blockQuery,
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
      const until = await blockUser(context, userOf(request), request.params.useriD, request.query);
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
