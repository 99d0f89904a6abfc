import type { Clock } from '../platform/clock.ts';
import type { Sql } from '../platform/postgres/client/database.ts';
import type { SettingValues } from '../platform/settings.ts';
import type { Logger } from '../platform/telemetry/logger.ts';
import type { Sealer } from '../platform/tokens/sealer.ts';
import type { Tokens } from '../platform/tokens/tokens.ts';
import type { accountsSettings } from './accounts.settings.ts';
import type { Hasher } from '../platform/hashing/hasher.ts';
import type { Providers } from './credentials/identity-providers/providers.ts';

export type AccountsSettings = SettingValues<typeof accountsSettings>;

/** Dependencies that every operation of accounts receives. */
export interface AccountsContext {
  readonly sql: Sql;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly log: Logger;
  readonly settings: AccountsSettings;
  /** The server's public URL, without a trailing slash and without the service's prefix. */
  readonly publicUrl: string;
  readonly baseUrl: string;
  readonly tokens: Tokens;
  readonly hasher: Hasher;
  readonly providers: Providers;
}
