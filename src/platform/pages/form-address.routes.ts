import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import { pathOf } from '../http/errors.ts';
import type { App } from '../http/server.ts';

/**
 * Redirects GET of a form's target to the page of the form. After a refusal the target is in the address bar, so a
 * reload or a change of language would otherwise fail.
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
