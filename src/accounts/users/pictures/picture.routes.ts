import type { App } from '../../../platform/http/server.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { accountsProblems as problem } from '../../accounts.problems.ts';
import { findPicture } from './find-picture.ts';
import { Type } from '../../../platform/http/type.ts';
import { accountsWords } from '../../details/accounts-words.rules.ts';

const headers = {
  // Protects a picture that is opened as a page: nothing in it may run, load or be framed.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  // Apps and sites of other origins show these pictures.
  'cross-origin-resource-policy': 'cross-origin',
};

const lifetimes = {
  /** Short, because the user may remove the picture. */
  'image/webp': 'public, max-age=3600',
  /** Initials are drawn from their URL alone, so they never change. */
  'image/svg+xml': 'public, max-age=31536000, immutable',
} as const;

export function pictureRoutes(app: App, context: AccountsContext): void {
  app.get(
    '/images/:name',
    {
      schema: {
        tags: ['Pictures'],
        summary: 'A profile picture',
        description:
          'The URLs in `ProfileImage` point here: a WebP of 512 × 512 pixels, or an SVG with the initials of a user without a picture. The content of a URL never changes.',
        params: Type.Object({
          name: Type.String({ examples: ['3q2-7wABAgMEBQYHCAkKCw.webp'], maxLength: 100 }),
        }),
        response: {
          200: {
            description: 'The picture.',
            content: {
              'image/webp': { schema: Type.Unsafe({ type: 'string', contentMediaType: 'image/webp' }) },
              'image/svg+xml': { schema: Type.Unsafe({ type: 'string' }) },
            },
          },
          304: Type.Unsafe<undefined>({ description: 'The caller has it already.', type: 'null' }),
        },
      },
    },
    async (request, reply) => {
      const { name } = request.params;
      const picture = await findPicture(context, name);
      if (!picture) throw problem('not_found', { say: accountsWords.noSuchPicture });
      const tag = `"${encodeURIComponent(name)}"`;
      void reply.headers(headers).header('cache-control', lifetimes[picture.type]).header('etag', tag);
      const known = request.headers['if-none-match'];
      if (known !== undefined && known.split(',').some((entry) => entry.trim().replace(/^W\//, '') === tag)) {
        return reply.code(304).send(undefined);
      }
      return reply.type(picture.type).send(picture.body);
    },
  );
}
