import type { Clock } from '../platform/clock.ts';
import type { Sql } from '../platform/postgres/client/database.ts';
import type { SettingValues } from '../platform/settings.ts';
import type { Logger } from '../platform/telemetry/logger.ts';
import type { Sealer } from '../platform/tokens/sealer.ts';
import type { Tokens } from '../platform/tokens/tokens.ts';
import type { accountsSettings } from './accounts.settings.ts';
import type { Hasher } from '../platform/hashing/hasher.ts';
import type { Providers } from './identity-providers/providers.ts';

export type AccountsSettings = SettingValues<typeof accountsSettings>;

/** What every operation of accounts is handed. */
export interface AccountsContext {
  readonly sql: Sql;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly log: Logger;
  readonly settings: AccountsSettings;
  /** Without a slash at its end and without the service's prefix. */
  readonly publicUrl: string;
  /** `publicUrl` with the prefix under which accounts answers. */
  readonly baseUrl: string;
  /** Signs ID tokens for other services. */
  readonly tokens: Tokens;
  readonly hasher: Hasher;
  /** Social providers whose ID tokens count. */
  readonly providers: Providers;
}
