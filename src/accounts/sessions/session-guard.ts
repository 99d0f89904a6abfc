import type { IncomingHttpHeaders } from 'node:http';
import { isForeignRequest } from '../../platform/http/edge/foreign-request.ts';
import { refusing } from '../../platform/http/route-problems.ts';
import { actAs } from '../../platform/postgres/replicas/request-scope.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { accountsProblems as problem } from '../accounts.problems.ts';
import { carriedToken, sessionCookie } from './session-token.ts';
import { findSession, type AccountsSession } from './find-session.ts';

declare module 'fastify' {
  interface FastifyRequest {
    accountsSession: AccountsSession | null;
  }
}

interface GuardedRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  accountsSession: AccountsSession | null;
}

interface GuardedReply {
  header(name: string, value: string): unknown;
}

interface GuardOptions {
  /** For the few operations that a session with a one-time password may use. */
  beforePasswordChange?: boolean;
  /** For what a thief of the session must not do with it: an hour after the sign-in, or so long. */
  recent?: boolean | { withinMs: number };
}

/** Long enough to go through the settings after signing in. */
const recentMs = 3_600_000;

/** A session lasts for weeks and may be stolen: only while it is new does it prove who uses it. */
export function requireRecent(
  context: Pick<AccountsContext, 'clock'>,
  session: AccountsSession,
  withinMs = recentMs,
): void {
  if (context.clock.nowMs() - session.authenticatedAt.getTime() <= withinMs) return;
  throw problem('recent_sign_in_required', {
    detail: `Sign in again, and repeat this within ${withinMs / 60_000} minutes with the new session.`,
  });
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A hook for routes that need a session: `{ onRequest: requireSession(context) }`. */
export function requireSession(context: AccountsContext, options: GuardOptions = {}) {
  const refusals = (method: string) =>
    problem.pick(
      'unauthorized',
      ...(safeMethods.has(method) ? [] : (['cross_site_request'] as const)),
      ...(options.beforePasswordChange ? [] : (['password_change_required'] as const)),
      ...(options.recent ? (['recent_sign_in_required'] as const) : []),
    );
  return refusing(refusals, async (request: GuardedRequest, reply: GuardedReply): Promise<void> => {
    const carried = carriedToken(request.headers, context);
    if (!carried) throw problem('unauthorized', { detail: 'Sign in, and send the session.' });
    // A browser adds the cookie by itself, also where another site's page sends the request.
    if (carried.byCookie && !safeMethods.has(request.method) && isForeignRequest(request.headers, context)) {
      throw problem('cross_site_request');
    }
    const session = await findSession(context, carried.token);
    if (!session) throw problem('unauthorized', { detail: 'The session has ended. Sign in again.' });
    if (session.mustChangePassword && !options.beforePasswordChange) {
      throw problem('password_change_required', {
        detail: 'You signed in with a one-time password. Set a new one with POST /v1/me/password first.',
      });
    }
    if (carried.byCookie && session.prolongedByMs !== null) {
      // The cookie must live as long as the prolonged session, which the browser would forget otherwise.
      reply.header(
        'set-cookie',
        sessionCookie(context.publicUrl, carried.token, session.prolongedByMs / 1000),
      );
    }
    if (options.recent) {
      requireRecent(context, session, options.recent === true ? recentMs : options.recent.withinMs);
    }
    request.accountsSession = session;
    actAs(`account ${session.userId}`);
  });
}

/** The session of a request that has passed the guard. */
export function sessionOf(request: { accountsSession: AccountsSession | null }): AccountsSession {
  if (!request.accountsSession) throw new TypeError('the route lacks the session guard');
  return request.accountsSession;
}
