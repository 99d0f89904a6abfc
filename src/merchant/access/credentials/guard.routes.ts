import assert from 'node:assert/strict';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { JWTPayload } from 'jose';
import { problemCodeOf } from '../../../platform/http/errors.ts';
import { refusing } from '../../../platform/http/route-problems.ts';
import type { App } from '../../../platform/http/server.ts';
import { actAs } from '../../../platform/postgres/replicas/request-scope.ts';
import type { MerchantContext, Psp } from '../../merchant.context.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import type { RequestRecorder } from '../recent-requests/record-requests.ts';
import { permits, type RouteScope } from './scope.rules.ts';
import type { Words } from '../../../platform/http/language.ts';

const admittedPsp = Symbol('admitted PSP');

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required on every merchant route. A route without it stops the start. */
    scope?: RouteScope;
  }
  interface FastifyRequest {
    [admittedPsp]: Psp | null;
    /** Set on merchant routes with a scope other than `none`; throws on others. */
    readonly psp: Psp;
  }
}

type NeededScope = Exclude<RouteScope, 'none'>;
type Hook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

/** Guards every route added to this scope afterwards. */
export function guardRoutes(app: App, context: MerchantContext, recorder: RequestRecorder): void {
  app.decorateRequest(admittedPsp, null);
  app.decorateRequest('psp', {
    getter() {
      const psp = this[admittedPsp];
      assert.ok(psp, 'a route without a scope has no PSP');
      return psp;
    },
  });
  const refusals = problem.pick('unauthorized', 'forbidden');
  const guards = {
    read: refusing(refusals, guardWith(context, 'read')),
    write: refusing(refusals, guardWith(context, 'write')),
  };
  app.addHook('onRoute', (route) => {
    const scope = route.config?.scope;
    if (scope === undefined) throw new Error(`${String(route.method)} ${route.url} has no scope`);
    // Bound to its route: reading the route of each request costs more than the check.
    if (scope !== 'none') {
      route.onRequest = [guards[scope], ...[route.onRequest ?? []].flat()];
      route.onResponse = [noteWith(context, recorder, route.url), ...[route.onResponse ?? []].flat()];
    }
  });
}

/** Records the request after the response, so that it adds no latency. Bound to its route like the guard. */
function noteWith({ clock }: MerchantContext, recorder: RequestRecorder, path: string): Hook {
  return (request, reply, done) => {
    const psp = request[admittedPsp];
    if (psp) {
      recorder.note({
        clientId: psp.clientId,
        method: request.method,
        path,
        status: reply.statusCode,
        code: problemCodeOf(request) ?? null,
        requestId: request.id,
        atMs: clock.nowMs(),
      });
    }
    done();
  };
}

/** Checks an already verified token synchronously: promises would cost more than the check. */
function guardWith(context: MerchantContext, needed: NeededScope): Hook {
  const verify = async (request: FastifyRequest, token: string | undefined): Promise<void> => {
    admitFrom(context, request, await authenticate(context, token), needed);
  };
  return (request, _reply, done) => {
    const token = readBearer(request.headers.authorization);
    const known = token === undefined ? undefined : context.tokens.recall(token);
    if (known === undefined || !context.access.allows(String(known.sub), Number(known['version']))) {
      return finish(verify(request, token), done);
    }
    try {
      admitFrom(context, request, known, needed);
    } catch (error) {
      return done(error as Error);
    }
    done();
  };
}

function finish(work: Promise<void>, done: (error?: Error) => void): void {
  // oxlint-disable-next-line promise/no-callback-in-promise -- a hook with a callback is the faster one
  work.then(() => done(), done);
}

const words = {
  tokenNotValid: {
    en: 'The token is invalid or no longer valid. Request a new one.',
    pt: 'O token não é válido ou não vale mais. Peça um novo.',
    de: 'Das Token ist nicht oder nicht mehr gültig. Fordern Sie ein neues an.',
  },
  networkNotAllowed: {
    en: 'This credential must not be used from this network.',
    pt: 'Esta credencial não pode ser usada a partir desta rede.',
    de: 'Dieser Zugang wird aus diesem Netzwerk nicht benutzt.',
  },
  scopeMissing: {
    en: 'The token lacks the scope psp or {scope}.',
    pt: 'Falta ao token o escopo psp ou {scope}.',
    de: 'Dem Token fehlt der Scope psp oder {scope}.',
  },
} as const satisfies Record<string, Words>;

/** Extracts a bearer token without validating it. Malformed tokens fail the verification later. */
function readBearer(header: string | undefined): string | undefined {
  if (header === undefined || header.length > 4096) return undefined;
  return header.startsWith('Bearer ') || /^bearer /i.test(header) ? header.slice(7).trim() : undefined;
}

async function authenticate(context: MerchantContext, token: string | undefined): Promise<JWTPayload> {
  if (token === undefined) {
    throw problem('unauthorized', { headers: { 'www-authenticate': 'Bearer realm="merchant"' } });
  }
  const claims = await context.tokens.verify(token);
  const allowed =
    claims?.sub !== undefined &&
    (await context.access.allowsAfterLook(claims.sub, Number(claims['version'])));
  if (claims && allowed) return claims;
  throw problem('unauthorized', {
    say: words.tokenNotValid,
    headers: { 'www-authenticate': 'Bearer realm="merchant", error="invalid_token"' },
  });
}

/** Sets the PSP before the checks, so that refused requests are recorded too. */
function admitFrom(
  context: MerchantContext,
  request: FastifyRequest,
  claims: JWTPayload,
  needed: NeededScope,
): void {
  const clientId = String(claims.sub);
  request[admittedPsp] = { pspId: Number(claims['psp']), clientId };
  if (!context.access.reaches(clientId, request)) {
    throw problem('forbidden', { say: words.networkNotAllowed });
  }
  const psp = admit(claims, needed);
  request[admittedPsp] = psp;
  actAs(`psp ${psp.pspId}`);
}

/** Keyed by claims, whose object stays the same while its token is cached. */
const permitted = { read: new WeakMap<JWTPayload, Psp>(), write: new WeakMap<JWTPayload, Psp>() };

function admit(claims: JWTPayload, needed: NeededScope): Psp {
  const known = permitted[needed].get(claims);
  if (known) return known;
  if (!permits(String(claims['scope']), needed)) {
    throw problem('forbidden', {
      say: words.scopeMissing,
      values: { scope: needed },
      headers: {
        'www-authenticate': `Bearer realm="merchant", error="insufficient_scope", scope="psp ${needed}"`,
      },
    });
  }
  const psp = { pspId: Number(claims['psp']), clientId: String(claims.sub) };
  permitted[needed].set(claims, psp);
  return psp;
}
