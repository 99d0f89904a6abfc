import type { App } from '../../platform/http/server.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { accountsProblems as problem } from '../accounts.problems.ts';
import { visitorOf } from '../audit/visitor.ts';
import { requireSession, sessionOf } from '../sessions/session-guard.ts';
import { discoveryDocument, idTokenAnswer, idTokenRequest, keySet } from './id-token.schemas.ts';
import { idTokenLifetimeMs, issueIdToken } from './issue-id-token.ts';

const tags = ['ID tokens'];

/** Under /v1. */
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
          'Proves to the service named as audience, which must be one of `ID_TOKEN_AUDIENCES`, who is signed in here, with id, name, e-mail address, picture, and when (`auth_time`) and how (`amr`) the user signed in. Any OpenID Connect library verifies it by discovery.',
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

/** A new key is published a minute before it signs, so that nobody may keep these longer. */
const cacheControl = 'public, max-age=60';

/** At the service's root, where the issuer says they are. */
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
        summary: 'How ID tokens are verified',
        description:
          'OpenID Connect Discovery. Tokens come from `POST /v1/me/id-token`, so that no authorization endpoint is named.',
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
