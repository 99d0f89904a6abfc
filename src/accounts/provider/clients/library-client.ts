import { generateKeyPairSync } from 'node:crypto';
import { errors, Provider, type Adapter } from 'oidc-provider';
import { createConfiguration, type ConfigurationContext } from '../protocol/configuration.ts';
import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import { findClient } from './client.store.ts';
import { findClientFaults, hasSecret, type ClientMetadata } from './client.rules.ts';

/** Returns a client as the library takes it. Instead of the secret it gets its hash, which it never compares itself. */
function forLibrary(id: string, metadata: ClientMetadata, secretHash: Buffer | null) {
  const { backchannel_logout_uri: _delivered, ...known } = metadata;
  return {
    client_id: id,
    ...known,
    ...(hasSecret(metadata) && secretHash ? { client_secret: secretHash.toString('base64url') } : {}),
  };
}

/** Returns a sentence for each fault of a client. The library itself checks everything that it understands. */
export function findFaults(context: ConfigurationContext, id: string, metadata: ClientMetadata): string[] {
  const faults = findClientFaults(id, metadata);
  const keys = [
    generateKeyPairSync('ed25519'),
    ...(metadata.id_token_signed_response_alg === 'RS256'
      ? [generateKeyPairSync('rsa', { modulusLength: 2048 })]
      : []),
  ].map(({ privateKey }) => ({ ...privateKey.export({ format: 'jwk' }), use: 'sig' }));
  const provider = new Provider(context.baseUrl, {
    ...createConfiguration(context),
    jwks: { keys },
    adapter: () => ({}) as Adapter,
  });
  try {
    // Its type declares no parameter.
    const Client = provider.Client as unknown as new (metadata: object) => object;
    // oxlint-disable-next-line no-new -- the constructor checks
    new Client(forLibrary(id, metadata, Buffer.alloc(32)));
  } catch (error) {
    if (!(error instanceof errors.OIDCProviderError)) throw error;
    faults.push(`${error.error_description ?? error.message}.`);
  }
  return faults;
}

export async function findLibraryClient(sql: Sql | Tx, id: string) {
  const client = await findClient(sql, id);
  return client && forLibrary(client.id, client.metadata, client.secret_hash);
}
