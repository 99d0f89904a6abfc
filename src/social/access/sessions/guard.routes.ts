import assert from 'node:assert/strict';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { JWTPayload } from 'jose';
import { refusing } from '../../../platform/http/route-problems.ts';
import { clientNetworkOf } from '../../../platform/http/edge/client-network.ts';
import type { App } from '../../../platform/http/server.ts';
import { isId } from '../../../platform/ids.ts';
import { actAs } from '../../../platform/postgres/replicas/request-scope.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { identifyStaff, type StaffIdentity } from '../staff/staff-token.ts';
import { beginStaffVisit, type StaffVisit } from '../staff/staff-visit.ts';
import { identifyAppellant } from '../suspensions/appeal-token.ts';
import { socialWords } from '../../details/social-words.rules.ts';

/** Who may call a route: anyone, any user, only the user in the path, or the provider's staff. */
export type Access = 'public' | 'user' | 'own' | 'staff';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /**
     * Name of a write by staff in the audit log, such as `event.created`. Required for every staff route except GET.
     */
    act?: string;
    /** Ignores a token in the request. For routes that are called because a token has expired. */
    ignoresToken?: boolean;
    /** For routes of `own`: also admits a suspended user with the token from the refused sign-in. */
    admitsSuspended?: boolean;
    /** For routes of `own`: also admits a token that ended when its user was deleted. */
    admitsDeleted?: boolean;
  }
  interface FastifyRequest {
    /** Set if the request has a valid user token. */
    socialUser:
      | {
          readonly userId: string;
          readonly sessionId: string;
          readonly expiresMs: number;
          /** Time of the refused sign-in. Set only for suspended users, who have no session. */
          readonly provenMs?: number;
        }
      | undefined;
    socialStaff: StaffVisit | undefined;
  }
}

type SocialUser = NonNullable<FastifyRequest['socialUser']>;
/** Problems of each access level. On public routes a token is optional but must be valid. */
const refusals = {
  public: problem.pick('unauthorized'),
  user: problem.pick('unauthorized'),
  own: problem.pick('unauthorized', 'forbidden'),
  staff: problem.pick('unauthorized'),
} satisfies Record<Access, unknown>;

type Hook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

/**
 * Checks the token that each route's `config.access` requires, before the body is read. A route without `access` stops
 * the start.
 */
export function guardRoutes(app: App, context: SocialContext): void {
  app.decorateRequest('socialUser', undefined);
  app.decorateRequest('socialStaff', undefined);
  app.addHook('onRoute', (route) => {
    const { access, act, ignoresToken, admitsSuspended = false, admitsDeleted = false } = route.config ?? {};
    if (access === undefined) throw new TypeError(`${route.url} has no config.access`);
    if (access === 'staff') demandRecord(route, act);
    if (access !== 'public') route.schema = { security: [{ bearer: [] }], ...route.schema };
    // Bound to its route at registration: looking the route up per request would cost more than the check.
    if (!ignoresToken) {
      const guard = refusing(
        refusals[access],
        guardWith(context, { access, act, admitsSuspended, admitsDeleted }),
      );
      route.onRequest = [guard, ...[route.onRequest ?? []].flat()];
    }
  });
}

const reading = new Set(['GET', 'HEAD']);

/**
 * Fails a successful write by staff that is not in the audit log, so that tests find routes that forget to record it.
 */
function demandRecord(route: RouteOptions, act: string | undefined): void {
  if ([route.method].flat().every((method) => reading.has(method))) return;
  if (act === undefined) throw new TypeError(`${route.url} has no config.act for the audit log`);
  const check = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const isDone = reply.statusCode < 400;
    assert(
      !isDone || request.socialStaff?.isAccountedFor,
      `${act} was done without an entry in the audit log`,
    );
  };
  route.onSend = [check, ...[route.onSend ?? []].flat()];
}

interface GuardOptions {
  readonly access: Access;
  readonly act: string | undefined;
  readonly admitsSuspended: boolean;
  readonly admitsDeleted: boolean;
}

/**
 * Returns the guard of a route. A recently verified token is checked synchronously, because promises would cost more
 * than the check.
 */
function guardWith(
  context: SocialContext,
  { access, act, admitsSuspended, admitsDeleted }: GuardOptions,
): Hook {
  const ask = async (request: FastifyRequest, token: string | undefined): Promise<void> => {
    if (access === 'staff') {
      const staff = await requireStaff(context, token);
      request.socialStaff = beginStaffVisit(context, staff, act, clientNetworkOf(request.ip));
      actAs(`person ${staff.staffId}`);
    } else {
      const appellant = admitsSuspended && token !== undefined && (await identifyAppellant(context, token));
      const user = appellant
        ? { ...appellant, sessionId: '' }
        : await requireUser(context, token, admitsDeleted);
      admit(request, user, access);
    }
  };
  return (request, _reply, done) => {
    const token = tokenOf(request);
    if (access === 'public' && token === undefined) return done();
    const known = access === 'staff' || token === undefined ? undefined : recallUser(context, token);
    if (!known) return finish(ask(request, token), done);
    try {
      admit(request, known, access);
    } catch (error) {
      return done(error as Error);
    }
    done();
  };
}

function admit(request: FastifyRequest, user: SocialUser, access: Access): void {
  request.socialUser = user;
  if (access === 'own') refuseOthers(request);
  actAs(`user ${user.userId}`);
}

function finish(work: Promise<void>, done: (error?: Error) => void): void {
  // oxlint-disable-next-line promise/no-callback-in-promise -- a hook with a callback is faster
  work.then(() => done(), done);
}

/** Reads the token from the query, as the interface document requires, or from the header. */
function tokenOf(request: FastifyRequest): string | undefined {
  const inQuery = (request.query as Record<string, unknown>)['access_token'];
  if (typeof inQuery === 'string' && inQuery !== '') return inQuery;
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** Users by claims. While the verifier has a token cached, it returns the same claims object. */
const users = new WeakMap<JWTPayload, SocialUser>();

function readUser(claims: JWTPayload | undefined): SocialUser | undefined {
  if (!claims) return undefined;
  const known = users.get(claims);
  if (known) return known;
  const { sub: userId, sid: sessionId } = claims;
  if (typeof userId !== 'string' || typeof sessionId !== 'string') return undefined;
  const user = { userId, sessionId, expiresMs: (claims.exp ?? 0) * 1000 };
  users.set(claims, user);
  return user;
}

function recallUser(context: SocialContext, token: string): SocialUser | undefined {
  const user = readUser(context.tokens.recall(token));
  return user && context.liveSessions.isKnownLive(user.sessionId) ? user : undefined;
}

async function requireUser(
  context: SocialContext,
  token: string | undefined,
  admitsDeleted: boolean,
): Promise<SocialUser> {
  const user = readUser(token === undefined ? undefined : await context.tokens.verify(token));
  if (user && (await context.liveSessions.isLive(user.sessionId))) return user;
  if (user && admitsDeleted && (await context.liveSessions.isEndedByDeletion(user.sessionId))) return user;
  throw unauthorized();
}

async function requireStaff(context: SocialContext, token: string | undefined): Promise<StaffIdentity> {
  const staff = token === undefined ? undefined : await identifyStaff(context, token);
  if (!staff) throw unauthorized();
  return staff;
}

const unauthorized = () => problem('unauthorized', { headers: { 'www-authenticate': 'Bearer' } });

/** Answers the same whether the other user exists or not. */
function refuseOthers(request: FastifyRequest): void {
  const { userId } = request.params as { userId?: string };
  if (userId === undefined || !isId(userId) || userId.toLowerCase() !== request.socialUser?.userId) {
    throw problem('forbidden', { say: socialWords.anotherUserInPath });
  }
}
