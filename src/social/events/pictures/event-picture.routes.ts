import { goneSignal } from '../../../platform/http/gone-signal.ts';
import { addImageParser, imageBodyLimit, readImageBody } from '../../../platform/http/bodies/image-body.ts';
import { matchesTag } from '../../../platform/http/representations/add-representations.ts';
import type { App } from '../../../platform/http/server.ts';
import { Type } from '../../../platform/http/type.ts';
import { staffVisitOf } from '../../access/staff/staff-visit.ts';
import { imageBody, picture } from '../../people/photos/photo.schemas.ts';
import { safetyWords } from '../../details/safety-words.rules.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { changeEvent } from '../change-event.ts';
import { readEventId } from '../event.rules.ts';
import { eventParams, eventSchema, showEvent } from '../event.schemas.ts';
import { getEvent } from '../list-events.ts';
import { getEventPicture, storeEventPicture } from './event-picture.ts';

/** The content of a name never changes. */
const cacheSeconds = 365 * 86_400;

export async function eventPictureRoutes(app: App, context: SocialContext): Promise<void> {
  app.get(
    '/event-pictures/:name',
    {
      config: { access: 'public', problems: problem.pick('not_found') },
      schema: {
        tags: ['events'],
        summary: 'An uploaded picture of an event',
        params: Type.Object({ name: Type.String({ pattern: '^[\\w-]{1,64}$' }) }),
        response: {
          200: { content: { 'image/webp': { schema: picture } } },
          304: Type.Unsafe<undefined>({ description: 'The caller’s copy is current.', type: 'null' }),
        },
      },
    },
    async (request, reply) => {
      const { name } = request.params;
      const tag = `"${name}"`;
      const image = await getEventPicture(context, name);
      void reply.headers({
        'cache-control': `public, max-age=${cacheSeconds}, immutable`,
        'cross-origin-resource-policy': 'cross-origin',
        etag: tag,
      });
      if (matchesTag(request.headers['if-none-match'], tag)) return reply.code(304).send(undefined);
      return reply.type('image/webp').send(image);
    },
  );
  // A separate scope, so that no other route accepts pictures as a body.
  await app.register(async (scope) => uploadRoute(scope, context));
}

function uploadRoute(app: App, context: SocialContext): void {
  addImageParser(app, safetyWords.sendImage);
  app.put(
    '/staff/events/:eventId/picture',
    {
      config: { access: 'staff', act: 'event.changed' },
      bodyLimit: imageBodyLimit,
      schema: {
        tags: ['staff'],
        summary: 'Upload the picture of an event',
        description:
          'The image itself is the body: a JPEG, PNG or WebP of at most 5 MiB and 24 megapixels. It is resized, its metadata is removed, and it replaces the picture of the event. A link to a picture elsewhere is set as `image` of the event.',
        params: eventParams,
        body: imageBody,
        response: { 200: eventSchema },
      },
    },
    async (request, reply) => {
      const bytes = readImageBody(request.body, safetyWords.sendImage);
      const { id } = await getEvent(context, readEventId(request.params.eventId), undefined);
      const image = await storeEventPicture(context, bytes, 'body', goneSignal(reply));
      const event = await changeEvent(
        context,
        id,
        { image },
        { recorded: (tx, { name }) => staffVisitOf(request).record(tx, `${id}`, { name }) },
      );
      return showEvent(event, context.clock.nowMs(), context.baseUrl);
    },
  );
}
