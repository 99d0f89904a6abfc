import type { JWK } from 'jose';
import type { Clock } from '../platform/clock.ts';
import type { Hasher } from '../platform/hashing/hasher.ts';
import type { PlatformSettings } from '../platform/platform.ts';
import type { Sql } from '../platform/postgres/client/database.ts';
import type { SettingValues } from '../platform/settings.ts';
import type { Signals } from '../platform/signals/signals.ts';
import type { Logger } from '../platform/telemetry/logger.ts';
import type { Metrics } from '../platform/telemetry/metrics.ts';
import type { Sealer } from '../platform/tokens/sealer.ts';
import type { Tokens } from '../platform/tokens/tokens.ts';
import type { socialSettings } from './social.settings.ts';

export type SocialSettings = SettingValues<typeof socialSettings>;

/** Dependencies that every operation of social receives. */
export interface SocialContext {
  readonly sql: Sql;
  /**
   * Database of the platform's staff. It may be another database, so its tables cannot be joined with those of social.
   */
  readonly staffSql: Sql;
  /** Settings for the sign-in of staff. */
  readonly consoleSettings: Pick<PlatformSettings, 'CONSOLE_SECOND_FACTOR'>;
  readonly clock: Clock;
  readonly signals: Signals;
  readonly sealer: Sealer;
  /** Hashes the passwords of staff. */
  readonly hasher: Hasher;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly settings: SocialSettings;
  /** The server's public URL, without a trailing slash and without the service's prefix. */
  readonly publicUrl: string;
  readonly baseUrl: string;
  /** Public keys of the token issuers in this process, by issuer. */
  readonly issuers: ReadonlyMap<string, () => JWK[]>;
  /** Access tokens of users. */
  readonly tokens: Tokens;
  /** Access tokens of the provider's staff. */
  readonly staffTokens: Tokens;
  /** Short cache of the sessions that have not ended. */
  readonly liveSessions: LiveSessions;
  readonly photoAccess: PhotoAccess;
}

export interface Viewer {
  readonly userId: string;
  readonly sessionId: string;
}

export interface PhotoAccess {
  /** Returns the query of every stored photo's URL for one viewer. It changes weekly. */
  passFor(viewer: Viewer): string;
  /** Returns the viewer of a pass. Undefined if the pass is forged or too old. The session may have ended. */
  viewerOf(pass: string): Viewer | undefined;
  /** True if viewers get the URLs of photos on other servers. */
  readonly showsLinks: boolean;
}

/** For operations that show photos. `viewerContext` builds it from a request. */
export interface ViewerContext extends SocialContext {
  readonly photoAccess: ViewerPhotoAccess;
}

export interface ViewerPhotoAccess extends PhotoAccess {
  queryFor(viewerId: string): string;
}

/** Dependencies of a card: the base URL, the default visibility of attendance, and the photo access. */
export interface CardContext extends Pick<SocialContext, 'baseUrl'> {
  readonly settings: Pick<SocialSettings, 'ATTENDANCE_VISIBLE_TO'>;
  readonly photoAccess: Pick<ViewerPhotoAccess, 'queryFor' | 'showsLinks'>;
}

export interface LiveSessions {
  /** True if the session was found live a moment ago. False means only that it was not checked recently. */
  isKnownLive(sessionId: string): boolean;
  isLive(sessionId: string): Promise<boolean>;
  /** Returns whether the session ended because its user was deleted, and the user has not been restored. */
  isEndedByDeletion(sessionId: string): Promise<boolean>;
  /** Invalidates the cache of every process. Called after the commit that ended the sessions. */
  announceEnded(sessionIds: readonly string[]): void;
}
