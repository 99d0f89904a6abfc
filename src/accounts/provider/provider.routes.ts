import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../platform/http/server.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { visitorOf } from '../protection/audit/visitor.ts';
import { providerRequest } from './artefacts/provider-request.ts';
import { devicePath, protocolPath } from './protocol/configuration.ts';
import type { OpenIdProvider } from './open-provider.ts';

const mount = '/accounts';

/** The library adds the hash of its one script, which submits a form that a browser without scripts shows. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'";

export function providerRoutes(app: App, context: AccountsContext, provider: OpenIdProvider): void {
  // The library reads the body itself, with a limit of 56 KiB.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));
  const serve = handOver(context, provider);
  const method = ['GET', 'POST', 'OPTIONS'];
  const schema = { hide: true };
  for (const url of [`${protocolPath}/*`, devicePath, `${devicePath}/:id`]) {
    app.route({ method, url, exposeHeadRoute: false, schema, handler: serve });
  }
}

/** Hands a request over to the library. Hooks before and after it run as for every route. */
export function handOver(context: AccountsContext, provider: OpenIdProvider) {
  const { protocol, host } = new URL(context.publicUrl);
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const { raw } = request;
    const visitor = visitorOf(request);
    const { ip } = request;
    const path = raw.url ?? '';
    // URLs and cookies follow PUBLIC_URL. The host and protocol that a proxy or the client states are ignored.
    Object.assign(raw.headers, {
      'x-forwarded-proto': protocol.slice(0, -1),
      'x-forwarded-host': host,
      'x-forwarded-for': ip,
    });
    Object.assign(raw, { originalUrl: path, url: path.startsWith(mount) ? path.slice(mount.length) : path });
    // The log line names the whole path again.
    reply.raw.prependListener('finish', () => (raw.url = path));
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    reply.raw.setHeader('content-security-policy', policy);
    providerRequest.run({ visitor, requestId: request.id }, () => {
      void provider.current().callback()(raw, reply.raw);
    });
  };
}
