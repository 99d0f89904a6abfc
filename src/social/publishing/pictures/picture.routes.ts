import { chooseLanguage } from '../../../platform/http/language.ts';
import { matchesTag } from '../../../platform/http/representations/add-representations.ts';
import type { App } from '../../../platform/http/server.ts';
import { getRunningMedia } from '../advertisements/show-advertisements.ts';
import { readEventId } from '../../events/event.rules.ts';
import { getEvent } from '../../events/list-events.ts';
import { getText } from '../presentation/publish-text.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { createCopier, hashLink } from './copy-picture.ts';
import { Type } from '../../../platform/http/type.ts';
import { socialWords } from '../../details/social-words.rules.ts';

const cacheSeconds = 86_400;
const picture = Type.Unsafe<Buffer>({ type: 'string', format: 'binary' });

const subjects = ['event', 'advertisement', 'presentation'] as const;
type Subject = (typeof subjects)[number];

/** Returns the picture's URL as staff entered it, only for content that is public. */
async function findLink(
  context: SocialContext,
  of: Subject,
  id: string,
  language: string | undefined,
): Promise<string | null> {
  if (of === 'event') return (await getEvent(context, readEventId(id), undefined)).image;
  if (of === 'advertisement') return getRunningMedia(context, id);
  const { body } = await getText(context, 'presentation', chooseLanguage(language));
  return body[Number(id)]?.photo ?? null;
}

/** Serves copies of pictures, so that the servers that staff linked to do not see the users' addresses. */
export function pictureRoutes(app: App, context: SocialContext): void {
  const copy = createCopier(context);
  app.get(
    '/pictures/:of/:id',
    {
      config: { access: 'public', problems: problem.pick('not_found') },
      schema: {
        tags: ['Presentation'],
        summary: 'Copy of a picture on another server',
        description:
          'The picture of an event, an advertisement or the presentation. For the presentation `id` is the position, from 0, in that `language`. It is fetched at the first request. 204 if it is not available, 404 if there is no picture on another server.',
        params: Type.Object({ of: Type.Enum([...subjects]), id: Type.String({ maxLength: 64 }) }),
        querystring: Type.Object({
          language: Type.Optional(Type.String({ maxLength: 100, examples: ['pt'] })),
        }),
        response: {
          200: { content: { 'image/webp': { schema: picture } } },
          204: Type.Unsafe<undefined>({ description: 'The picture is not available.', type: 'null' }),
          304: Type.Unsafe<undefined>({ description: 'The caller has it already.', type: 'null' }),
        },
      },
    },
    async (request, reply) => {
      const { of, id } = request.params;
      const link = await findLink(context, of, id, request.query.language);
      if (link === null || link.startsWith('/'))
        throw problem('not_found', { say: socialWords.noPictureElsewhere });
      const tag = `"${hashLink(link).toString('base64url')}"`;
      const headers = {
        'cache-control': `public, max-age=${cacheSeconds}`,
        'cross-origin-resource-policy': 'cross-origin',
        etag: tag,
      };
      // A client with this tag has the picture from here, and the copy of a link does not change.
      if (matchesTag(request.headers['if-none-match'], tag))
        return reply.headers(headers).code(304).send(undefined);
      const image = await copy(link);
      if (!image) return reply.header('cache-control', 'no-cache').code(204).send(undefined);
      return reply.headers(headers).type('image/webp').send(image);
    },
  );
}
