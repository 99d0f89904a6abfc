import { errors, interactionPolicy, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import type { AccountsContext } from '../../accounts.context.ts';
import { oneFactor, twoFactors } from '../../sessions/acr.rules.ts';
import { cookieName, longestSessionMs, sessionLifetimeMs } from '../../sessions/create-session.ts';
import { hostCookieName } from '../../../platform/http/edge/host-cookie.ts';
import { hasTotp } from '../../users/find-user.ts';
import { findProviderAccount } from './find-provider-account.ts';
import { loadGrant } from './load-grant.ts';
import { asksForMore } from './provider.rules.ts';

const { Check, Prompt, base } = interactionPolicy;

/** Signature algorithms. The library supports more. */
const algorithms = ['EdDSA', 'RS256'] as const;
const proofAlgorithms = ['ES256', 'EdDSA', 'Ed25519'] as const;

/** Routes below `/accounts`. */
export const protocolPath = '/oidc';
export const devicePath = '/device';

export type ConfigurationContext = Pick<
  AccountsContext,
  'settings' | 'publicUrl' | 'baseUrl' | 'sql' | 'clock'
>;

/** What the provider offers, without storage and pages. */
export function createConfiguration(context: ConfigurationContext): Configuration {
  const secure = context.publicUrl.startsWith('https:');
  const cookie = { httpOnly: true, sameSite: 'lax', secure } as const;
  const idleSeconds = sessionLifetimeMs(context, false) / 1000;
  const longestSeconds = longestSessionMs(context) / 1000;
  return {
    acrValues: [oneFactor, twoFactors],
    claims: {
      acr: null,
      amr: null,
      auth_time: null,
      sid: null,
      openid: ['sub', 'auth_time', 'amr', 'acr'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'picture', 'locale'],
    },
    scopes: ['openid', 'offline_access'],
    responseTypes: ['code'],
    pkce: { required: () => true },
    clientAuthMethods: ['none', 'client_secret_basic', 'private_key_jwt'],
    clientDefaults: { id_token_signed_response_alg: 'EdDSA', token_endpoint_auth_method: 'none' },
    extraClientMetadata: { properties: ['first_party', 'resources'] },
    enabledJWA: {
      idTokenSigningAlgValues: [...algorithms],
      userinfoSigningAlgValues: [...algorithms],
      clientAuthSigningAlgValues: ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'],
      dPoPSigningAlgValues: [...proofAlgorithms],
    },
    allowOmittingSingleRegisteredRedirectUri: false,
    clientBasedCORS: (_ctx, origin, client) =>
      (client.redirectUris ?? []).some((uri) => URL.parse(uri)?.origin === origin && origin !== 'null'),
    cookies: {
      names: {
        session: hostCookieName(context.publicUrl, cookieName),
        interaction: 'praca_interaction',
        resume: 'praca_resume',
      },
      long: cookie,
      short: cookie,
    },
    discovery: { ui_locales_supported: ['en', 'pt', 'de'] },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      deviceFlow: { enabled: true, mask: '****-****' },
      dPoP: { enabled: true },
      introspection: { enabled: true },
      revocation: { enabled: true },
      pushedAuthorizationRequests: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_ctx, resource, client) => {
          const scopes = (client['resources'] as Record<string, string[]> | undefined)?.[resource];
          if (!scopes) throw new errors.InvalidTarget();
          return {
            scope: scopes.join(' '),
            accessTokenFormat: 'jwt',
            accessTokenTTL: 600,
            jwt: { sign: { alg: 'EdDSA' } },
          };
        },
      },
      userinfo: { enabled: true },
    },
    // The foreign keys of the tables end tokens with their session.
    expiresWithSession: () => false,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: () => true,
    findAccount: (_ctx, id) => findProviderAccount(context, id),
    loadExistingGrant: loadGrant,
    interactions: {
      policy: createPolicy(context),
      url: (_ctx, { uid }) => `/accounts/sign-in/${uid}`,
    },
    routes: {
      authorization: `${protocolPath}/auth`,
      code_verification: devicePath,
      device_authorization: `${protocolPath}/device`,
      end_session: `${protocolPath}/end-session`,
      introspection: `${protocolPath}/introspect`,
      jwks: '/.well-known/jwks.json',
      pushed_authorization_request: `${protocolPath}/par`,
      revocation: `${protocolPath}/revoke`,
      token: `${protocolPath}/token`,
      userinfo: `${protocolPath}/me`,
    },
    ttl: {
      AccessToken: (_ctx, token) => token.resourceServer?.accessTokenTTL ?? 600,
      AuthorizationCode: 60,
      ClientCredentials: (_ctx, token) => token.resourceServer?.accessTokenTTL ?? 600,
      DeviceCode: 600,
      IdToken: 600,
      Interaction: 3600,
      Grant: longestSeconds,
      // A session that is not used for this long has ended.
      RefreshToken: idleSeconds,
      Session: (_ctx, session) => (session.accountId === undefined ? 3600 : idleSeconds),
    },
  };
}

/** Asks for a sign-in, a sign-up or a consent. Adds to the library's checks the prompt `create` and `acr_values`. */
function createPolicy(context: ConfigurationContext): interactionPolicy.DefaultPolicy {
  const policy = base();
  policy.get('login')?.checks.add(
    new Check('acr_values', 'a second factor is preferred', async ({ oidc }: KoaContextWithOIDC) => {
      const { session, params, result } = oidc;
      if (result?.login || !session?.accountId || !asksForMore(params?.['acr_values'], session.acr))
        return false;
      return hasTotp(context.sql, session.accountId);
    }),
  );
  policy.add(new Prompt({ name: 'create', requestable: true }), 0);
  return policy;
}
