import { newToken } from '../../../platform/tokens/opaque-token.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction, type Beside } from '../../../platform/postgres/client/transaction.ts';
import type { AccountsSettings } from '../../accounts.context.ts';
import type { ConfigurationContext } from '../protocol/configuration.ts';
import { findFaults } from './library-client.ts';
import { findShapeFaults, hasSecret, type ClientMetadata } from './client.rules.ts';
import { hashSecret, readSecretKey } from './client-secrets.ts';
import { deleteClient, insertClient, listClients, updateSecret, type ClientRow } from './client.store.ts';
import { ensureRsaKey } from './rsa-tokens.ts';

export type ClientsContext = ConfigurationContext &
  Pick<Platform, 'sealer' | 'clock' | 'signals' | 'log' | 'sql'>;

/** The context of a command, which opens no service. */
export const clientsContextOf = (
  platform: Platform & { readonly settings: Platform['settings'] & AccountsSettings },
): ClientsContext => ({
  ...platform,
  settings: platform.settings,
  baseUrl: `${platform.publicUrl}/accounts`,
});

/** The reason why a client is not stored, for its operator. */
export class ClientFault extends Error {}

/** Throws if the client is not valid. Creates the key that it needs. */
export async function prepareClient(
  context: ClientsContext,
  id: string,
  metadata: ClientMetadata,
): Promise<void> {
  const shapeFaults = findShapeFaults(metadata);
  const faults = shapeFaults.length > 0 ? shapeFaults : findFaults(context, id, metadata);
  if (faults.length > 0) throw new ClientFault(faults.join(' '));
  if (metadata.id_token_signed_response_alg === 'RS256') await ensureRsaKey(context);
}

/** Registers an application. Returns its secret, which is stored only as a hash. */
export async function createClient(
  context: ClientsContext,
  id: string,
  metadata: ClientMetadata,
  recorded: Beside,
): Promise<string | undefined> {
  await prepareClient(context, id, metadata);
  const secret = hasSecret(metadata) ? newToken() : undefined;
  await transaction(context.sql, async (tx) => {
    const secret_hash = secret === undefined ? null : await hash(tx, context, secret);
    const isNew = await insertClient(tx, { id, secret_hash, metadata, source: 'staff' }, context.clock.now());
    if (!isNew) throw new ClientFault(`There is an application with the id ${id} already.`);
    await recorded(tx);
  });
  return secret;
}

/** Replaces the secret of an application. The old one stops working at once. */
export async function rotateSecret(context: ClientsContext, id: string, recorded: Beside): Promise<string> {
  const secret = newToken();
  await transaction(context.sql, async (tx) => {
    const isChanged = await updateSecret(tx, id, await hash(tx, context, secret), context.clock.now());
    if (!isChanged) throw new ClientFault(`No application with the id ${id} has a secret.`);
    await recorded(tx);
  });
  return secret;
}

/** Removes an application with everything that people have granted to it. */
export async function removeClient(context: ClientsContext, id: string, recorded: Beside): Promise<void> {
  await transaction(context.sql, async (tx) => {
    if (!(await deleteClient(tx, id))) throw new ClientFault(`There is no application with the id ${id}.`);
    await recorded(tx);
  });
}

export const getClients = ({ sql }: Pick<Platform, 'sql'>): Promise<ClientRow[]> => listClients(sql);

export const hash = async (
  tx: Tx,
  context: Pick<ClientsContext, 'sealer' | 'clock'>,
  secret: string,
): Promise<Buffer> => hashSecret(await readSecretKey(tx, context), secret);
