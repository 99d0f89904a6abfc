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

/** What the reference's own settings cannot turn off. */
const styles = `a[href*="//www.scalar.com"] { display: none; }`;
/** The edge that every page of a sandbox wears, with its name hanging from it. */
const sandboxStyles = `
  body::before { content: ''; position: fixed; inset: 0 0 auto; z-index: 1000; height: 4px;
    background: repeating-linear-gradient(-45deg, #e2a33b 0 10px, transparent 10px 20px); }
  body::after { content: 'Sandbox'; position: absolute; top: 4px; right: 16px; z-index: 1000; padding: 0 8px;
    border-radius: 0 0 6px 6px; background: #e2a33b; color: #1c1917; font: 600 12px/1.6 system-ui, sans-serif; }`;

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
      // It leads to a client of theirs, with the address of this server.
      hideClientButton: true,
      customCss: app.isSandbox === true ? styles + sandboxStyles : styles,
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
