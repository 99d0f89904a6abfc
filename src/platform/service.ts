import type { Command } from './command.ts';
import type { ConsolePart } from './console/console-page.ts';
import type { Language, Words } from './http/language.ts';
import type { ApiReference } from './http/openapi/api-reference.ts';
import type { App } from './http/server.ts';
import type { Html } from './http/page.ts';
import type { CronDefinition, JobDefinition } from './jobs/jobs.ts';
import type { DetachRules } from './partitions/detach-partition.ts';
import type { Platform } from './platform.ts';
import type { ServiceName } from './platform.settings.ts';
import type { Sql } from './postgres/client/database.ts';
import type { Examine } from './postgres/examine-database.ts';
import type { MigrationSource } from './postgres/migrate.ts';
import type { ProblemDefinition } from './problem.ts';
import type { SealedPlaces } from './secrets/sealed-places.ts';
import type { SettingDefinitions, SettingValues } from './settings.ts';

/** A service with its settings and the function that opens it. */
export interface ServiceDefinition<D extends SettingDefinitions> extends MountableService<SettingValues<D>> {
  readonly settings: D;
}

/** A service that can be opened with settings that include `S`. */
export interface MountableService<S> {
  readonly name: ServiceName;
  readonly title: string;
  readonly reference: ApiReference;
  /** One-line description for the page at `/`, for readers who do not know the service. */
  readonly lead: Words;
  readonly migrations: MigrationSource;
  readonly problems: Record<string, ProblemDefinition>;
  readonly commands: readonly Command<S>[];
  readonly sealed: SealedPlaces;
  /** For each partitioned table: whether and when old months may be detached. */
  readonly detachRules: DetachRules;
  /** Checks that throw if the service's settings are invalid in combination. They run before anything is opened. */
  readonly settingChecks?: readonly ((settings: S) => unknown)[];
  /** Additional checks for `praca doctor`. */
  examine?(sql: Sql, examine: Examine, settings: S): Promise<void>;
  /** Tries the external servers of the settings for `praca doctor`. Runs even if the database is unavailable. */
  probe?(examine: Examine, settings: S): Promise<void>;
  /** Short lines for the banner, such as the sandbox's credentials. */
  banner?(settings: S, publicUrl: string, sql: Sql): Promise<readonly string[]>;
  open(platform: Platform, settings: S): Promise<Service>;
}

/** The page that the page at `/` recommends first. */
export interface Door {
  readonly href: string;
  readonly words: Readonly<Record<Language, { readonly title: string; readonly lead: string }>>;
}

/** Published credentials of a sandbox. */
export interface TryOut {
  readonly token?: string | undefined;
  readonly client?: { readonly id: string; readonly secret: string };
}

/** A service that is open in this process. */
export interface Service {
  /** Adds the routes under the service's prefix. */
  routes(app: App): Promise<void> | void;
  /** Adds routes outside its prefix. */
  rootRoutes?(app: App): Promise<void> | void;
  readonly jobs: readonly JobDefinition[];
  readonly crons: readonly CronDefinition[];
  /** A few lines for the page at `/`: what to try in a sandbox. */
  readonly home?: (language: Language) => Html;
  readonly door?: Door;
  /** Returns what readers of the API reference need to try requests. Only in a sandbox, where it is no secret. */
  readonly tryOut?: () => Promise<TryOut>;
  /** Pages and actions in the console, and the organisations whose members use them. */
  readonly console?: ConsolePart;
  /** Starts work outside requests, once the process listens. */
  start?(): Promise<void> | void;
  close?(): Promise<void> | void;
}
