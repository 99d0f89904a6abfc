import type { App } from '../../../platform/http/server.ts';
import { messageSchema } from '../chat/chat.schemas.ts';
import { presenceFields } from '../live/live.schemas.ts';
import { linkNext } from '../../access/paging/link-next.ts';
import { pageQuerySchema } from '../../access/paging/paging.schemas.ts';
import { cardFields } from '../../people/card.schemas.ts';
import { userOf } from '../../access/sessions/user-of.ts';
import { viewerContext } from '../../access/sessions/viewer-context.ts';
import type { SocialContext } from '../../social.context.ts';
import { listCombinations } from './list-combinations.ts';
import { Type } from '../../../platform/http/type.ts';

const tags = ['Combinations'];

const combinationSchema = Type.Object({
  ...cardFields,
  combined_at: Type.String({ format: 'date-time' }),
  last_message: Type.Unsafe<unknown>({
    ...messageSchema,
    type: ['object', 'null'],
    description: 'the last message of the chat, or null',
  }),
  unreadQty: Type.Integer(),
  ...presenceFields,
});

export function combinationRoutes(app: App, context: SocialContext): void {
  app.get(
    '/user/:userId/combinations',
    {
      config: { access: 'own', etag: 'private' },
      schema: {
        tags,
        summary: 'Combinations of a user',
        description:
          'Sorted by the last message, newest first; without a message, by the time of the combination. Reading the first page resets `newCombinationsQty` of the counters.',
        params: Type.Object({ userId: Type.String() }),
        querystring: pageQuerySchema,
        response: { 200: Type.Array(combinationSchema) },
      },
    },
    async (request, reply) => {
      const unseen = request.method === 'HEAD';
      const { items, next } = await listCombinations(viewerContext(context, request), userOf(request), {
        ...request.query,
        unseen,
      });
      linkNext(request, reply, next);
      return items;
    },
  );
}
