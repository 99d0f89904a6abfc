import { randomBytes } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import type { App } from '../http/server.ts';

export interface DocumentSource {
  title: string;
  url: string;
}

const script = '/docs/js/scalar.js';

/**
 * The API reference. Its script is megabytes that most processes never serve, so it is loaded with the first reader,
 * into an inner server that only this route asks.
 */
export function docsRoutes(app: App, sources: readonly DocumentSource[]): void {
  let inner: Promise<FastifyInstance> | undefined;
  const load = async (): Promise<FastifyInstance> => {
    const { default: reference } = await import('@scalar/fastify-api-reference');
    const server = fastify();
    await server.register(reference, {
      routePrefix: '/docs',
      configuration: {
        sources: sources.map((source) => ({ title: source.title, slug: source.title, url: source.url })),
        withDefaultFonts: false,
        telemetry: false,
        agent: { disabled: true },
        mcp: { disabled: true },
        showDeveloperTools: 'never',
        cdn: script,
        pageTitle: 'Praça API reference',
        nonce: '%nonce%',
      },
    });
    return server;
  };
  const fetch = async (url: string) => (await (inner ??= load())).inject(url);

  app.get('/docs', { schema: { hide: true } }, async (_request, reply) => {
    const page = await fetch('/docs/');
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header(
        'content-security-policy',
        `default-src 'none'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; worker-src blob:; base-uri 'none'; frame-ancestors 'none'`,
      )
      .type('text/html; charset=utf-8')
      .send(
        page.body.replaceAll('%nonce%', nonce).replace('<head>', '<head><link rel="icon" href="data:,">'),
      );
  });
  app.get(script, { schema: { hide: true } }, async (_request, reply) => {
    const file = await fetch(script);
    return reply
      .header('cache-control', 'public, max-age=86400')
      .type('application/javascript')
      .send(file.rawPayload);
  });
}
