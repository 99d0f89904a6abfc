import type { FastifyReply, FastifyRequest } from 'fastify';
import { addFormParser } from '../../../platform/http/body-parsers.ts';
import { sendProblem } from '../../../platform/http/errors.ts';
import type { App } from '../../../platform/http/server.ts';
import { decodeOnce } from '../../../platform/tokens/one-spelling.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { issueToken, issueTokenAtOnce, type IssuedToken } from './issue-token.ts';
import { parseScopes, type Scope } from './scope.rules.ts';
import { Type } from '../../../platform/http/type.ts';

const Token = Type.Object(
  {
    access_token: Type.String(),
    token_type: Type.Literal('bearer'),
    expires_in: Type.Integer({
      description:
        'Lifetime in **milliseconds**. OAuth libraries read seconds and would keep a dead token for 41 days: use `expires_at`.',
    }),
    expires_at: Type.String({ format: 'date-time', description: 'RFC 3339, UTC' }),
    scope: Type.String({ description: 'Space-separated' }),
    psp_id: Type.Integer(),
    jti: Type.String({ description: 'Identifier of the token' }),
  },
  {
    examples: [
      {
        access_token: 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJzYW5kYm94LXBzcCJ9.c2ln',
        token_type: 'bearer',
        expires_in: 3_600_000,
        expires_at: '2026-03-01T10:30:00.000Z',
        scope: 'read write psp',
        psp_id: 1,
        jti: '01a1dd64-8657-71c4-b163-7777e1ba6710',
      },
    ],
  },
);

const refusals = {
  400: ['invalid_request', 'unsupported_grant_type', 'invalid_scope'],
  401: ['invalid_client'],
} as const;
type RefusalStatus = keyof typeof refusals;
type RefusalCode = (typeof refusals)[RefusalStatus][number];

const OAuthError = (status: RefusalStatus, description: string) =>
  Type.Object(
    {
      error: Type.Unsafe<RefusalCode>({ type: 'string', enum: refusals[status] }),
      error_description: Type.Optional(Type.String()),
    },
    { description },
  );

const longestCredential = 500;

const Parameters = Type.Object({
  grant_type: Type.Optional(Type.String({ examples: ['client_credentials'] })),
  scope: Type.Optional(Type.String({ maxLength: 200 })),
});

const Form = Type.Object(
  {
    grant_type: Type.Optional(Type.String({ description: '`client_credentials`, unless the query has it' })),
    scope: Type.Optional(Type.String({ maxLength: 200, description: 'Space-separated; default: all' })),
    client_id: Type.Optional(Type.String({ maxLength: longestCredential })),
    client_secret: Type.Optional(
      Type.String({ maxLength: longestCredential, description: 'Ignored if the request has HTTP Basic' }),
    ),
  },
  {
    examples: [
      { grant_type: 'client_credentials', client_id: 'sandbox-psp', client_secret: 'sandbox-secret' },
    ],
  },
);

/** Token route. Its errors follow RFC 6749, which OAuth clients expect. */
export async function tokenRoutes(app: App, context: MerchantContext): Promise<void> {
  await app.register(async (scope: App) => {
    addFormParser(scope);
    scope.post(
      '/oauth/token',
      {
        config: { scope: 'none', describedForm: Form },
        errorHandler: sendRefusal,
        schema: {
          summary: 'Acquire an access token',
          description:
            'OAuth 2.0 client credentials: grant_type in the query or in a form body, the client by HTTP Basic or as client_id and client_secret in the form. Note that expires_in is in milliseconds; expires_at is the same moment as a time.',
          tags: ['Tokens'],
          security: [{ basic: [] }],
          querystring: Parameters,
          response: {
            200: Token,
            400: OAuthError(400, 'The request is wrong. The format is that of RFC 6749.'),
            401: OAuthError(401, 'There is no client with this id and secret.'),
          },
        },
      },
      (request) => {
        const body = isRecord(request.body) ? request.body : {};
        const grant = request.query.grant_type ?? body['grant_type'];
        if (Array.isArray(grant)) throw new TokenRefusal(400, 'invalid_request', givenTwice);
        if (grant !== 'client_credentials') {
          const error = grant === undefined ? 'invalid_request' : 'unsupported_grant_type';
          throw new TokenRefusal(400, error, 'grant_type must be client_credentials');
        }
        const scopes = parseScopes(
          request.query.scope ?? (typeof body['scope'] === 'string' ? body['scope'] : undefined),
        );
        if (!scopes) throw new TokenRefusal(400, 'invalid_scope', 'the scopes are read, write and psp');
        const { authorization = '' } = request.headers;
        const readings = /^Basic /i.test(authorization) ? readBasic(authorization) : readForm(body);
        const [first, ...others] = readings;
        const asked = { scopes, address: request.ip };
        const issued = first && issueTokenAtOnce(context, { ...first, ...asked });
        if (issued) return withScope(issued);
        return issueOrRefuse(context, first ? [first, ...others] : [], asked);
      },
    );
  });
}

/** Tries both readings of the Basic header: RFC 6749 requires form encoding before Base64, but many clients omit it. */
async function issueOrRefuse(
  context: MerchantContext,
  readings: readonly { clientId: string; clientSecret: string }[],
  asked: { readonly scopes: readonly Scope[]; readonly address: string },
) {
  for (const reading of readings) {
    const issued = await issueToken(context, { ...reading, ...asked });
    if (issued) return withScope(issued);
  }
  throw new TokenRefusal(401, 'invalid_client');
}

/** Refuses a token without scopes, which would fail on every route. */
function withScope(issued: IssuedToken): IssuedToken {
  if (issued.scope === '')
    throw new TokenRefusal(400, 'invalid_scope', 'the client has none of these scopes');
  return issued;
}

/** `client_secret_post` of RFC 6749, section 2.3.1. The query is not read, because proxies log it. */
function readForm(body: Record<string, unknown>): { clientId: string; clientSecret: string }[] {
  const { client_id: clientId, client_secret: clientSecret } = body;
  if (typeof clientId !== 'string' || typeof clientSecret !== 'string') return [];
  if (clientId.length > longestCredential || clientSecret.length > longestCredential) return [];
  return [{ clientId, clientSecret }];
}

function readBasic(header: string): { clientId: string; clientSecret: string }[] {
  const encoded = /^Basic +([A-Za-z0-9+/]{1,2000}={0,2})$/i.exec(header)?.[1];
  const bytes = encoded === undefined ? undefined : decodeOnce(encoded, 'base64');
  if (!bytes) return [];
  const text = bytes.toString('utf8');
  const colon = text.indexOf(':');
  if (colon === -1) return [];
  const plain = { clientId: text.slice(0, colon), clientSecret: text.slice(colon + 1) };
  if (plain.clientId.includes('\0')) return [];
  if (!/[%+]/.test(text)) return [plain];
  const decoded = { clientId: decodeForm(plain.clientId), clientSecret: decodeForm(plain.clientSecret) };
  return decoded.clientId.includes('\0') ? [plain] : [plain, decoded];
}

function decodeForm(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

const givenTwice = 'each parameter may be given once, with 200 characters at most';

/** An error response as in RFC 6749, section 5.2. */
class TokenRefusal extends Error {
  readonly status: RefusalStatus;
  readonly code: RefusalCode;
  readonly description: string | undefined;

  constructor(status: RefusalStatus, code: RefusalCode, description?: string) {
    super(code);
    this.status = status;
    this.code = code;
    this.description = description;
  }
}

function sendRefusal(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  // The schema is violated only by a repeated or overlong parameter.
  const refusal = 'validation' in error ? new TokenRefusal(400, 'invalid_request', givenTwice) : error;
  if (!(refusal instanceof TokenRefusal)) return void sendProblem(error, request, reply);
  const { status, code, description } = refusal;
  if (status === 401) reply.header('www-authenticate', 'Basic realm="merchant", charset="UTF-8"');
  void reply
    .code(status)
    .send({ error: code, ...(description === undefined ? {} : { error_description: description }) });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
