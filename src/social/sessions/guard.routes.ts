import assert from 'node:assert/strict';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { JWTPayload } from 'jose';
import { refusing } from '../../platform/http/route-problems.ts';
import { clientNetworkOf } from '../../platform/http/edge/client-network.ts';
import type { App } from '../../platform/http/server.ts';
import { isId } from '../../platform/ids.ts';
import { actAs } from '../../platform/postgres/replicas/request-scope.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { identifyStaff, type StaffIdentity } from '../staff/staff-token.ts';
import { beginStaffVisit, type StaffVisit } from '../staff/staff-visit.ts';
import { identifyAppellant } from '../suspensions/appeal-token.ts';

/** Who may call a route: anybody, any user, the user whom the path names, the provider's staff. */
export type Access = 'public' | 'user' | 'own' | 'staff';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** What the audit log calls a write by staff: `event.created`. Every staff route that is no GET has one. */
    act?: string;
    /** For a route that is called because a token has expired: one that comes along is not looked at. */
    ignoresToken?: boolean;
    /** For a route of `own`: also for a suspended user, with the token that the refused sign-in gave. */
    admitsSuspended?: boolean;
  }
  interface FastifyRequest {
    /** Set wherever a valid token of a user came along. */
    socialUser:
      | {
          readonly userId: string;
          readonly sessionId: string;
          readonly expiresMs: number;
          /** Of a suspended user, who has no session. */
          readonly provenMs?: number;
        }
      | undefined;
    socialStaff: StaffVisit | undefined;
  }
}

type SocialUser = NonNullable<FastifyRequest['socialUser']>;
/** A token that comes along where none is needed must be a valid one all the same. */
const refusals = {
  public: problem.pick('unauthorized'),
  user: problem.pick('unauthorized'),
  own: problem.pick('unauthorized', 'forbidden'),
  staff: problem.pick('unauthorized'),
} satisfies Record<Access, unknown>;

type Hook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

/** Asks for the token that each route's `config.access` needs, before a body is read. No route is open by omission. */
export function guardRoutes(app: App, context: SocialContext): void {
  app.decorateRequest('socialUser', undefined);
  app.decorateRequest('socialStaff', undefined);
  app.addHook('onRoute', (route) => {
    const { access, act, ignoresToken, admitsSuspended = false } = route.config ?? {};
    if (access === undefined) throw new TypeError(`${route.url} does not say who may call it`);
    if (access === 'staff') demandRecord(route, act);
    if (access !== 'public') route.schema = { security: [{ bearer: [] }], ...route.schema };
    // Bound to its route: asking each request for its route costs more than the check.
    if (!ignoresToken) {
      const guard = refusing(refusals[access], guardWith(context, { access, act, admitsSuspended }));
      route.onRequest = [guard, ...[route.onRequest ?? []].flat()];
    }
  });
}

const reading = new Set(['GET', 'HEAD']);

/** No write by staff is answered with success unless it is on record: a route that forgets it fails every test. */
function demandRecord(route: RouteOptions, act: string | undefined): void {
  if ([route.method].flat().every((method) => reading.has(method))) return;
  if (act === undefined) throw new TypeError(`${route.url} does not say what the audit log calls it`);
  const check = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const isDone = reply.statusCode < 400;
    assert(!isDone || request.socialStaff?.isAccountedFor, `${act} was done without a line in the audit log`);
  };
  route.onSend = [check, ...[route.onSend ?? []].flat()];
}

/** A token that was verified a moment ago is checked without waiting: the promises would cost more than the check. */
function guardWith(
  context: SocialContext,
  { access, act, admitsSuspended }: { access: Access; act: string | undefined; admitsSuspended: boolean },
): Hook {
  const ask = async (request: FastifyRequest, token: string | undefined): Promise<void> => {
    if (access === 'staff') {
      const staff = await requireStaff(context, token);
      request.socialStaff = beginStaffVisit(context, staff, act, clientNetworkOf(request.ip));
      actAs(`person ${staff.staffId}`);
    } else {
      const appellant = admitsSuspended && token !== undefined && (await identifyAppellant(context, token));
      const user = appellant ? { ...appellant, sessionId: '' } : await requireUser(context, token);
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
  // oxlint-disable-next-line promise/no-callback-in-promise -- a hook with a callback is the faster one
  work.then(() => done(), done);
}

/** From the query, as the interface has it, or from the header. */
function tokenOf(request: FastifyRequest): string | undefined {
  const inQuery = (request.query as Record<string, unknown>)['access_token'];
  if (typeof inQuery === 'string' && inQuery !== '') return inQuery;
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** The verifier hands out the same claims object for as long as it remembers a token. */
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

async function requireUser(context: SocialContext, token: string | undefined): Promise<SocialUser> {
  const user = readUser(token === undefined ? undefined : await context.tokens.verify(token));
  if (!user || !(await context.liveSessions.isLive(user.sessionId))) throw unauthorized();
  return user;
}

async function requireStaff(context: SocialContext, token: string | undefined): Promise<StaffIdentity> {
  const staff = token === undefined ? undefined : await identifyStaff(context, token);
  if (!staff) throw unauthorized();
  return staff;
}

const unauthorized = () => problem('unauthorized', { headers: { 'www-authenticate': 'Bearer' } });

/** The same answer whether that user exists or not. */
function refuseOthers(request: FastifyRequest): void {
  const { userId } = request.params as { userId?: string };
  if (userId === undefined || !isId(userId) || userId.toLowerCase() !== request.socialUser?.userId) {
    throw problem('forbidden', { detail: 'The path names another user than the token.' });
  }
}
