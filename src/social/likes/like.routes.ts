import type { App } from '../../platform/http/server.ts';
import { linkNext } from '../paging/link-next.ts';
import { pageQuerySchema } from '../paging/paging.schemas.ts';
import { cardFields } from '../people/card.schemas.ts';
import { userOf } from '../sessions/user-of.ts';
import { viewerContext } from '../sessions/viewer-context.ts';
import type { SocialContext } from '../social.context.ts';
import { listLikes } from './list-likes.ts';
import { Type } from '../../platform/http/type.ts';

const likeSchema = Type.Object({ ...cardFields, liked_at: Type.String({ format: 'date-time' }) });

export function likeRoutes(app: App, context: SocialContext): void {
  app.get(
    '/user/:userId/likes',
    {
      config: { access: 'own', etag: 'private' },
      schema: {
        tags: ['Combinations'],
        summary: 'Who likes a user',
        description:
          'For premium users `likes` has those who like the user and on whom the user has not acted, newest first; `likesQty` is how many they are. For everybody else `likes` is null, and `likesQty` counts every like that was not answered with a like, whatever else the user did: a number that went down after a dislike would say who it was.',
        params: Type.Object({ userId: Type.String() }),
        querystring: pageQuerySchema,
        response: {
          200: Type.Object({
            likesQty: Type.Integer({ description: '100 stands for 100 and more' }),
            likes: Type.Union([Type.Array(likeSchema), Type.Null()], {
              description: 'null for whoever is not premium',
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
