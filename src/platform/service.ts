import type { Command } from './command.ts';
import type { ConsolePart } from './console/console-page.ts';
import type { DetailWords } from './http/details/translate-detail.ts';
import type { Language } from './http/language.ts';
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

/** One interface document: what it needs, and how it is opened on a platform. */
export interface ServiceDefinition<D extends SettingDefinitions> extends MountableService<SettingValues<D>> {
  readonly settings: D;
}

/** A service for whoever has its settings `S`, and possibly more. */
export interface MountableService<S> {
  readonly name: ServiceName;
  readonly title: string;
  readonly description: string;
  /** The same in a line for the page at `/`, for whoever has never heard of it. */
  readonly lead: Readonly<Record<Language, string>>;
  readonly migrations: MigrationSource;
  readonly problems: Record<string, ProblemDefinition>;
  /** The details of its problems in the other languages; what is not there is answered in English. */
  readonly details?: DetailWords;
  /** What its problems mean in the other languages, where its API answers in English alone. */
  readonly meanings?: DetailWords;
  readonly commands: readonly Command<S>[];
  readonly sealed: SealedPlaces;
  /** Of each of its tables in partitions: whether old months can be taken out. */
  readonly detachRules: DetachRules;
  /** Each throws a sentence where its settings do not go together; asked before anything is opened. */
  readonly settingChecks?: readonly ((settings: S) => unknown)[];
  /** What `praca doctor` looks at besides what every service has in common. */
  examine?(sql: Sql, examine: Examine, settings: S): Promise<void>;
  /** Short lines for the banner, such as the sandbox's credentials. */
  banner?(settings: S, publicUrl: string, sql: Sql): Promise<readonly string[]>;
  open(platform: Platform, settings: S): Promise<Service>;
}

/** A page for people that the page at `/` leads to before anything else. */
export interface Door {
  readonly href: string;
  readonly words: Readonly<Record<Language, { readonly title: string; readonly lead: string }>>;
}

/** A service that is open in this process. */
export interface Service {
  /** Everything under the service's prefix. */
  routes(app: App): Promise<void> | void;
  /** What the service answers outside its prefix. */
  rootRoutes?(app: App): Promise<void> | void;
  readonly jobs: readonly JobDefinition[];
  readonly crons: readonly CronDefinition[];
  /** A line or two for the page at `/`: what a sandbox can be tried with. */
  readonly home?: (language: Language) => Html;
  readonly door?: Door;
  /** What a reader of its reference can try it with at once: of a sandbox, where it is no secret. */
  readonly referenceToken?: () => Promise<string | undefined>;
  /** Its pages and acts in the console, and whose members use them. */
  readonly console?: ConsolePart;
  /** Work that goes on between requests; begins once the process listens. */
  start?(): Promise<void> | void;
  close?(): Promise<void> | void;
}
