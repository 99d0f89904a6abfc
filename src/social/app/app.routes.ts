import type { FastifyReply, FastifyRequest } from 'fastify';
import { places, type PlaceName } from '../../../web/app/router/places.ts';
import { chooseLanguage } from '../../platform/http/language.ts';
import { prefersPage } from '../../platform/http/representations/accept.ts';
import { addVary } from '../../platform/http/representations/vary.ts';
import type { App } from '../../platform/http/server.ts';
import { immutable, sendStaticFile } from '../../platform/http/representations/static-file.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { readAppFiles } from './app-files.ts';
import { appSessionRoutes } from './app-session.routes.ts';
import { drawShell, type ShellFacts } from './shell.page.ts';

const hide = { schema: { hide: true } };

/** Content security policy: no inline code, no foreign code, and no text that is run as code. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types praca',
].join('; ');

export async function appRoutes(app: App, context: SocialContext, facts: ShellFacts): Promise<void> {
  const readFiles = () => readAppFiles({ hasSourceMaps: facts.isSandbox });
  const sendShell = async (
    request: FastifyRequest,
    reply: FastifyReply,
    place: PlaceName | undefined,
  ): Promise<FastifyReply> => {
    const { version } = await readFiles();
    const language = chooseLanguage(request.headers['accept-language']);
    const screenFile = place && `${place}.js`;
    addVary(reply, 'accept-language');
    return reply
      .headers({
        'content-security-policy': policy,
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cache-control': 'no-cache',
      })
      .type('text/html; charset=utf-8')
      .send(drawShell({ ...facts, version, language, screenFile }).text);
  };
  app.get('/app', hide, (request, reply) => sendShell(request, reply, undefined));
  for (const [name, { paths }] of Object.entries(places)) {
    for (const path of paths)
      app.get(path, hide, (request, reply) => sendShell(request, reply, name as PlaceName));
  }
  // Unknown URLs get the app's own error screen.
  app.get('/app/*', hide, (request, reply) => {
    addVary(reply, 'accept');
    if (!prefersPage(request.headers.accept)) return reply.callNotFound();
    return sendShell(request, reply.code(404), undefined);
  });

  app.get('/app/:version([0-9a-f]{16})/:name', hide, async (request, reply) => {
    const { version, name } = request.params as { version: string; name: string };
    const files = await readFiles();
    const file = files.versioned.get(name);
    if (!file) throw problem('not_found');
    // During a rolling upgrade this process may get requests for files of another version.
    return sendStaticFile(request, reply, file, version === files.version ? immutable : 'no-cache');
  });
  app.get('/app/service-worker.js', hide, async (request, reply) => {
    reply.headers({
      // The script is below `/app/` but must also control `/app`.
      'service-worker-allowed': '/app',
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    });
    return sendStaticFile(request, reply, (await readFiles()).worker, 'no-cache');
  });
  app.get('/app/manifest.webmanifest', hide, (request, reply) =>
    reply
      .headers({ 'cache-control': 'no-cache', vary: 'accept-language' })
      .type('application/manifest+json')
      .send(JSON.stringify(manifestOf(chooseLanguage(request.headers['accept-language'])))),
  );
  app.get('/app/:name(^icon[\\w-]*\\.(?:svg|png)$)', hide, async (request, reply) => {
    const file = (await readFiles()).icons.get((request.params as { name: string }).name);
    if (!file) throw problem('not_found');
    return sendStaticFile(request, reply, file, 'public, max-age=86400');
  });
  appSessionRoutes(app, context);
}

const descriptions = {
  en: 'Events of your city, and the people who go there.',
  pt: 'Os eventos da sua cidade e quem vai neles.',
  de: 'Was in deiner Stadt los ist, und wer hingeht.',
} as const;

const manifestOf = (language: keyof typeof descriptions): object => ({
  id: '/app',
  name: 'Praça',
  short_name: 'Praça',
  description: descriptions[language],
  lang: language,
  start_url: '/app',
  scope: '/app',
  display: 'standalone',
  background_color: '#f5f2ec',
  theme_color: '#f5f2ec',
  icons: [
    { src: '/app/icon.svg', type: 'image/svg+xml', sizes: 'any' },
    { src: '/app/icon-192.png', type: 'image/png', sizes: '192x192' },
    { src: '/app/icon-512.png', type: 'image/png', sizes: '512x512' },
    { src: '/app/icon-maskable.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
  ],
});
