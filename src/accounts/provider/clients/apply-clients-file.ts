import { readFile } from 'node:fs/promises';
import { StartError } from '../../../platform/start-error.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { hasSecret, type ClientMetadata } from './client.rules.ts';
import { writeClient } from './client.store.ts';
import { ClientFault, hash, prepareClient, type ClientsContext } from './manage-clients.ts';

/** A client of the file: its metadata with id and secret. */
type FileClient = ClientMetadata & { client_id: string; client_secret?: string };

const shortestSecret = 32;

/** Applies CLIENTS_FILE at every start. Clients that are no longer in it stay, because people use them. */
export async function applyClientsFile(context: ClientsContext): Promise<void> {
  const path = context.settings.CLIENTS_FILE;
  if (path === '') return;
  for (const client of await readClients(path)) {
    await applyClient(context, client).catch((error: unknown) => {
      if (error instanceof ClientFault)
        throw new StartError(`CLIENTS_FILE, ${client.client_id}: ${error.message}`);
      throw error;
    });
  }
}

async function readClients(path: string): Promise<FileClient[]> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new StartError(`CLIENTS_FILE ${path} cannot be read: ${(error as Error).message}`);
  }
  const isList = Array.isArray(parsed) && parsed.every((client) => typeof client?.client_id === 'string');
  if (!isList) throw new StartError(`CLIENTS_FILE ${path} takes a list of objects with a client_id.`);
  const ids = (parsed as FileClient[]).map(({ client_id: id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new StartError(`CLIENTS_FILE ${path} names the client_id ${twice} twice.`);
  return parsed as FileClient[];
}

export async function applyClient(
  context: ClientsContext,
  { client_id: id, client_secret: secret, ...metadata }: FileClient,
  source = 'file',
): Promise<void> {
  if (hasSecret(metadata) !== (secret !== undefined)) {
    throw new ClientFault('client_secret belongs to clients with client_secret_basic, and only to these.');
  }
  if (secret !== undefined && (typeof secret !== 'string' || secret.length < shortestSecret)) {
    throw new ClientFault(`client_secret takes at least ${shortestSecret} random characters.`);
  }
  await prepareClient(context, id, metadata);
  await transaction(context.sql, async (tx) => {
    const secret_hash = secret === undefined ? null : await hash(tx, context, secret);
    await writeClient(tx, { id, secret_hash, metadata, source }, context.clock.now());
  });
}
