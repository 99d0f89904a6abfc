import type { IncomingHttpHeaders } from 'node:http';
import { isForeignRequest } from '../../platform/http/edge/foreign-request.ts';
import { refusing } from '../../platform/http/route-problems.ts';
import { actAs } from '../../platform/postgres/replicas/request-scope.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { accountsProblems as problem } from '../accounts.problems.ts';
import { readToken, findSession, type AccountsSession } from './find-session.ts';
import { sessionCookie } from './create-session.ts';
import { accountsWords } from '../details/accounts-words.rules.ts';

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
  /** Allows sessions with a one-time password, which may use only a few operations. */
  beforePasswordChange?: boolean;
  /** Requires a recent sign-in, within an hour or the given time, so that a stolen session is not enough. */
  recent?: boolean | { withinMs: number };
}

/** Long enough to change several settings after one sign-in. */
const recentMs = 3_600_000;

/**
 * Requires a recent sign-in. A session lasts for weeks and may be stolen, so only a new one proves the user's identity.
 */
export function requireRecent(
  context: Pick<AccountsContext, 'clock'>,
  session: AccountsSession,
  withinMs = recentMs,
): void {
  if (context.clock.nowMs() - session.authenticatedAt.getTime() <= withinMs) return;
  throw problem('recent_sign_in_required', {
    say: accountsWords.repeatWithNewSession,
    values: { minutes: withinMs / 60_000 },
  });
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Returns a hook for routes that need a session: `{ onRequest: requireSession(context) }`. */
export function requireSession(context: AccountsContext, options: GuardOptions = {}) {
  const refusals = (method: string) =>
    problem.pick(
      'unauthorized',
      ...(safeMethods.has(method) ? [] : (['cross_site_request'] as const)),
      ...(options.beforePasswordChange ? [] : (['password_change_required'] as const)),
      ...(options.recent ? (['recent_sign_in_required'] as const) : []),
    );
  return refusing(refusals, async (request: GuardedRequest, reply: GuardedReply): Promise<void> => {
    const carried = readToken(request.headers, context);
    if (!carried) throw problem('unauthorized', { say: accountsWords.signIn });
    // Browsers add the cookie automatically, even to requests of other sites' pages.
    if (carried.byCookie && !safeMethods.has(request.method) && isForeignRequest(request.headers, context)) {
      throw problem('cross_site_request');
    }
    const session = await findSession(context, carried.token);
    if (!session) throw problem('unauthorized', { say: accountsWords.sessionEnded });
    if (session.mustChangePassword && !options.beforePasswordChange) {
      throw problem('password_change_required', {
        say: accountsWords.oneTimePasswordUsed,
      });
    }
    if (carried.byCookie && session.prolongedByMs !== null) {
      // The cookie's lifetime is extended with the session's. Otherwise the browser would delete it earlier.
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

export function sessionOf(request: { accountsSession: AccountsSession | null }): AccountsSession {
  if (!request.accountsSession) throw new TypeError('the route lacks the session guard');
  return request.accountsSession;
}
