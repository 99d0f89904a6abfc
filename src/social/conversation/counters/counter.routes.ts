import type { App } from '../../../platform/http/server.ts';
import { tokenQuery } from '../../access/paging/paging.schemas.ts';
import { mostCounted } from '../../people/count.rules.ts';
import { userOf } from '../../access/sessions/user-of.ts';
import type { SocialContext } from '../../social.context.ts';
import { readCounters } from './read-counters.ts';
import { Type } from '../../../platform/http/type.ts';

const counted = (description: string) =>
  Type.Integer({ description: `${description}; ${mostCounted} means ${mostCounted} or more` });

export function counterRoutes(app: App, context: SocialContext): void {
  app.get(
    '/user/:userId/counters',
    {
      config: { access: 'own', etag: 'private' },
      schema: {
        tags: ['Combinations'],
        summary: 'Unread messages, new combinations and likes',
        params: Type.Object({ userId: Type.String() }),
        querystring: tokenQuery,
        response: {
          200: Type.Object({
            unreadQty: counted('unread messages from combined users'),
            newCombinationsQty: counted('combinations since the first page of the list was last read'),
            likesQty: counted('the same number as in `likes`'),
          }),
        },
      },
    },
    (request) => readCounters(context, userOf(request)),
  );
}
