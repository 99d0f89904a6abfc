import type { App } from '../../../platform/http/server.ts';
import { linkNext } from '../../access/paging/link-next.ts';
import { pageQuery, tokenQuery } from '../../access/paging/paging.schemas.ts';
import { cardFields } from '../../people/card.schemas.ts';
import { userOf } from '../../access/sessions/user-of.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { listBlocks, unblockUser } from './manage-blocks.ts';
import { Type } from '../../../platform/http/type.ts';

const tags = ['Combinations'];

const blockedSchema = Type.Object({
  ...cardFields,
  blocked_until: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'null: permanent',
  }),
});

const blocksQuery = Type.Object({
  ...pageQuery,
  endsWithin: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 365,
      description: 'only blocks that end within this number of days',
    }),
  ),
});

export function blockRoutes(app: App, context: SocialContext): void {
  app.get(
    '/user/:userId/blocks',
    {
      config: { access: 'own', etag: 'private' },
      schema: {
        tags,
        summary: 'List the users that a user has blocked',
        description:
          'Sorted by end, latest first. A card identifies the user but has a drawn portrait instead of photos, and no events. The list leaves out users who are deleted, who have blocked the user as well, or who returned after erasing an earlier account. Their blocks remain in force and can be ended.',
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
          'Ends only the caller’s block; a block by the other user stays. The two can appear in each other’s feed again, but an earlier combination is not restored. Users who are not blocked and unknown ids get the same answer.',
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
