import { createHash } from 'node:crypto';
import fastify, { type FastifyReply } from 'fastify';
import { Html, html } from '../http/page.ts';
import {
  immutable,
  makeStaticFile,
  sendStaticFile,
  type StaticFile,
} from '../http/representations/static-file.ts';
import type { App } from '../http/server.ts';
import { drawMark } from '../pages/icons.page.ts';
import { webFileRoutes } from '../pages/web-file.routes.ts';
import { readWebFile } from '../pages/web-file.ts';
import type { TryOut } from '../service.ts';

export interface DocumentSource {
  /** Name of the service. Its own reference is at `/docs/<name>`. */
  readonly name: string;
  readonly title: string;
  readonly url: string;
  /** Returns what readers need to try the API. Only in a sandbox, where it is public. */
  readonly tryOut?: (() => Promise<TryOut>) | undefined;
}

const sheet = readWebFile('/docs', 'reference', 'css', ['design/tokens.css', 'reference/reference.css']);
const starter = readWebFile('/docs', 'reference', 'js', ['reference/reference.js']);

const settings = {
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  // The button opens Scalar's own client and sends it the address of this server.
  hideClientButton: true,
} as const;

/**
 * Serves the API reference. Its script has four megabytes and most processes never serve it, so it is loaded on the
 * first request.
 */
export function docsRoutes(app: App, sources: readonly DocumentSource[]): void {
  let loading: Promise<StaticFile & { readonly version: string }> | undefined;
  const load = () => (loading ??= loadScalar());
  webFileRoutes(app, [sheet, starter]);
  app.get('/docs/scalar.:version([\\w-]{12}).js', { schema: { hide: true } }, async (request, reply) => {
    const script = await load();
    const { version } = request.params as { version: string };
    return sendStaticFile(request, reply, script, version === script.version ? immutable : 'no-cache');
  });

  const page = { config: { isPage: true }, schema: { hide: true } };
  const send = async (reply: FastifyReply, shown: readonly DocumentSource[]): Promise<FastifyReply> => {
    const configurations = await Promise.all(shown.map((source) => configure(source, reply)));
    const isSandbox = app.isSandbox === true;
    return sendReference(reply, {
      configurations,
      isSandbox,
      script: `/docs/scalar.${(await load()).version}.js`,
    });
  };
  app.get('/docs', page, (_request, reply) => send(reply, sources));
  for (const source of sources)
    app.get(`/docs/${source.name}`, page, (_request, reply) => send(reply, [source]));
}

/** Scalar's package contains its script only as a string that its plugin serves. */
async function loadScalar(): Promise<StaticFile & { readonly version: string }> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const server = fastify();
  await server.register(reference, { routePrefix: '/docs', configuration: { url: '/' } });
  const { rawPayload } = await server.inject('/docs/js/scalar.js');
  await server.close();
  const version = createHash('sha256').update(rawPayload).digest('base64url').slice(0, 12);
  return { version, ...makeStaticFile('text/javascript; charset=utf-8', rawPayload) };
}

async function configure({ name, title, url, tryOut }: DocumentSource, reply: FastifyReply): Promise<object> {
  const { token, client }: TryOut =
    (await tryOut?.().catch((error: unknown) =>
      reply.log.warn({ err: error }, `the reference of ${name} has no token to try requests with`),
    )) ?? {};
  const securitySchemes = {
    ...(token === undefined ? {} : { bearer: { token } }),
    ...(client ? { basic: { username: client.id, password: client.secret } } : {}),
  };
  return {
    ...settings,
    title,
    slug: name,
    url,
    authentication: { preferredSecurityScheme: 'bearer', securitySchemes },
  };
}

interface Reference {
  readonly configurations: readonly object[];
  readonly isSandbox: boolean;
  readonly script: string;
}

function sendReference(reply: FastifyReply, { configurations, isSandbox, script }: Reference): FastifyReply {
  // Data, so the policy need not allow inline scripts. JSON has no “<” outside of strings.
  const data = new Html(JSON.stringify(configurations).replaceAll('<', '\\u003c'));
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="description" content="Every operation of Praça, to read and to try." />
        <link rel="icon" href="data:," />
        <title>Praça API reference</title>
        <link rel="stylesheet" href="${sheet.url}" />
        <script src="${script}" defer></script>
        <script src="${starter.url}" defer></script>
      </head>
      <body ${isSandbox && html`class="sandbox"`}>
        <nav class="reference-bar" aria-label="Praça">
          <a class="brand" href="/">${drawMark()}<span>Praça</span></a>
          <a href="/problems">Error codes</a>
          ${isSandbox && html`<span class="sandbox">Sandbox</span>`}
        </nav>
        <div id="reference"></div>
        <script type="application/json" id="configuration">
          ${data}
        </script>
      </body>
    </html>`;
  return reply
    .header(
      'content-security-policy',
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src blob:; base-uri 'none'; frame-ancestors 'none'",
    )
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.text);
}
