import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../settings.ts';
import { StartError } from '../start-error.ts';
import type { Sql, Tx } from './client/database.ts';
import type { Tag } from './client/sql.ts';
import { transaction } from './client/transaction.ts';

export interface MigrationSource {
  /** The PostgreSQL schema, which is the service's name. */
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

/** Any process may be the one that migrates; this number is what they queue up for. */
const migrationLock = 7_072_616_361;

/**
 * Brings every schema up to date, one transaction for each file. Safe when several processes start at once: they
 * wait for each other and find the work done. A file that was applied must never change.
 */
export async function migrate(
  sql: Sql,
  sources: readonly MigrationSource[],
  onApplied: (schema: string, name: string) => void = () => {},
  /** Migrations that a library brings; run first, under the same lock. */
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
 * What keeps a database from being worked on by this version, in a sentence; undefined where nothing does. Throws where
 * it is of a version that this one does not know.
 *
 * The job library's migrations are not looked at, since it does not publish the number of its newest one. A command
 * can do without: where the queue is of another shape than it needs, its statement fails and nothing is changed, and
 * any start runs what is missing.
 */
export async function findOutdated(
  sql: Sql,
  sources: readonly MigrationSource[],
): Promise<string | undefined> {
  const [row] = await sql<{ found: boolean }[]>`
    select to_regclass('platform.migrations') is not null as found`;
  if (!row?.found) return 'The database is empty: "praca migrate" or a start prepares it.';
  const [missing] = findMissing(sources.flatMap(readMigrations), sources, await listApplied(sql));
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

/** Throws where what was applied is not what this code knows. */
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
  await tx`
    insert into platform.migrations (schema_name, name, checksum)
    values (${migration.schema}, ${migration.name}, ${migration.checksum})`;
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
 * The copy of a partition is no part of its table yet: it would not be changed with it, and what is written into the table
 * could not be repeated there any more.
 */
async function refuseUnfinishedSplit(sql: Tag): Promise<void> {
  const [known] = await sql<{ found: boolean }[]>`
    select to_regclass('platform.partition_splits') is not null as found`;
  if (!known?.found) return;
  const [split] = await sql<{ table: string }[]>`
    select schema_name || '.' || table_name as "table" from platform.partition_splits order by 1 limit 1`;
  if (split) {
    throw new StartError(
      `A partition of ${split.table} is being split, and this version changes tables: run "praca partitions split ${split.table}" of the version before to its end first.`,
    );
  }
}

/** The first start decides which environment a database belongs to; the other one never starts on it. */
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

/** The same for whoever changes nothing: a database that is empty, or that no start has stamped yet, stays as it is. */
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
    `This database belongs to the ${stamped} environment, and ENVIRONMENT is ${environment}. They never share one: set ${setting} to another database.`,
  );
}
