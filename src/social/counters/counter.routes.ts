import type { App } from '../../platform/http/server.ts';
import { tokenQuery } from '../paging/paging.schemas.ts';
import { mostCounted } from '../people/count.rules.ts';
import { userOf } from '../sessions/user-of.ts';
import type { SocialContext } from '../social.context.ts';
import { readCounters } from './read-counters.ts';
import { Type } from '../../platform/http/type.ts';

const counted = (description: string) =>
  Type.Integer({ description: `${description}; ${mostCounted} stands for ${mostCounted} and more` });

export function counterRoutes(app: App, context: SocialContext): void {
  app.get(
    '/user/:userId/counters',
    {
      config: { access: 'own', etag: 'private' },
      schema: {
        tags: ['Combinations'],
        summary: 'What waits for a user, in numbers',
        params: Type.Object({ userId: Type.String() }),
        querystring: tokenQuery,
        response: {
          200: Type.Object({
            unreadQty: counted('messages that were not read, of people one is combined with'),
            newCombinationsQty: counted(
              'combinations since the first page of the list of combinations was last read',
            ),
            likesQty: counted('as `likes` has it'),
          }),
        },
      },
    },
    (request) => readCounters(context, userOf(request)),
  );
}
