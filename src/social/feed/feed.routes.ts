import type { App } from '../../platform/http/server.ts';
import { linkNext } from '../paging/link-next.ts';
import { pageQuery } from '../paging/paging.schemas.ts';
import { cardSchema } from '../people/card.schemas.ts';
import { userOf } from '../sessions/user-of.ts';
import { viewerContext } from '../sessions/viewer-context.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { readFeed } from './read-feed.ts';
import { openCursor, sealCursor } from './sealed-cursor.ts';
import { Type } from '../../platform/http/type.ts';

/** A list of cards, which PostgreSQL has written as JSON already: it is sent as it is and never serialised. */
const cardsAsText = Type.Unsafe<string>(Type.Array(cardSchema));

/** A cursor names the walk that it goes on with, and what ran in the database when that began: it may be long. */
const feedQuery = Type.Object({
  ...pageQuery,
  cursor: Type.Optional(
    Type.String({ maxLength: 8000, description: 'from the Link header of the page before' }),
  ),
});

export function feedRoutes(app: App, context: SocialContext): void {
  app.get(
    '/user/feed',
    {
      config: { access: 'user', etag: 'private', problems: problem.pick('not_found') },
      schema: {
        tags: ['Feed'],
        summary: 'People to meet',
        description:
          'People going to the same coming events, and showing it to the viewer, first, then of the same city, state and country, each time the more recently active first; combined users come last. Nobody whom one has liked, disliked or blocked. The settings of both sides decide who is shown. The pages from the first to the last, each named in the Link header of the one before, show everybody once and in this order, as it was when the first was read; who came or changed since is found by beginning anew. Only the last page is short or empty.',
        querystring: feedQuery,
        response: { 200: cardsAsText },
      },
    },
    async (request, reply) => {
      const userId = userOf(request);
      const { limit, cursor: sealed } = request.query;
      const cursor = sealed === undefined ? undefined : openCursor(context, userId, sealed);
      const { cards, next } = await readFeed(viewerContext(context, request), userId, { limit, cursor });
      linkNext(request, reply, next && sealCursor(context, userId, next));
      return reply.type('application/json; charset=utf-8').send(cards);
    },
  );
}
