import type { Clock } from '../clock.ts';
import type { Hasher } from '../hashing/hasher.ts';
import type { PlatformDatabase, PlatformSettings } from '../platform.ts';
import type { Sql } from '../postgres/client/database.ts';
import type { Sealer } from '../tokens/sealer.ts';
import type { Organisations } from './organisations.ts';

/** What every operation of the console is handed. */
export interface ConsoleContext {
  /** Of home, where the console's own tables are. */
  readonly sql: Sql;
  /** All of them: what is done to a service's rows is recorded beside them. */
  readonly databases: readonly PlatformDatabase[];
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly hasher: Hasher;
  readonly settings: PlatformSettings;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  readonly organisations: Organisations;
  /** What `/metrics` answers: the figures of all processes on the port. */
  readonly readFigures: () => Promise<string>;
}

/** Whoever sends a request, as far as it is written down. */
export interface Visitor {
  readonly address: string;
  readonly userAgent: string;
  /** The cookie that a browser keeps; undefined for programs, which keep none. */
  readonly device?: string;
}
