import { timingSafeEqual } from 'node:crypto';
import { Provider, type Adapter, type Configuration } from 'oidc-provider';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { keyedHash } from '../../platform/tokens/hash-key.store.ts';
import type { Tokens } from '../../platform/tokens/tokens.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { recordAudit } from '../protection/audit/record-audit.ts';
import type { Visitor } from '../protection/audit/visitor.ts';
import { endSessionOf } from '../sessions/end-sessions.ts';
import type { AccountsSession } from '../sessions/find-session.ts';
import { createArtefacts, moveToSession, type ArtefactsContext } from './artefacts/artefacts.ts';
import { providerRequest } from './artefacts/provider-request.ts';
import { createHandles } from './artefacts/handles.ts';
import { createSessionArtefacts } from './artefacts/session-artefacts.ts';
import { findLibraryClient } from './clients/library-client.ts';
import { hashSecret, readSecretKey } from './clients/client-secrets.ts';
import { createConfiguration } from './protocol/configuration.ts';
import { withTransaction } from './token-transaction.ts';

/** The pages that the library shows, from above. */
export type ProviderPages = Pick<Configuration, 'renderError'> & {
  readonly deviceFlow: Pick<
    NonNullable<NonNullable<Configuration['features']>['deviceFlow']>,
    'userCodeInputSource' | 'userCodeConfirmSource' | 'successSource'
  >;
  readonly rpInitiatedLogout: Pick<
    NonNullable<NonNullable<Configuration['features']>['rpInitiatedLogout']>,
    'logoutSource' | 'postLogoutSuccessSource'
  >;
};

export interface ProviderContext extends AccountsContext {
  /** Keys of ID tokens for clients that know no EdDSA. */
  readonly rsaTokens: Tokens;
}

/** The OpenID provider of this process. */
export interface OpenIdProvider {
  /** Returns the library's provider with the keys that sign now. */
  current(): Provider;
  /** Ends the session that a browser had before a sign-in. Applications of the same person stay connected. */
  replaceSession(before: AccountsSession, after: AccountsSession, visitor: Visitor): Promise<void>;
}

export async function openProvider(context: ProviderContext, pages: ProviderPages): Promise<OpenIdProvider> {
  const key = await transaction(context.sql, (tx) => keyedHash(tx, context, 'oidc artefacts', 'ids'));
  const secretKey = await transaction(context.sql, (tx) => readSecretKey(tx, context));
  const inner: ArtefactsContext = { ...context, handles: createHandles(key) };
  const isSecret = (given: string, stored: Buffer): boolean =>
    timingSafeEqual(hashSecret(secretKey, given), stored);
  const adapters = new Map<string, Adapter>();
  const adapter = (kind: string): Adapter => {
    const known = adapters.get(kind) ?? createAdapter(inner, kind);
    adapters.set(kind, known);
    return known;
  };
  let built: { keys: string; provider: Provider } | undefined;
  return {
    current() {
      const jwks = { keys: [...context.tokens.privateKeys(), ...context.rsaTokens.privateKeys()] };
      const keys = jwks.keys.map(({ kid }) => kid).join(' ');
      // A rotated key has to sign. The library reads its keys once; everything else of it is in the database.
      if (built?.keys !== keys)
        built = { keys, provider: build(context, pages, { adapter, jwks, isSecret }) };
      return built.provider;
    },
    replaceSession: (before, after, visitor) =>
      transaction(context.sql, async (tx) => {
        if (before.sessionId === after.sessionId) return;
        const { userId } = before;
        if (userId === after.userId) await moveToSession(tx, inner, before.sessionId, after.sessionId);
        const isEnded = await endSessionOf(tx, userId, before.sessionId);
        if (isEnded) recordAudit(tx, context, { event: 'signed_out', userId, visitor });
      }),
  };
}

function createAdapter(context: ArtefactsContext, kind: string): Adapter {
  if (kind === 'Session') return createSessionArtefacts(context);
  const artefacts = createArtefacts(context, kind);
  if (kind !== 'Client') return artefacts;
  return {
    ...artefacts,
    find: (id) => findLibraryClient(providerRequest.getStore()?.tx ?? context.sql, id),
  };
}

interface Built {
  adapter: (kind: string) => Adapter;
  jwks: NonNullable<Configuration['jwks']>;
  isSecret: (given: string, stored: Buffer) => boolean;
}

function build(context: ProviderContext, pages: ProviderPages, { adapter, jwks, isSecret }: Built): Provider {
  const { deviceFlow, rpInitiatedLogout, renderError } = pages;
  const configuration = createConfiguration(context);
  const provider = new Provider(context.baseUrl, {
    ...configuration,
    ...(renderError && { renderError }),
    adapter,
    jwks,
    features: {
      ...configuration.features,
      deviceFlow: { ...configuration.features?.deviceFlow, ...deviceFlow, enabled: true },
      rpInitiatedLogout: { enabled: true, ...rpInitiatedLogout },
    },
  });
  // The mount sets the forwarded headers itself, from PUBLIC_URL.
  provider.proxy = true;
  provider.Client.prototype.compareClientSecret = function compareClientSecret(given: string): boolean {
    return isSecret(given, Buffer.from(this.clientSecret ?? '', 'base64url'));
  };
  // Every ID token names its session, so that a logout token can.
  Object.assign(provider.Client.prototype, { includeSid: () => true });
  // A sign-in of accounts begins a session with a token of its own, so the library need not rename it.
  provider.Session.prototype.resetIdentifier = () => {};
  provider.use(withTransaction(context));
  // Koa's own event, which the type does not know.
  (provider as NodeJS.EventEmitter).on('error', (error: unknown) =>
    context.log.error({ err: error }, 'the OpenID provider failed'),
  );
  provider.on('server_error', (_ctx, error) => context.log.error({ err: error }, 'an OpenID request failed'));
  return provider;
}
