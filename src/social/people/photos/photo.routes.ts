import type { FastifyReply, FastifyRequest } from 'fastify';
import { goneSignal } from '../../../platform/http/gone-signal.ts';
import { addImageParser, imageBodyLimit, readImageBody } from '../../../platform/http/bodies/image-body.ts';
import type { App } from '../../../platform/http/server.ts';
import { userOf } from '../../access/sessions/user-of.ts';
import { viewerContext } from '../../access/sessions/viewer-context.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { orderPhotos, removePhoto, uploadPhoto } from './change-photos.ts';
import { getImage, listPhotos } from './list-photos.ts';
import {
  imageBody,
  imageQuery,
  nameParams,
  orderBody,
  photoParams,
  photoSchema,
  picture,
  userParams,
} from './photo.schemas.ts';
import { drawPortrait } from './portrait.rules.ts';
import { Type } from '../../../platform/http/type.ts';
import { safetyWords } from '../../details/safety-words.rules.ts';

const tags = ['Profiles'];
/** Time in seconds after which a browser must check again whether the photo is still visible. */
const photoCacheSeconds = 300;
const portraitCacheSeconds = 86_400;

export async function photoRoutes(app: App, context: SocialContext): Promise<void> {
  app.get(
    '/user/:userId/photos',
    {
      config: { access: 'user', etag: 'private', problems: problem.pick('forbidden') },
      schema: {
        tags,
        summary: 'Photos of a user',
        description: 'Returns 403 if the viewer may not see the user, also for unknown ids.',
        params: userParams,
        response: { 200: Type.Array(photoSchema) },
      },
    },
    (request) => listPhotos(viewerContext(context, request), userOf(request), request.params.userId),
  );
  // A separate scope, so that no other route accepts pictures as a body.
  await app.register(async (scope) => uploadRoute(scope, context));
  changeRoutes(app, context);
  pictureRoutes(app, context);
}

function uploadRoute(app: App, context: SocialContext): void {
  addImageParser(app, safetyWords.sendImage);
  app.post(
    '/user/:userId/photos',
    {
      config: { access: 'own', problems: problem.pick('too_many_photos') },
      bodyLimit: imageBodyLimit,
      schema: {
        tags,
        summary: 'Add a photo',
        description:
          'The image itself is the body: a JPEG, PNG or WebP of at most 5 MiB and 24 megapixels. It is resized, its metadata is removed, and it is added after the other photos. A sixth photo gets 409 `too_many_photos`.',
        params: userParams,
        body: imageBody,
        response: { 200: photoSchema },
      },
    },
    (request, reply) => {
      const bytes = readImageBody(request.body, safetyWords.sendImage);
      return uploadPhoto(viewerContext(context, request), userOf(request), bytes, goneSignal(reply));
    },
  );
}

function changeRoutes(app: App, context: SocialContext): void {
  app.delete(
    '/user/:userId/photos/:photoId',
    {
      config: { access: 'own' },
      schema: {
        tags,
        summary: 'Remove a photo',
        description: 'Returns the remaining photos; later ones have moved up.',
        params: photoParams,
        response: { 200: Type.Array(photoSchema) },
      },
    },
    (request) => removePhoto(viewerContext(context, request), userOf(request), request.params.photoId),
  );
  app.put(
    '/user/:userId/photos/order',
    {
      config: { access: 'own' },
      schema: {
        tags,
        summary: 'Order the photos',
        params: userParams,
        body: orderBody,
        response: { 200: Type.Array(photoSchema) },
      },
    },
    (request) => orderPhotos(viewerContext(context, request), userOf(request), request.body.photos),
  );
}

function pictureRoutes(app: App, context: SocialContext): void {
  for (const which of ['image', 'thumb'] as const) {
    app.get(
      which === 'image' ? '/photos/:name' : '/photos/:name/thumb',
      {
        config: { access: 'public', problems: problem.pick('unauthorized', 'not_found') },
        schema: {
          tags,
          summary: which === 'image' ? 'A stored photo' : 'A stored photo, small',
          description:
            'Returns 404 unless the viewer may currently see the owner. The `pass` in the address identifies the viewer, so no token is needed; an access token works as well. A pass ends with the session in which it was issued.',
          params: nameParams,
          querystring: imageQuery,
          response: {
            200: { content: { 'image/webp': { schema: picture } } },
            304: Type.Unsafe<undefined>({ description: 'The caller’s copy is current.', type: 'null' }),
          },
        },
      },
      async (request, reply) => {
        const { name } = request.params;
        // The content of a name never changes, so it is its own ETag.
        const tag = `"${name}-${which}"`;
        const known = request.headers['if-none-match']?.split(',') ?? [];
        const isKnown = known.some((entry) => entry.trim().replace(/^W\//, '') === tag);
        const viewerId = await viewerOf(context, request);
        const image = await getImage(context, viewerId, name, which, isKnown);
        setPictureHeaders(reply, photoCacheSeconds);
        void reply.header('etag', tag);
        return image === undefined ? reply.code(304).send(undefined) : reply.type('image/webp').send(image);
      },
    );
  }

  app.get(
    '/portraits/:seed.svg',
    {
      config: { access: 'public', etag: 'private' },
      schema: {
        tags,
        summary: 'A drawn portrait',
        description: 'Generated from the name only. Shown for users without a photo.',
        params: Type.Object({ seed: Type.String({ pattern: '^[\\w-]{1,64}$' }) }),
        response: { 200: { content: { 'image/svg+xml': { schema: picture } } } },
      },
    },
    async (request, reply) => {
      setPictureHeaders(reply, portraitCacheSeconds);
      return reply.type('image/svg+xml').send(Buffer.from(drawPortrait(request.params.seed)));
    },
  );
}

/** Allows apps and sites of other origins to show these pictures. */
function setPictureHeaders(reply: Pick<FastifyReply, 'headers'>, cacheSeconds: number): void {
  reply.headers({
    'cache-control': `private, max-age=${cacheSeconds}`,
    'cross-origin-resource-policy': 'cross-origin',
  });
}

async function viewerOf(
  context: SocialContext,
  request: Pick<FastifyRequest, 'socialUser'> & { query: { pass?: string | undefined } },
): Promise<string> {
  if (request.socialUser) return request.socialUser.userId;
  const viewer = context.photoAccess.viewerOf(request.query.pass ?? '');
  if (viewer && (await context.liveSessions.isLive(viewer.sessionId))) return viewer.userId;
  throw problem('unauthorized', {
    say: safetyWords.photoAddressEnded,
  });
}
