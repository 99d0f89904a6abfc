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
import type { Tracer } from './telemetry/traces/trace.ts';
import type { Metrics } from './telemetry/metrics.ts';
import type { Sealer } from './tokens/sealer.ts';

export type PlatformSettings = SettingValues<typeof platformSettings>;

/** The parts of a platform that exist once per database. */
interface InDatabase {
  readonly connection: Connection;
  readonly sql: Sql;
  /** Undefined without replicas. */
  readonly replicas: Replicas | undefined;
  readonly signals: Signals;
  readonly leaderElection: LeaderElection;
}

export interface PlatformDatabase extends InDatabase {
  /**
   * Name for messages, metrics and commands: `home`, or the services in the database, such as `merchant` or
   * `merchant+accounts`.
   */
  readonly name: string;
  /** Services whose tables are in the database. */
  readonly services: readonly ServiceName[];
}

/** The platform with a service's own database. Each service gets it once, at the start of the process. */
export interface Platform<S extends PlatformSettings = PlatformSettings> extends InDatabase {
  readonly settings: S;
  /**
   * The database of DATABASE_URL. It contains the console, its people and the clock, even if the service has its own
   * database.
   */
  readonly home: PlatformDatabase;
  /** All open databases of this process, home first. */
  readonly databases: readonly PlatformDatabase[];
  readonly clock: Clock;
  /** Undefined unless the clock may be moved. */
  readonly movableClock: MovableClock | undefined;
  readonly sealer: Sealer;
  /** Shared by the process, with one thread per available core. */
  readonly hasher: Hasher;
  /**
   * Public keys of the ID token issuers in this process, by issuer. Services do not know each other, and a request to
   * `PUBLIC_URL` would leave the machine, or fail where only others can reach that address.
   */
  readonly issuers: Map<string, () => JWK[]>;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Undefined unless spans are exported. */
  readonly tracer: Tracer | undefined;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** Returns the same platform with the database of that service. */
  forService(name: ServiceName): Platform<S>;
}
