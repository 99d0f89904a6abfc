import { randomBytes } from 'node:crypto';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { App } from '../http/server.ts';

export interface DocumentSource {
  /** Of the service: its part alone is at `/docs/<name>`. */
  readonly name: string;
  readonly title: string;
  readonly url: string;
  /** What a reader can try it with at once: of a sandbox, where it is no secret. */
  readonly token?: (() => Promise<string | undefined>) | undefined;
}

const script = '/docs/js/scalar.js';
const tokenMark = '%token%';
/** Whatever else a token might be is not written into a script. */
const tokenForm = /^[\w.-]+$/;

/**
 * The API reference. Its script is megabytes that most processes never serve, so it is loaded with the first reader,
 * into an inner server that only this route asks.
 */
export function docsRoutes(app: App, sources: readonly DocumentSource[]): void {
  let inner: Promise<FastifyInstance> | undefined;
  const load = async (): Promise<FastifyInstance> => {
    const { default: reference } = await import('@scalar/fastify-api-reference');
    const server = fastify();
    const common = {
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
      cdn: script,
      pageTitle: 'Praça API reference',
      nonce: '%nonce%',
    } as const;
    await server.register(reference, {
      routePrefix: '/docs',
      configuration: {
        ...common,
        sources: sources.map(({ title, url }) => ({ title, slug: title, url })),
      },
    });
    for (const { name, url } of sources) {
      await server.register(reference, {
        routePrefix: `/docs/${name}`,
        configuration: {
          ...common,
          url,
          authentication: {
            preferredSecurityScheme: 'bearer',
            securitySchemes: { bearer: { token: tokenMark } },
          },
        },
      });
    }
    return server;
  };
  const fetch = async (url: string) => (await (inner ??= load())).inject(url);

  const page = { config: { isPage: true }, schema: { hide: true } };
  app.get('/docs', page, async (_request, reply) => sendReference(reply, (await fetch('/docs/')).body));
  for (const { name, token: findToken } of sources) {
    app.get(`/docs/${name}`, page, async (_request, reply) => {
      const token = (await findToken?.()) ?? '';
      const { body } = await fetch(`/docs/${name}/`);
      return sendReference(reply, body.replaceAll(tokenMark, tokenForm.test(token) ? token : ''));
    });
  }
  app.get(script, { schema: { hide: true } }, async (_request, reply) => {
    const file = await fetch(script);
    return reply
      .header('cache-control', 'public, max-age=86400')
      .type('application/javascript')
      .send(file.rawPayload);
  });
}

function sendReference(reply: FastifyReply, page: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .header(
      'content-security-policy',
      `default-src 'none'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src blob:; base-uri 'none'; frame-ancestors 'none'`,
    )
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.replaceAll('%nonce%', nonce).replace('<head>', '<head><link rel="icon" href="data:,">'));
}
