import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { App } from '../../platform/http/server.ts';
import { userOf } from '../sessions/user-of.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { getImage, listPhotos } from './list-photos.ts';
import { drawPortrait } from './portrait.rules.ts';

const tags = ['Profiles'];
const photoSchema = Type.Object({
  id: Type.String(),
  position: Type.Integer({ description: '1 to 5' }),
  url: Type.String(),
  thumb: Type.String(),
});
const nameParams = Type.Object({ name: Type.String({ pattern: '^[\\w-]{22}$' }) });
const picture = Type.Unsafe<Buffer>({ type: 'string', format: 'binary' });

export function photoRoutes(app: App, context: SocialContext): void {
  app.get(
    '/user/:userId/photos',
    {
      config: { access: 'user', problems: problem.pick('forbidden') },
      schema: {
        tags,
        summary: 'Photos of a user',
        description: 'For whoever may see that user; otherwise 403, whether the user exists or not.',
        params: Type.Object({ userId: Type.String() }),
        response: { 200: Type.Array(photoSchema) },
      },
    },
    (request) => listPhotos(context, userOf(request), request.params.userId),
  );

  for (const which of ['image', 'thumb'] as const) {
    app.get(
      which === 'image' ? '/photos/:name' : '/photos/:name/thumb',
      {
        config: { access: 'public' },
        schema: {
          tags,
          summary: which === 'image' ? 'A stored photo' : 'A stored photo, small',
          description: 'Its address is known only to those who were shown it: 128 random bits.',
          params: nameParams,
          response: { 200: { content: { 'image/webp': { schema: picture } } } },
        },
      },
      async (request, reply) => {
        const image = await getImage(context, request.params.name, which);
        setPictureHeaders(reply, 'image/webp');
        return image;
      },
    );
  }

  app.get(
    '/portraits/:seed.svg',
    {
      config: { access: 'public' },
      schema: {
        tags,
        summary: 'A drawn portrait',
        description: 'Drawn from its name alone; what users without a photo are shown with.',
        params: Type.Object({ seed: Type.String({ pattern: '^[\\w-]{1,64}$' }) }),
        response: { 200: { content: { 'image/svg+xml': { schema: picture } } } },
      },
    },
    async (request, reply) => {
      setPictureHeaders(reply, 'image/svg+xml');
      return Buffer.from(drawPortrait(request.params.seed));
    },
  );
}

/** A day only: a photo that its owner removed must not stay in caches for good. */
function setPictureHeaders(reply: Pick<FastifyReply, 'headers'>, type: string): void {
  reply.headers({
    'cache-control': 'private, max-age=86400',
    'cross-origin-resource-policy': 'cross-origin',
    'content-type': type,
  });
}
