import type { JWK } from 'jose';
import type { Clock, MovableClock } from './clock.ts';
import type { Connection } from './postgres/client/connection.ts';
import type { Sql } from './postgres/client/database.ts';
import type { Hasher } from './hashing/hasher.ts';
import type { Replicas } from './postgres/replicas/open-replicas.ts';
import type { LeaderElection } from './postgres/leader-election.ts';
import type { platformSettings, ServiceName } from './platform.settings.ts';
import type { SettingValues } from './settings.ts';
import type { Signals } from './signals/signals.ts';
import type { Logger } from './telemetry/logger.ts';
import type { Metrics } from './telemetry/metrics.ts';
import type { Sealer } from './tokens/sealer.ts';

export type PlatformSettings = SettingValues<typeof platformSettings>;

/** What lives in a database: of each there is one for every database. */
interface InDatabase {
  readonly connection: Connection;
  readonly sql: Sql;
  /** Where there are some. */
  readonly replicas: Replicas | undefined;
  readonly signals: Signals;
  readonly leaderElection: LeaderElection;
}

export interface PlatformDatabase extends InDatabase {
  /** For people, figures and commands: `home`, or what is in it, as in `merchant` or `merchant+accounts`. */
  readonly name: string;
  /** Whose tables are there. */
  readonly services: readonly ServiceName[];
}

/** What every service stands on, with its own database; handed to it once, when the process starts. */
export interface Platform<S extends PlatformSettings = PlatformSettings> extends InDatabase {
  readonly settings: S;
  /** That of DATABASE_URL, which has the console, its people and the clock, whichever database the service has. */
  readonly home: PlatformDatabase;
  /** All that this process has open, home first. */
  readonly databases: readonly PlatformDatabase[];
  readonly clock: Clock;
  /** Only where the clock may be moved. */
  readonly movableClock: MovableClock | undefined;
  readonly sealer: Sealer;
  /** One for the process: its threads are as many as there are cores for it. */
  readonly hasher: Hasher;
  /**
   * The public keys of whoever issues ID tokens in this process, by issuer: services do not know each other, and asking
   * by `PUBLIC_URL` would leave the machine, or not come back where only others can reach it.
   */
  readonly issuers: Map<string, () => JWK[]>;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  /** The same, with the database of that service. */
  forService(name: ServiceName): Platform<S>;
}
