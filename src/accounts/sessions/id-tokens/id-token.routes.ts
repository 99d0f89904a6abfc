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
          'Issues a token that identifies the user to the service named as audience, which must be one of `ID_TOKEN_AUDIENCES`. It contains the id, name, e-mail address and picture, and the time (`auth_time`) and methods (`amr`) of the sign-in. Any OpenID Connect library can verify it by discovery.',
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
export function wellKnownRoutes(app: App, context: AccountsContext): void {
  app.get(
    '/.well-known/jwks.json',
    { schema: { tags, summary: 'The public keys of ID tokens', response: { 200: keySet } } },
    (_request, reply) => {
      void reply.header('cache-control', cacheControl);
      return { keys: context.tokens.publicKeys() };
    },
  );

  app.get(
    '/.well-known/openid-configuration',
    {
      schema: {
        tags,
        summary: 'OpenID Connect discovery document',
        description:
          'States the issuer and the URL of its keys. Tokens come from `POST /v1/me/id-token`, so there is no authorization endpoint.',
        response: { 200: discoveryDocument },
      },
    },
    (_request, reply) => {
      void reply.header('cache-control', cacheControl);
      return {
        issuer: context.baseUrl,
        jwks_uri: `${context.baseUrl}/.well-known/jwks.json`,
        response_types_supported: ['id_token'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['EdDSA'],
        claims_supported: [
          'iss',
          'sub',
          'aud',
          'exp',
          'iat',
          'jti',
          'auth_time',
          'amr',
          'nonce',
          'email',
          'email_verified',
          'name',
          'given_name',
          'family_name',
          'picture',
        ],
      };
    },
  );
}
