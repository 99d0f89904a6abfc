import type { App } from '../../../platform/http/server.ts';
import { linkNext } from '../../access/paging/link-next.ts';
import { pageQuerySchema } from '../../access/paging/paging.schemas.ts';
import { cardFields } from '../../people/card.schemas.ts';
import { userOf } from '../../access/sessions/user-of.ts';
import { viewerContext } from '../../access/sessions/viewer-context.ts';
import type { SocialContext } from '../../social.context.ts';
import { listLikes } from './list-likes.ts';
import { Type } from '../../../platform/http/type.ts';

const likeSchema = Type.Object({ ...cardFields, liked_at: Type.String({ format: 'date-time' }) });

export function likeRoutes(app: App, context: SocialContext): void {
  app.get(
    '/user/:userId/likes',
    {
      config: { access: 'own', etag: 'private' },
      schema: {
        tags: ['Combinations'],
        summary: 'List the likes that a user has received',
        description:
          'For premium users, `likes` lists the people who like the user and to whom the user has not reacted, newest first, and `likesQty` is their number. For other users `likes` is null, and `likesQty` counts every like without a like in return, regardless of other reactions: a lower number after a dislike would reveal the author of the like.',
        params: Type.Object({ userId: Type.String() }),
        querystring: pageQuerySchema,
        response: {
          200: Type.Object({
            likesQty: Type.Integer({ description: '100 means 100 or more' }),
            likes: Type.Union([Type.Array(likeSchema), Type.Null()], {
              description: 'null for users without premium',
            }),
          }),
        },
      },
    },
    async (request, reply) => {
      const { likesQty, likes, next } = await listLikes(
        viewerContext(context, request),
        userOf(request),
        request.query,
      );
      linkNext(request, reply, next);
      return { likesQty, likes };
    },
  );
}
