import type { Clock } from '../clock.ts';
import type { Hasher } from '../hashing/hasher.ts';
import type { PlatformDatabase, PlatformSettings } from '../platform.ts';
import type { Sql } from '../postgres/client/database.ts';
import type { Sealer } from '../tokens/sealer.ts';
import type { Organisations } from './organisations.ts';

/** Dependencies of the console's operations. */
export interface ConsoleContext {
  /** The home database, which holds the console's own tables. */
  readonly sql: Sql;
  /** All databases. Each act is recorded in the database that it changes. */
  readonly databases: readonly PlatformDatabase[];
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly hasher: Hasher;
  readonly settings: PlatformSettings;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  readonly organisations: Organisations;
  /** Returns the text of `/metrics` for all processes on this port. */
  readonly readFigures: () => Promise<string>;
}

/** Client details of a request that are stored. */
export interface Visitor {
  readonly address: string;
  readonly userAgent: string;
  /** Cookie that identifies the browser. Undefined for programs without cookies. */
  readonly device?: string;
}
