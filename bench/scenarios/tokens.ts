import { createSecretKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { SignJWT } from 'jose';
import { Provider } from 'oidc-provider';
import { newId } from '../../src/platform/ids.ts';
import { bareFastify } from '../harness/servers.ts';
import { comparison, type Comparison, type HttpRequest, type Target } from '../scenario.ts';

const authorization = `Basic ${btoa('sandbox-psp:sandbox-secret')}`;
const form = { 'content-type': 'application/x-www-form-urlencoded', authorization };

const ask = (path: string): HttpRequest[] => [
  { path, method: 'POST', headers: form, body: 'grant_type=client_credentials' },
];

type PeerAlgorithm = 'RS256' | 'EdDSA';

/** Serves oidc-provider with the same client, grant and lifetime, an in-memory store, and signed tokens. */
async function serveOidcProvider(alg: PeerAlgorithm): Promise<number> {
  const { privateKey } =
    alg === 'RS256' ? generateKeyPairSync('rsa', { modulusLength: 2048 }) : generateKeyPairSync('ed25519');
  const provider = new Provider('http://127.0.0.1', {
    clients: [
      {
        client_id: 'sandbox-psp',
        client_secret: 'sandbox-secret',
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
        id_token_signed_response_alg: alg,
      },
    ],
    jwks: {
      keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'bench', alg, use: 'sig' }],
    },
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => 'http://127.0.0.1/merchant',
        getResourceServerInfo: () => ({
          scope: 'read write psp',
          accessTokenFormat: 'jwt',
          accessTokenTTL: 3600,
          jwt: { sign: { alg } },
        }),
      },
    },
  });
  const answer = provider.callback();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const issuing = {
  what: 'a client-credentials token, against a bare route that only signs one, beside oidc-provider',
  budget: 0.5,
  async prepare() {},
  ours: { kind: 'praca', requests: () => ask('/merchant/oauth/token') },
  limit: {
    kind: 'server',
    serve: bareFastify((app) => {
      const key = createSecretKey(randomBytes(32));
      app.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string' },
        (_request, body, done) => done(null, body),
      );
      app.post('/merchant/oauth/token', async () => {
        const jti = newId();
        const claims = { sub: 'sandbox-psp', scope: 'read write psp', psp: 1, version: 1, jti };
        const token = await new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256', kid: 'b'.repeat(22), typ: 'JWT' })
          .setIssuer('http://127.0.0.1:12345/merchant')
          .setAudience('merchant')
          .setIssuedAt()
          .setExpirationTime('1h')
          .sign(key);
        return {
          access_token: token,
          token_type: 'bearer',
          expires_in: 3_600_000,
          scope: claims.scope,
          psp_id: 1,
          jti,
        };
      });
    }),
    requests: () => ask('/merchant/oauth/token'),
  },
} satisfies Omit<Comparison<void>, 'name'>;

const peer = (alg: PeerAlgorithm): Target<void> => ({
  kind: 'server',
  serve: () => serveOidcProvider(alg),
  requests: () => ask('/token'),
});

export const tokenIssue = comparison<void>({
  ...issuing,
  name: 'token issue',
  peerBudget: 5,
  peerName: 'oidc-provider with its store in memory, signing as it does unless told otherwise (RS256)',
  peer: peer('RS256'),
});

/**
 * Compares with the same peer and its fastest algorithm. It has no budget, because this is not the peer's default
 * configuration.
 */
export const tokenIssueBesideEdDsa = comparison<void>({
  ...issuing,
  name: 'token issue, EdDSA',
  peerName: 'oidc-provider with its store in memory, told to sign with the quickest it has (EdDSA)',
  peer: peer('EdDSA'),
});
