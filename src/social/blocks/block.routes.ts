import type { App } from '../../platform/http/server.ts';
import { linkNext } from '../paging/link-next.ts';
import { pageQuery, tokenQuery } from '../paging/paging.schemas.ts';
import { cardFields } from '../people/card.schemas.ts';
import { userOf } from '../sessions/user-of.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { listBlocks, unblockUser } from './manage-blocks.ts';
import { Type } from '../../platform/http/type.ts';

const tags = ['Combinations'];

const blockedSchema = Type.Object({
  ...cardFields,
  blocked_until: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'null is for good',
  }),
});

const blocksQuery = Type.Object({
  ...pageQuery,
  endsWithin: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 365, description: 'only blocks that end within so many days' }),
  ),
});

export function blockRoutes(app: App, context: SocialContext): void {
  app.get(
    '/user/:userId/blocks',
    {
      config: { access: 'own', etag: 'private' },
      schema: {
        tags,
        summary: 'Whom a user has blocked',
        description:
          'Those that last longest first. The cards show who it is, and nothing that a block hides: a drawn portrait instead of photos, and no events. Left out are those who are deleted, who erased an account before and came back, and who have blocked the user as well; their blocks hold, and can be ended all the same.',
        params: Type.Object({ userId: Type.String() }),
        querystring: blocksQuery,
        response: { 200: Type.Array(blockedSchema) },
      },
    },
    async (request, reply) => {
      const { items, next } = await listBlocks(context, userOf(request), request.query);
      linkNext(request, reply, next);
      return items;
    },
  );

  app.delete(
    '/user/block/:useriD',
    {
      config: { access: 'user', problems: problem.pick('own_user') },
      schema: {
        tags,
        summary: 'Unblock a user',
        description:
          'Ends one’s own block; one of the other stays. The two can meet in the feed again, and a combination that the block undid stays undone. The answer is the same for whoever was not blocked, or never was.',
        params: Type.Object({ useriD: Type.String({ description: 'the other user' }) }),
        querystring: tokenQuery,
        response: { 200: Type.Object({ status: Type.Enum(['unblocked']) }) },
      },
    },
    async (request) => {
      await unblockUser(context, userOf(request), request.params.useriD);
      return { status: 'unblocked' as const };
    },
  );
}
