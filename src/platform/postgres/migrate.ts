import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../settings.ts';
import { StartError } from '../start-error.ts';
import type { Sql, Tx } from './client/database.ts';
import type { Tag } from './client/sql.ts';
import { transaction } from './client/transaction.ts';

export interface MigrationSource {
  /** Name of the service, which is also its PostgreSQL schema. */
  readonly schema: string;
  readonly directory: string;
}

interface Migration {
  schema: string;
  name: string;
  text: string;
  checksum: string;
}

const namePattern = /^\d{4}_[a-z0-9_]+\.sql$/;

/** Advisory lock of the process that migrates. The other processes wait for it. */
const migrationLock = 7_072_616_361;

const baselineName = '0001_create_baseline.sql';

/**
 * The files that each baseline replaces: their number and the last of them. Numbers start again with the baseline, so
 * records from before and after it are told apart by name: no replaced file was called "0001_create_baseline.sql". A
 * schema with records but without this one is from before the baseline.
 */
const replacedByBaseline: Readonly<Record<string, { readonly files: number; readonly last: string }>> = {
  platform: { files: 18, last: '0025_create_attempts.sql' },
  accounts: { files: 18, last: '0020_note_exports.sql' },
  merchant: { files: 69, last: '0088_note_sales_for_claims.sql' },
  social: { files: 43, last: '0051_report_events_and_tell_reporters.sql' },
};

/** The last version with the replaced files. */
const versionBeforeBaseline = 'release-before-1.0 (commit 492bdeb2)';

/**
 * Applies all missing migrations, one transaction per file. Processes that start at the same time wait for each other.
 * A file must never change after it was applied.
 */
export async function migrate(
  sql: Sql,
  sources: readonly MigrationSource[],
  onApplied: (schema: string, name: string) => void = () => {},
  /** Applies the migrations of libraries, first and under the same lock. */
  migrateLibraries: () => Promise<void> = async () => {},
): Promise<void> {
  const migrations = sources.flatMap(readMigrations);
  const reserved = await sql.reserve();
  try {
    await reserved`set statement_timeout = 0`;
    await reserved`select pg_advisory_lock(${migrationLock})`;
    await reserved`create schema if not exists platform`;
    await reserved`
      create table if not exists platform.migrations (
        schema_name text not null,
        name text not null,
        checksum text not null,
        applied_at timestamptz not null default now(),
        primary key (schema_name, name)
      )`;
    const adopted = await adoptBaselines(sql, migrations, await listApplied(reserved));
    for (const schema of adopted) onApplied(schema, baselineName);
    const missing = findMissing(migrations, sources, await listApplied(reserved));
    if (missing.length > 0) await refuseUnfinishedSplit(reserved);
    await migrateLibraries();
    for (const migration of missing) {
      await transaction(sql, (tx) => apply(tx, migration));
      onApplied(migration.schema, migration.name);
    }
  } finally {
    await reserved`select pg_advisory_unlock(${migrationLock})`.catch(() => {});
    await reserved`reset statement_timeout`.catch(() => {});
    reserved.release();
  }
}

/**
 * Returns one sentence that says what this database lacks for this version, or undefined if it lacks nothing. Throws if
 * the database is of a newer version.
 *
 * The job library's migrations are not checked, because it does not publish the number of its newest one. Commands
 * tolerate that: if the queue's tables differ from what a command needs, its statement fails without a change, and
 * every start applies what is missing.
 */
export async function findOutdated(
  sql: Sql,
  sources: readonly MigrationSource[],
): Promise<string | undefined> {
  const [row] = await sql<{ found: boolean }[]>`
    select to_regclass('platform.migrations') is not null as found`;
  if (!row?.found) return 'The database is empty: "praca migrate" or a start prepares it.';
  const migrations = sources.flatMap(readMigrations);
  const applied = await listApplied(sql);
  const old = findBeforeBaseline(migrations, applied);
  const [missing] = findMissing(
    migrations,
    sources,
    applied.filter((row) => !old.includes(row.schema_name)),
  );
  return (
    missing &&
    `The database is of an older version: it lacks migration ${missing.schema}/${missing.name}. "praca migrate" or a start brings it up to date.`
  );
}

interface Applied {
  schema_name: string;
  name: string;
  checksum: string;
}

async function listApplied(sql: Tag): Promise<Applied[]> {
  return sql<Applied[]>`select schema_name, name, checksum from platform.migrations`;
}

/**
 * Replaces the records of the replaced files by the record of the baseline, in each schema from before it. The tables
 * are the same, so nothing else changes.
 */
async function adoptBaselines(
  sql: Sql,
  migrations: readonly Migration[],
  applied: readonly Applied[],
): Promise<string[]> {
  const schemas = findBeforeBaseline(migrations, applied);
  if (schemas.length === 0) return [];
  const baselines = migrations.filter(
    ({ schema, name }) => schemas.includes(schema) && name === baselineName,
  );
  await transaction(sql, async (tx) => {
    for (const baseline of baselines) {
      await tx`delete from platform.migrations where schema_name = ${baseline.schema}`;
      await record(tx, baseline);
    }
  });
  return schemas;
}

/** Returns the schemas with all of the files that their baseline replaces. Throws if one has only some of them. */
function findBeforeBaseline(migrations: readonly Migration[], applied: readonly Applied[]): string[] {
  const baselines = migrations.filter(({ name }) => name === baselineName);
  return baselines.flatMap(({ schema }) => {
    const names = applied.filter((row) => row.schema_name === schema).map(({ name }) => name);
    const replaced = replacedByBaseline[schema];
    if (!replaced || names.length === 0 || names.includes(baselineName)) return [];
    if (names.length === replaced.files && names.includes(replaced.last)) return [schema];
    throw new StartError(
      `The tables of ${schema} are of a version before ${versionBeforeBaseline}: they have ${names.length} of its ${replaced.files} migrations, the last is ${names.toSorted().at(-1)}. Start ${versionBeforeBaseline} once, then this version. Nothing was changed.`,
    );
  });
}

/** Returns the migrations that have not been applied. Throws if an applied one is unknown or has changed. */
function findMissing(
  migrations: readonly Migration[],
  sources: readonly MigrationSource[],
  applied: readonly Applied[],
): Migration[] {
  refuseNewerDatabase(migrations, sources, applied);
  const checksums = new Map(applied.map((row) => [`${row.schema_name}/${row.name}`, row.checksum]));
  return migrations.filter((migration) => {
    const checksum = checksums.get(`${migration.schema}/${migration.name}`);
    if (checksum !== undefined && checksum !== migration.checksum) {
      throw new StartError(
        `Migration ${migration.schema}/${migration.name} was changed after it had been applied. Restore it, and put the change into a new file.`,
      );
    }
    return checksum === undefined;
  });
}

async function apply(tx: Tx, migration: Migration): Promise<void> {
  await tx`set local statement_timeout = 0`;
  await tx`create schema if not exists ${tx.identifier(migration.schema)}`;
  await tx.script(migration.text);
  await record(tx, migration);
}

async function record(tx: Tx, { schema, name, checksum }: Migration): Promise<void> {
  await tx`insert into platform.migrations (schema_name, name, checksum) values (${schema}, ${name}, ${checksum})`;
}

function readMigrations(source: MigrationSource): Migration[] {
  return readdirSync(source.directory)
    .toSorted()
    .map((name) => {
      if (!namePattern.test(name)) throw new Error(`migration ${source.schema}/${name} is misnamed`);
      const content = readFileSync(join(source.directory, name), 'utf8');
      const checksum = createHash('sha256').update(content).digest('hex');
      return { schema: source.schema, name, text: content, checksum };
    });
}

function refuseNewerDatabase(
  migrations: readonly Migration[],
  sources: readonly MigrationSource[],
  applied: readonly Applied[],
): void {
  const ours = new Set(migrations.map((migration) => `${migration.schema}/${migration.name}`));
  const served = new Set(sources.map((source) => source.schema));
  const ahead = applied.find(
    (row) => served.has(row.schema_name) && !ours.has(`${row.schema_name}/${row.name}`),
  );
  if (ahead) {
    throw new StartError(
      `The database has migration ${ahead.schema_name}/${ahead.name}, which this version of Praça does not know. Start the newer version.`,
    );
  }
}

/**
 * Throws while a partition is being split. The copy is not yet attached to its table, so a migration would not change
 * it, and later writes to the table could not be copied to it.
 */
async function refuseUnfinishedSplit(sql: Tag): Promise<void> {
  const [known] = await sql<{ found: boolean }[]>`
    select to_regclass('platform.partition_splits') is not null as found`;
  if (!known?.found) return;
  const [split] = await sql<{ table: string }[]>`
    select schema_name || '.' || table_name as "table" from platform.partition_splits order by 1 limit 1`;
  if (split) {
    throw new StartError(
      `A partition of ${split.table} is being split, and this version changes tables: finish it first with "praca partitions split ${split.table}" of the previous version, or cancel it with --abandon.`,
    );
  }
}

/**
 * Records the environment of a database on the first start. Throws if the database belongs to the other environment.
 */
export async function stampEnvironment(
  sql: Sql,
  environment: Environment,
  setting = 'DATABASE_URL',
): Promise<void> {
  const [row] = await sql<{ environment: string }[]>`
    with stamped as (
      insert into platform.environment (environment) values (${environment})
      on conflict do nothing returning environment
    )
    select environment from stamped union all select environment from platform.environment limit 1`;
  refuseOtherEnvironment(row?.environment, environment, setting);
}

/** Like `stampEnvironment`, but without a write: a database that is empty or not stamped yet stays unchanged. */
export async function checkEnvironment(
  sql: Sql,
  environment: Environment,
  setting = 'DATABASE_URL',
): Promise<void> {
  const [known] = await sql<{ found: boolean }[]>`
    select to_regclass('platform.environment') is not null as found`;
  if (!known?.found) return;
  const [row] = await sql<{ environment: string }[]>`select environment from platform.environment`;
  refuseOtherEnvironment(row?.environment, environment, setting);
}

function refuseOtherEnvironment(
  stamped: string | undefined,
  environment: Environment,
  setting: string,
): void {
  if (stamped === undefined || stamped === environment) return;
  throw new StartError(
    `This database belongs to the ${stamped} environment, and ENVIRONMENT is ${environment}. The two environments cannot share a database: set ${setting} to another one.`,
  );
}
