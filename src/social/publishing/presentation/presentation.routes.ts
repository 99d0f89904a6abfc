import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { chooseLanguage, languages } from '../../../platform/http/language.ts';
import type { App } from '../../../platform/http/server.ts';
import { addVary } from '../../../platform/http/representations/vary.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { linkUrl } from '../../access/links/link-url.rules.ts';
import { staffOf } from '../../access/sessions/user-of.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import type { TextKind } from './texts.rules.ts';
import { itemSchema, textBodies } from './texts.schemas.ts';
import { getText, listVersions, publishText, type TextVersion } from './publish-text.ts';
import { Type } from '../../../platform/http/type.ts';
import { staffVisitOf } from '../../access/staff/staff-visit.ts';

const versionSchema = Type.Object({
  language: Type.String(),
  version: Type.Integer(),
  published_at: Type.String({ format: 'date-time' }),
  body: Type.Union([textBodies.presentation, textBodies.terms]),
});
const show = (text: TextVersion) => ({ ...text, published_at: text.published_at.toISOString() });

export function presentationRoutes(app: App, context: SocialContext): void {
  app.get(
    '/presentation',
    {
      config: { access: 'public', etag: 'public', problems: problem.pick('not_found') },
      schema: {
        tags: ['Presentation'],
        summary: 'Presentation for the first run of the app',
        description: 'In the language of Accept-Language if it is published.',
        response: { 200: Type.Array(itemSchema) },
      },
    },
    async (request, reply) => {
      const text = await getText(context, 'presentation', chooseLanguage(request.headers['accept-language']));
      void reply.header('content-language', text.language);
      addVary(reply, 'accept-language');
      return text.body.map((item) => ({ ...item, photo: linkUrl(context, item.photo) }));
    },
  );

  app.get(
    '/terms',
    {
      config: { access: 'public', etag: 'public', problems: problem.pick('not_found') },
      schema: {
        tags: ['Presentation'],
        summary: 'The legal terms of service',
        description: 'Plain text; `etag` names the version.',
        response: { 200: { content: { 'text/plain': { schema: Type.String() } } } },
      },
    },
    async (request, reply) => {
      const text = await getText(context, 'terms', chooseLanguage(request.headers['accept-language']));
      addVary(reply, 'accept-language');
      return reply
        .headers({ 'content-language': text.language, etag: `"${text.language}-${text.version}"` })
        .type('text/plain; charset=utf-8')
        .send(text.body);
    },
  );

  for (const kind of ['presentation', 'terms'] as const) {
    app.get(
      `/staff/${kind}`,
      {
        config: { access: 'staff' },
        schema: {
          tags: ['Staff'],
          summary: `All versions of the ${kind}`,
          querystring: Type.Object({ language: Type.Optional(Type.Enum(languages)) }),
          response: { 200: Type.Array(versionSchema) },
        },
      },
      async (request) => (await listVersions(context, kind, request.query.language)).map(show),
    );
  }

  app.put(
    '/staff/presentation/:language',
    publishing('presentation', textBodies.presentation),
    async (request) => {
      const text = {
        kind: 'presentation',
        language: request.params.language,
        body: request.body.body,
      } as const;
      return show(await publishText(context, text, staffOf(request), recording(request, text)));
    },
  );
  app.put('/staff/terms/:language', publishing('terms', textBodies.terms), async (request) => {
    const text = { kind: 'terms', language: request.params.language, body: request.body.body } as const;
    return show(await publishText(context, text, staffOf(request), recording(request, text)));
  });
}

const recording = (request: FastifyRequest, { kind, language }: { kind: TextKind; language: string }) => ({
  recorded: (tx: Tx, { version }: TextVersion) =>
    staffVisitOf(request).record(tx, `${kind} ${language}`, { version }),
});

const publishing = <Body extends TSchema>(kind: TextKind, body: Body) => ({
  config: { access: 'staff' as const, act: 'text.published' },
  schema: {
    tags: ['Staff'],
    summary: `Publish a new version of the ${kind}`,
    params: Type.Object({ language: Type.Enum(languages) }),
    body: Type.Object({ body }),
    response: { 200: versionSchema },
  },
});
