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

/** What every operation of social is handed. */
export interface SocialContext {
  readonly sql: Sql;
  /** Where the platform has its staff, which may be another database: nothing there joins with anything here. */
  readonly staffSql: Sql;
  /** The rules by which staff sign in. */
  readonly consoleSettings: Pick<PlatformSettings, 'CONSOLE_SECOND_FACTOR'>;
  readonly clock: Clock;
  readonly signals: Signals;
  readonly sealer: Sealer;
  /** Of the passwords of staff. */
  readonly hasher: Hasher;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly settings: SocialSettings;
  /** Without a slash at its end and without the service's prefix. */
  readonly publicUrl: string;
  /** `publicUrl` with the prefix under which social answers. */
  readonly baseUrl: string;
  /** The public keys of issuers in this process. */
  readonly issuers: ReadonlyMap<string, () => JWK[]>;
  /** Access tokens of users. */
  readonly tokens: Tokens;
  /** Access tokens of the provider's staff. */
  readonly staffTokens: Tokens;
  /** Which sessions have not ended, remembered for a moment. */
  readonly liveSessions: LiveSessions;
  /** Who may fetch photos, and from where. */
  readonly photoAccess: PhotoAccess;
}

/** A user in one session. */
export interface Viewer {
  readonly userId: string;
  readonly sessionId: string;
}

export interface PhotoAccess {
  /** The query of any stored photo's address for one viewer; the same for a week. */
  passFor(viewer: Viewer): string;
  /** The viewer for whom a pass was made; undefined for one that is made up or too old. The session may have ended. */
  viewerOf(pass: string): Viewer | undefined;
  /** Whether viewers are given the addresses of photos that lie elsewhere. */
  readonly showsLinks: boolean;
}

/** For operations that show photos: `viewerContext` makes it of a request. */
export interface ViewerContext extends SocialContext {
  readonly photoAccess: ViewerPhotoAccess;
}

export interface ViewerPhotoAccess extends PhotoAccess {
  /** `passFor` in the session of the request. */
  queryFor(viewerId: string): string;
}

/** What a card needs: its addresses, and whose attendance is shown to whom by default. */
export interface CardContext extends Pick<SocialContext, 'baseUrl'> {
  readonly settings: Pick<SocialSettings, 'ATTENDANCE_VISIBLE_TO'>;
  readonly photoAccess: Pick<ViewerPhotoAccess, 'queryFor' | 'showsLinks'>;
}

export interface LiveSessions {
  /** True where it was found live a moment ago; false means only that nobody has looked since. */
  isKnownLive(sessionId: string): boolean;
  /** Whether tokens of this session are still good. */
  isLive(sessionId: string): Promise<boolean>;
  /** After the commit that ended them: every process forgets what it knew of them. */
  announceEnded(sessionIds: readonly string[]): void;
}
