import type { Clock } from '../../../platform/clock.ts';
import { startLoop } from '../../../platform/loop.ts';
import type { Sql } from '../../../platform/postgres/client/database.ts';
import type { Signals } from '../../../platform/signals/signals.ts';
import type { Logger } from '../../../platform/telemetry/logger.ts';
import { createOutage } from '../../../platform/telemetry/outage.ts';
import { isAllowedFrom } from './allowed-networks.ts';
import { listActiveCredentials, readRevision, type ActiveCredential } from './credential.store.ts';
import { credentialsChannel } from './manage-credentials.ts';

/** Poll interval in milliseconds. It keeps the guarantee "refused within a second" even if signals are lost. */
const pollMs = 400;

interface AccessContext {
  sql: Sql;
  clock: Clock;
  signals: Signals;
  log: Logger;
}

/**
 * All usable credentials, cached in this process. Tokens are checked against the cache without a query. A revocation,
 * suspension or rotation updates it within a second in every process.
 */
export interface AccessList {
  /** For sign-in, from memory. Undefined does not mean that the credential does not exist. */
  recall(clientId: string): ActiveCredential | undefined;
  /** For sign-in. Reads changes first, so that credentials just created or rotated by another process are found. */
  find(clientId: string): Promise<ActiveCredential | undefined>;
  /**
   * Returns whether the request comes from an allowed network. Reads the address only if the credential names networks.
   */
  reaches(clientId: string, request: { readonly ip: string }): boolean;
  /** Checks a token against the cached version of its credential. */
  allows(clientId: string, version: number): boolean;
  /** Reads changes before a valid token is refused: another process may have just created its credential. */
  allowsAfterLook(clientId: string, version: number): Promise<boolean>;
  close(): void;
}

export async function openAccessList(context: AccessContext): Promise<AccessList> {
  let credentials = new Map<string, ActiveCredential>();
  let revision = -1n;
  let loading: Promise<void> | undefined;

  const load = async (): Promise<void> => {
    // The revision is read first, so that changes in between are read again by the next poll.
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
  /** Shares one read among concurrent callers. A caller waits for a read that began after its call. */
  const lookFromNow = async (): Promise<void> => {
    await looking?.catch(() => {});
    looking ??= look().finally(() => (looking = undefined));
    await looking;
  };
  const allows = (clientId: string, version: number): boolean =>
    credentials.get(clientId)?.version === version;

  await load();
  const outage = createOutage(context.log, 'reading changed credentials');
  const stopping = new AbortController();
  const loop = startLoop(stopping.signal, async () => {
    await outage.watch(look);
    return pollMs;
  });
  const end = context.signals.subscribe(credentialsChannel, loop.wake);

  return {
    recall: (clientId) => credentials.get(clientId),
    async find(clientId) {
      await lookFromNow();
      return credentials.get(clientId);
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
