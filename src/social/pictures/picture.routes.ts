import { chooseLanguage } from '../../platform/http/language.ts';
import { matchesTag } from '../../platform/http/representations/add-representations.ts';
import type { App } from '../../platform/http/server.ts';
import { getRunningMedia } from '../advertisements/show-advertisements.ts';
import { readEventId } from '../events/event.rules.ts';
import { getEvent } from '../events/list-events.ts';
import { getText } from '../presentation/publish-text.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { createCopier, hashLink } from './copy-picture.ts';
import { Type } from '../../platform/http/type.ts';

const cacheSeconds = 86_400;
const picture = Type.Unsafe<Buffer>({ type: 'string', format: 'binary' });

const subjects = ['event', 'advertisement', 'presentation'] as const;
type Subject = (typeof subjects)[number];

/** Where the picture lies, as staff gave it; only of what is shown to everybody. */
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

/** For apps whose users should not be seen by the servers on which staff found a picture. */
export function pictureRoutes(app: App, context: SocialContext): void {
  const copy = createCopier(context);
  app.get(
    '/pictures/:of/:id',
    {
      config: { access: 'public', problems: problem.pick('not_found') },
      schema: {
        tags: ['Presentation'],
        summary: 'Our own copy of a picture elsewhere',
        description:
          'Of an event, an advertisement, or the presentation (`id` is the position there, from 0, in the presentation of that `language`). It is fetched when it is first asked for. 204 where it cannot be had; 404 where there is no picture elsewhere.',
        params: Type.Object({ of: Type.Enum([...subjects]), id: Type.String({ maxLength: 64 }) }),
        querystring: Type.Object({
          language: Type.Optional(Type.String({ maxLength: 100, examples: ['pt'] })),
        }),
        response: {
          200: { content: { 'image/webp': { schema: picture } } },
          204: Type.Unsafe<undefined>({ description: 'It cannot be had.', type: 'null' }),
          304: Type.Unsafe<undefined>({ description: 'The caller has it already.', type: 'null' }),
        },
      },
    },
    async (request, reply) => {
      const { of, id } = request.params;
      const link = await findLink(context, of, id, request.query.language);
      if (link === null || link.startsWith('/'))
        throw problem('not_found', { detail: 'There is no picture elsewhere.' });
      const tag = `"${hashLink(link).toString('base64url')}"`;
      const headers = {
        'cache-control': `public, max-age=${cacheSeconds}`,
        'cross-origin-resource-policy': 'cross-origin',
        etag: tag,
      };
      // Whoever has it has had it from here, and it stays what it was.
      if (matchesTag(request.headers['if-none-match'], tag))
        return reply.headers(headers).code(304).send(undefined);
      const image = await copy(link);
      if (!image) return reply.header('cache-control', 'no-cache').code(204).send(undefined);
      return reply.headers(headers).type('image/webp').send(image);
    },
  );
}
