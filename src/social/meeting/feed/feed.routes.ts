import type { App } from '../../../platform/http/server.ts';
import { linkNext } from '../../access/paging/link-next.ts';
import { pageQuery } from '../../access/paging/paging.schemas.ts';
import { cardSchema } from '../../people/card.schemas.ts';
import { userOf } from '../../access/sessions/user-of.ts';
import { viewerContext } from '../../access/sessions/viewer-context.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { readFeed } from './read-feed.ts';
import { openCursor, sealCursor } from './sealed-cursor.ts';
import { Type } from '../../../platform/http/type.ts';

/** A list of cards that PostgreSQL has already formatted as JSON. It is sent unchanged. */
const cardsAsText = Type.Unsafe<string>(Type.Array(cardSchema));

/** A cursor contains the walk and its database snapshot, so it can be long. */
const feedQuery = Type.Object({
  ...pageQuery,
  cursor: Type.Optional(
    Type.String({ maxLength: 8000, description: 'from the Link header of the previous page' }),
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
          'Lists people who attend the same coming events and let the viewer see it, then people of the same city, state and country, each group by most recent activity. Combined users come last. Users that the viewer has liked, disliked or blocked are left out. The settings of both sides decide which people are shown. The Link header of each page names the next one. The pages show each person once, in the order at the time of the first page; new and changed people appear when the feed is read from the start again. Only the last page is short or empty.',
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
