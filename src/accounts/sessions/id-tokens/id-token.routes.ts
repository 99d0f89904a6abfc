import type { FastifyReply, FastifyRequest } from 'fastify';
import type { JWK } from 'jose';
import type { App } from '../../../platform/http/server.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { accountsProblems as problem } from '../../accounts.problems.ts';
import { visitorOf } from '../../protection/audit/visitor.ts';
import { requireSession, sessionOf } from '../session-guard.ts';
import { discoveryDocument, idTokenAnswer, idTokenRequest, keySet } from './id-token.schemas.ts';
import { idTokenLifetimeMs, issueIdToken } from './issue-id-token.ts';

const tags = ['ID tokens'];

export function idTokenRoutes(app: App, context: AccountsContext): void {
  app.post(
    '/me/id-token',
    {
      config: { problems: problem.pick('unknown_user') },
      onRequest: requireSession(context),
      schema: {
        tags,
        security: [{ bearer: [] }],
        summary: 'An ID token for another service',
        description:
          'Issues a token that identifies the user to the service named as audience, which must be one of `ID_TOKEN_AUDIENCES` or a registered application. It contains the id, name, e-mail address and picture, and the time (`auth_time`) and methods (`amr`) of the sign-in. Any OpenID Connect library can verify it by discovery.',
        body: idTokenRequest,
        response: { 200: idTokenAnswer },
      },
    },
    async (request) => ({
      id_token: await issueIdToken(context, sessionOf(request), request.body, visitorOf(request)),
      expires_in: idTokenLifetimeMs / 1000,
    }),
  );
}

/** A new key is published a minute before it signs, so caches may keep the keys for a minute at most. */
const cacheControl = 'public, max-age=60';

/** Registered at the root of the service, where discovery by the issuer's URL looks for them. */
export function wellKnownRoutes(
  app: App,
  listKeys: () => JWK[],
  /** Answers with the discovery document. */
  discover: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  app.get(
    '/.well-known/jwks.json',
    { schema: { tags, summary: 'The public keys of ID tokens', response: { 200: keySet } } },
    (_request, reply) => {
      void reply.header('cache-control', cacheControl);
      return { keys: listKeys() };
    },
  );

  app.get(
    '/.well-known/openid-configuration',
    {
      schema: {
        tags,
        summary: 'OpenID Connect discovery document',
        description:
          'States the issuer, the endpoints and what they support. Any OpenID Connect library configures itself from it.',
        response: { 200: discoveryDocument },
      },
    },
    (request, reply) => {
      void reply.header('cache-control', cacheControl);
      discover(request, reply);
    },
  );
}
