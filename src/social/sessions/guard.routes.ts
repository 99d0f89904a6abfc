import type { FastifyRequest } from 'fastify';
import type { App } from '../../platform/http/server.ts';
import { isId } from '../../platform/ids.ts';
import type { SocialContext } from '../social.context.ts';
import { isActiveStaff } from '../staff/check-staff.ts';
import { socialProblems as problem } from '../social.problems.ts';

/** Who may call a route: anybody, any user, the user whom the path names, the provider's staff. */
export type Access = 'public' | 'user' | 'own' | 'staff';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** For a route that is called because a token has expired: one that comes along is not looked at. */
    ignoresToken?: boolean;
  }
  interface FastifyRequest {
    /** Set wherever a valid token of a user came along. */
    socialUser:
      | { readonly userId: string; readonly sessionId: string; readonly expiresMs: number }
      | undefined;
    socialStaff: { readonly staffId: string; readonly email: string } | undefined;
  }
}

/** Asks for the token that each route's `config.access` needs, before a body is read. No route is open by omission. */
export function guardRoutes(app: App, context: SocialContext): void {
  app.decorateRequest('socialUser', undefined);
  app.decorateRequest('socialStaff', undefined);
  app.addHook('onRoute', (route) => {
    if (route.config?.access === undefined) throw new TypeError(`${route.url} does not say who may call it`);
    const schema = route.schema ?? {};
    if (route.config.access !== 'public') route.schema = { security: [{ bearer: [] }], ...schema };
  });
  app.addHook('onRequest', async (request) => {
    const { access, ignoresToken } = request.routeOptions.config;
    // The platform's own: every route of ours was asked when it was added.
    if (access === undefined) return;
    const token = tokenOf(request);
    if (access === 'staff') {
      request.socialStaff = await identifyStaff(context, token);
      return;
    }
    if (access === 'public' && (token === undefined || ignoresToken)) return;
    request.socialUser = await identifyUser(context, token);
    if (access === 'own') refuseOthers(request);
  });
}

/** Of the query, as the interface has it, or of the header. */
function tokenOf(request: FastifyRequest): string | undefined {
  const inQuery = (request.query as Record<string, unknown>)['access_token'];
  if (typeof inQuery === 'string' && inQuery !== '') return inQuery;
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

async function identifyUser(context: SocialContext, token: string | undefined) {
  const claims = token === undefined ? undefined : await context.tokens.verify(token);
  const { sub: userId, sid: sessionId } = claims ?? {};
  if (typeof userId !== 'string' || typeof sessionId !== 'string') throw unauthorized();
  if (!(await context.liveSessions.isLive(sessionId))) throw unauthorized();
  return { userId, sessionId, expiresMs: (claims?.exp ?? 0) * 1000 };
}

async function identifyStaff(context: SocialContext, token: string | undefined) {
  const claims = token === undefined ? undefined : await context.staffTokens.verify(token);
  const { sub: staffId, email } = claims ?? {};
  if (typeof staffId !== 'string' || typeof email !== 'string') throw unauthorized();
  if (!(await isActiveStaff(context, staffId))) throw unauthorized();
  return { staffId, email };
}

const unauthorized = () => problem('unauthorized', { headers: { 'www-authenticate': 'Bearer' } });

/** The same answer whether that user exists or not. */
function refuseOthers(request: FastifyRequest): void {
  const { userId } = request.params as { userId?: string };
  if (userId === undefined || !isId(userId) || userId.toLowerCase() !== request.socialUser?.userId) {
    throw problem('forbidden', { detail: 'The path names another user than the token.' });
  }
}
