import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import { pathOf } from '../http/errors.ts';
import type { App } from '../http/server.ts';

/**
 * Where a form is sent is in the address bar once it was refused, and it is no page: whoever loads it again, comes back
 * to it or chooses another language is led to the page of the form.
 */
export function leadToFormPage(
  app: App,
  address: string,
  pageOf: (request: FastifyRequest) => string,
  config: FastifyContextConfig = {},
): void {
  app.get(address, { config, schema: { hide: true } }, (request, reply) =>
    reply.redirect(`${pageOf(request)}${request.url.slice(pathOf(request.url).length)}`, 303),
  );
}
