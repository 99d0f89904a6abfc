import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accountsService } from './accounts/accounts.service.ts';
import { merchantService } from './merchant/merchant.service.ts';
import type { Command } from './platform/command.ts';
import { compileTrust } from './platform/http/edge/trusted-proxies.ts';
import { migrateJobs } from './platform/jobs/jobs.ts';
import { jobCommands } from './platform/staff/job.commands.ts';
import type { DetachRules } from './platform/partitions/detach-partition.ts';
import { partitionCommands } from './platform/partitions/partition.commands.ts';
import { platformSettings, serviceNames, type ServiceName } from './platform/platform.settings.ts';
import { patientConnectMs, type Connection } from './platform/postgres/client/connection.ts';
import { openDatabase } from './platform/postgres/client/database.ts';
import { migrate, type MigrationSource } from './platform/postgres/migrate.ts';
import type { DatabasePlace } from './platform/process/place-databases.ts';
import { atStart } from './platform/process/at-start.ts';
import { platformChecks } from './platform/process/refuse-settings.ts';
import { weakSecretChecks } from './platform/secrets/refuse-weak-secrets.ts';
import type { MountableService } from './platform/service.ts';
import type { SettingDefinitions, SettingValues } from './platform/settings.ts';
import { platformSealed, type SealedPlaces } from './platform/secrets/sealed-places.ts';
import { resealCommand } from './platform/secrets/secrets.commands.ts';
import { refusalsOf } from './platform/start-error.ts';
import { createStaffCommand } from './platform/staff/create-staff.ts';
import { disableStaffCommand } from './platform/staff/disable-staff.ts';
import { enableStaffCommand } from './platform/staff/enable-staff.ts';
import { resetStaffCommand } from './platform/staff/reset-staff.ts';
import { createLogger, type Logger } from './platform/telemetry/logger.ts';
import { rotateKeyCommand } from './platform/secrets/key.commands.ts';
import { socialService } from './social/social.service.ts';

/** Settings grouped by the part that reads them. */
export const settingsByPart = {
  Platform: platformSettings,
  Merchant: merchantService.settings,
  Accounts: accountsService.settings,
  Social: socialService.settings,
} satisfies Record<string, SettingDefinitions>;

export const allSettings = {
  ...settingsByPart.Platform,
  ...settingsByPart.Merchant,
  ...settingsByPart.Accounts,
  ...settingsByPart.Social,
} satisfies SettingDefinitions;

export type Settings = SettingValues<typeof allSettings>;

/** All services, each served under `/<name>`. */
const services: readonly MountableService<Settings>[] = [merchantService, accountsService, socialService];

export const servedBy = (settings: Pick<Settings, 'SERVICES'>): readonly MountableService<Settings>[] =>
  services.filter((service) => settings.SERVICES.includes(service.name));

/** Returns a sentence for each reason to refuse a start with these valid settings. */
export function findRefusals(settings: Settings): string[] {
  const checks: ((settings: Settings) => unknown)[] = [
    ...platformChecks,
    ...weakSecretChecks(allSettings),
    ({ TRUST_PROXY }) => compileTrust(TRUST_PROXY),
    ...servedBy(settings).flatMap(({ settingChecks = [] }) => settingChecks),
  ];
  return refusalsOf(checks.map((check) => () => check(settings)));
}

/** All columns encrypted with SECRET_KEY, including those of services that this process does not serve. */
export const sealedPlaces: readonly SealedPlaces[] = [
  platformSealed,
  ...services.map((service) => service.sealed),
];

/** Detach rule of every partitioned table. */
const detachRules: DetachRules = Object.assign(
  { 'platform.console_audit': { afterDays: 366 } },
  ...services.map((service) => service.detachRules),
);

/** Binds a command to the database of its service. */
const commandOf = (service: ServiceName, command: Command<Settings>): Command<Settings> => ({
  ...command,
  service,
  run: (platform, input, print) => command.run(platform.forService(service), input, print),
});

export const allCommands: readonly Command<Settings>[] = [
  createStaffCommand,
  disableStaffCommand,
  enableStaffCommand,
  resetStaffCommand,
  rotateKeyCommand,
  resealCommand(sealedPlaces),
  ...jobCommands,
  ...partitionCommands(detachRules),
  ...services.flatMap(({ name, commands }) => commands.map((command) => commandOf(name, command))),
];

/** Returns the migrations of a database with the tables of these services and of the platform. */
export const migrationSources = (held: readonly ServiceName[] = serviceNames): readonly MigrationSource[] => [
  { schema: 'platform', directory: join(import.meta.dirname, 'platform/migrations') },
  ...services.filter(({ name }) => held.includes(name)).map((service) => service.migrations),
];

export const version = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version;

export async function bannerLines(
  settings: Settings,
  publicUrl: string,
  places: readonly DatabasePlace[],
): Promise<string[]> {
  const lines: string[] = [];
  for (const service of servedBy(settings)) {
    const place = places.find(({ services: held }) => held.includes(service.name));
    if (!place || !service.banner) continue;
    const { banner } = service;
    // A start continues even if a database is briefly unavailable for its banner.
    lines.push(
      ...(await atStart(place.connection, (sql) => banner(settings, publicUrl, sql)).catch(() => [])),
    );
  }
  return lines;
}

/** Migrates all existing schemas, including those of services that another process serves. */
export async function migrateDatabase(
  connection: Connection,
  log: Logger = createLogger({ level: 'silent', pretty: false }),
  held: readonly ServiceName[] = serviceNames,
): Promise<void> {
  const sql = openDatabase({
    connection,
    poolSize: 2,
    applicationName: 'praca migrate',
    statementTimeoutMs: 0,
    connectTimeoutMs: patientConnectMs,
  });
  try {
    await migrate(
      sql,
      migrationSources(held),
      (schema, name) => log.info({ schema, migration: name }, 'migrated'),
      () => migrateJobs(connection, log),
    );
  } finally {
    await sql.end();
  }
}
