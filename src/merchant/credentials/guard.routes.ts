import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../platform/http/server.ts';
import type { MerchantContext, Psp } from '../merchant.context.ts';
import { merchantProblems as problem } from '../merchant.problems.ts';
import { permits, type RouteScope } from './scope.rules.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Merchant routes must say it; a route that does not is a programming error that stops the start. */
    scope?: RouteScope;
  }
  interface FastifyRequest {
    /** Set on merchant routes whose scope is not `none`. */
    psp: Psp;
  }
}

/** Guards every route that is added to this scope afterwards. */
export function guardRoutes(app: App, context: MerchantContext): void {
  app.decorateRequest('psp', null as unknown as Psp);
  app.addHook('onRoute', (route) => {
    const hidden = route.schema?.hide === true;
    if (route.config?.scope === undefined && !hidden) {
      throw new Error(`${String(route.method)} ${route.url} names no scope`);
    }
  });
  app.addHook('onRequest', async (request: FastifyRequest, _reply: FastifyReply) => {
    const scope = request.routeOptions.config.scope;
    if (scope !== undefined && scope !== 'none')
      request.psp = await authorize(context, request.headers.authorization, scope);
  });
}

const bearer = /^Bearer +([\w.~+/=-]+)$/i;

async function authorize(
  context: MerchantContext,
  header: string | undefined,
  needed: Exclude<RouteScope, 'none'>,
): Promise<Psp> {
  const token = header === undefined ? undefined : bearer.exec(header)?.[1];
  if (token === undefined) {
    throw problem('unauthorized', { headers: { 'www-authenticate': 'Bearer realm="merchant"' } });
  }
  const claims = await context.tokens.verify(token);
  const clientId = claims?.sub;
  if (
    claims === undefined ||
    clientId === undefined ||
    !(await context.access.allows(clientId, Number(claims['version'])))
  ) {
    throw problem('unauthorized', {
      detail: 'The token is not valid or not valid any more. Ask for a new one.',
      headers: { 'www-authenticate': 'Bearer realm="merchant", error="invalid_token"' },
    });
  }
  if (!permits(String(claims['scope']), needed)) {
    throw problem('forbidden', {
      detail: `The token lacks the scope psp or ${needed}.`,
      headers: {
        'www-authenticate': `Bearer realm="merchant", error="insufficient_scope", scope="psp ${needed}"`,
      },
    });
  }
  return { pspId: Number(claims['psp']), clientId };
}
