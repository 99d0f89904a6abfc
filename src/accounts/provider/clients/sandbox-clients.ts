import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { metadataOf, type ClientMetadata } from './client.rules.ts';
import { hash, type ClientsContext } from './manage-clients.ts';
import { writeClient } from './client.store.ts';

/** Public on purpose: a sandbox has no secrets. */
export const sandboxSecret = 'sandbox-server-secret-0123456789abcdef';

const sandboxClients = ['sandbox-web', 'sandbox-server', 'sandbox-device'] as const;
export type SandboxClient = (typeof sandboxClients)[number];

export const callbackOf = ({ baseUrl }: Pick<ClientsContext, 'baseUrl'>, id: SandboxClient): string =>
  `${baseUrl}/try/${id}/callback`;

const metadataFor = (context: ClientsContext): Record<SandboxClient, ClientMetadata> => ({
  'sandbox-web': {
    client_name: 'Sandbox web app',
    ...metadataOf('public'),
    redirect_uris: [callbackOf(context, 'sandbox-web')],
    post_logout_redirect_uris: [`${context.publicUrl}/`],
  },
  'sandbox-server': {
    client_name: 'Sandbox server',
    ...metadataOf('server'),
    redirect_uris: [callbackOf(context, 'sandbox-server')],
    post_logout_redirect_uris: [`${context.publicUrl}/`],
  },
  'sandbox-device': { client_name: 'Sandbox TV', ...metadataOf('device'), redirect_uris: [] },
});

/** Registers the three applications that a sandbox ships. */
export async function addSandboxClients(context: ClientsContext): Promise<void> {
  const metadata = metadataFor(context);
  await transaction(context.sql, async (tx) => {
    const secretHash = await hash(tx, context, sandboxSecret);
    for (const id of sandboxClients) {
      const secret_hash = id === 'sandbox-server' ? secretHash : null;
      await writeClient(
        tx,
        { id, secret_hash, metadata: metadata[id], source: 'sandbox' },
        context.clock.now(),
      );
    }
  });
}
