import { pageLanguage } from '../../../platform/http/language.ts';
import { sendPage } from '../../../platform/http/page.ts';
import type { App } from '../../../platform/http/server.ts';
import { Type } from '../../../platform/http/type.ts';
import type { SocialContext } from '../../social.context.ts';
import { drawBadLink, drawUnsubscribe, drawUnsubscribed } from './unsubscribe.page.ts';
import { readMailChoice, unsubscribe } from './unsubscribe.ts';

const path = '/mail/unsubscribe';
const longestBody = 16_384;

const Query = Type.Object({ token: Type.Optional(Type.String()), lang: Type.Optional(Type.String()) });
const route = {
  config: { access: 'public', ignoresToken: true, isPage: true },
  attachValidation: true,
  schema: { hide: true, querystring: Query },
  bodyLimit: longestBody,
} as const;

/**
 * Serves the unsubscribe page. A GET changes nothing, because mail programs fetch links on their own; the POST
 * implements RFC 8058.
 */
export async function unsubscribeRoutes(app: App, context: SocialContext): Promise<void> {
  app.get(path, route, async (request, reply) => {
    const { token = '', lang } = request.validationError ? {} : request.query;
    const language = pageLanguage(lang, request.headers['accept-language']);
    const choice = await readMailChoice(context, token);
    void reply.header('cache-control', 'no-store');
    if (choice === undefined) return sendPage(reply, drawBadLink(language));
    return sendPage(reply, choice ? drawUnsubscribe(language, token) : drawUnsubscribed(language));
  });

  // A separate scope, so that no other route accepts multipart forms. The body is ignored because the address has all
  // the data.
  await app.register(async (scope) => {
    scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, _body, done) =>
      done(null, undefined),
    );
    submitRoute(scope, context);
  });
}

function submitRoute(app: App, context: SocialContext): void {
  app.post(path, route, async (request, reply) => {
    const { token = '', lang } = request.validationError ? {} : request.query;
    const language = pageLanguage(lang, request.headers['accept-language']);
    const isDone = await unsubscribe(context, token);
    void reply.header('cache-control', 'no-store');
    return sendPage(reply, isDone ? drawUnsubscribed(language) : drawBadLink(language));
  });
}
