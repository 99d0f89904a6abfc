import { randomBytes } from 'node:crypto';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { App } from '../http/server.ts';
import { makeStaticFile, sendStaticFile, type StaticFile } from '../http/representations/static-file.ts';

export interface DocumentSource {
  /** Name of the service. Its own reference is at `/docs/<name>`. */
  readonly name: string;
  readonly title: string;
  readonly url: string;
  /** Returns a token with which readers can try the API. Only in a sandbox, where it is public. */
  readonly token?: (() => Promise<string | undefined>) | undefined;
}

/** Hides a link that the reference's settings cannot turn off. */
const styles = `a[href*="//www.scalar.com"] { display: none; }`;
/** The striped edge and the label of sandbox pages. */
const sandboxStyles = `
  body::before { content: ''; position: fixed; inset: 0 0 auto; z-index: 1000; height: 4px;
    background: repeating-linear-gradient(-45deg, #e2a33b 0 10px, transparent 10px 20px); }
  body::after { content: 'Sandbox'; position: absolute; top: 4px; right: 16px; z-index: 1000; padding: 0 8px;
    border-radius: 0 0 6px 6px; background: #e2a33b; color: #1c1917; font: 600 12px/1.6 system-ui, sans-serif; }`;

const script = '/docs/js/scalar.js';
const tokenMark = '%token%';
/** Tokens of any other form are not written into a script, to prevent injection. */
const tokenForm = /^[\w.-]+$/;

/**
 * Serves the API reference. Its script has megabytes and most processes never serve it. It is therefore loaded on the
 * first request, into an inner server that only this route calls.
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
      // The button opens Scalar's own client and sends it the address of this server.
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
  let file: StaticFile | undefined;
  app.get(script, { schema: { hide: true } }, async (request, reply) => {
    file ??= makeStaticFile('text/javascript; charset=utf-8', (await fetch(script)).rawPayload);
    return sendStaticFile(request, reply, file, 'public, max-age=86400');
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
