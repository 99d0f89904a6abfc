import type { Clock } from '../../platform/clock.ts';
import { startLoop } from '../../platform/loop.ts';
import type { Sql } from '../../platform/postgres/client/database.ts';
import type { Signals } from '../../platform/signals/signals.ts';
import type { Logger } from '../../platform/telemetry/logger.ts';
import { createOutage } from '../../platform/telemetry/outage.ts';
import { isAllowedFrom } from './allowed-networks.ts';
import {
  findActiveCredential,
  listActiveCredentials,
  readRevision,
  type ActiveCredential,
} from './credential.store.ts';
import { credentialsChannel } from './manage-credentials.ts';

/** Signals may be lost; asking this often keeps the promise of "refused within a second" without them. */
const pollMs = 400;

interface AccessContext {
  sql: Sql;
  clock: Clock;
  signals: Signals;
  log: Logger;
}

/**
 * Every credential that may be used now, in this process's memory: a token is checked against it without asking the
 * database, and a revocation, suspension or rotation takes it off within a second, in every process.
 */
export interface AccessList {
  /** For sign-in, at once; undefined says nothing about it. */
  recall(clientId: string): ActiveCredential | undefined;
  /** For sign-in: also finds what was created a moment ago elsewhere. */
  find(clientId: string): Promise<ActiveCredential | undefined>;
  /** From where the request comes; looked at only where the credential names networks. */
  reaches(clientId: string, request: { readonly ip: string }): boolean;
  /** For tokens. */
  allows(clientId: string, version: number): boolean;
  /** Before a valid token is refused: its credential may have been made elsewhere a moment ago. */
  allowsAfterLook(clientId: string, version: number): Promise<boolean>;
  close(): void;
}

export async function openAccessList(context: AccessContext): Promise<AccessList> {
  let credentials = new Map<string, ActiveCredential>();
  let revision = -1n;
  let loading: Promise<void> | undefined;

  const load = async (): Promise<void> => {
    // The revision first: what changes in between is seen again with the next look.
    const current = await readRevision(context.sql);
    const rows = await listActiveCredentials(context.sql);
    credentials = new Map(rows.map((row) => [row.client_id, row]));
    revision = current;
  };
  const reload = (): Promise<void> => {
    loading ??= load().finally(() => (loading = undefined));
    return loading;
  };
  const look = async (): Promise<void> => {
    if ((await readRevision(context.sql)) !== revision) await reload();
  };

  let looking: Promise<void> | undefined;
  /** However many ask, one looks at a time, and nobody is content with a look that began before it asked. */
  const lookFromNow = async (): Promise<void> => {
    await looking?.catch(() => {});
    looking ??= look().finally(() => (looking = undefined));
    await looking;
  };
  const allows = (clientId: string, version: number): boolean =>
    credentials.get(clientId)?.version === version;

  await load();
  const outage = createOutage(context.log, 'looking for changed credentials');
  const stopping = new AbortController();
  const loop = startLoop(stopping.signal, async () => {
    await outage.watch(look);
    return pollMs;
  });
  const end = context.signals.subscribe(credentialsChannel, loop.wake);

  return {
    recall: (clientId) => credentials.get(clientId),
    async find(clientId) {
      const known = credentials.get(clientId) ?? (await findActiveCredential(context.sql, clientId));
      if (known && !credentials.has(clientId)) await reload();
      return known;
    },
    reaches(clientId, request) {
      const networks = credentials.get(clientId)?.networks;
      return networks === undefined || networks.length === 0 || isAllowedFrom(networks, request.ip);
    },
    allows,
    async allowsAfterLook(clientId, version) {
      if (allows(clientId, version)) return true;
      await lookFromNow();
      return allows(clientId, version);
    },
    close() {
      end();
      stopping.abort();
    },
  };
}
