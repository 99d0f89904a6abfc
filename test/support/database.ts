import { createHash, randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Connection } from '../../src/platform/postgres/client/connection.ts';
import { openDatabase, type Sql } from '../../src/platform/postgres/client/database.ts';
import { recordRows } from './record-rows.ts';

export interface TestConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
}

export interface TestDatabase {
  readonly connection: TestConnection;
  readonly name: string;
  drop(): Promise<void>;
}

export interface TestDatabaseOptions {
  /** False for an empty database, as in a new installation. */
  readonly migrated?: boolean;
  /** Content besides the migrations. It is created once per run for all callers with the same name. */
  readonly filled?: Filling;
}

interface Filling {
  readonly name: string;
  /** Adds the content. Must close its connections. */
  readonly fill: (database: TestDatabase) => Promise<void>;
}

// Records the rows of a run, which are compared with the row types of the stores (ADR 5).
const observationsDirectory = process.env['PRACA_ROW_TYPES'];
if (observationsDirectory !== undefined) recordRows(observationsDirectory);

// Any number that no other code in this server uses for a lock.
const TEMPLATE_LOCK = 7_221_001;

/** Creates a separate database for the caller with all migrations. Takes a few hundredths of a second. */
export async function createTestDatabase({
  migrated = true,
  filled,
}: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const server = findServer();
  if (!migrated) return makeDatabase(server, 'template0');
  const template = await findTemplate(nameOfMigrated(), 'template0', migrate);
  return makeDatabase(
    server,
    filled ? await findTemplate(`${template}_${filled.name}`, template, filled.fill) : template,
  );
}

async function migrate({ connection }: TestDatabase): Promise<void> {
  const { migrateDatabase } = await import('../../src/app.ts');
  await migrateDatabase(connection);
}

const left: TestDatabase[] = [];
after(async () => {
  for (const database of left) await database.drop();
});

/**
 * Drops the database after the file's last test. Needed after jobs ran, because the job library may still connect after
 * it was stopped.
 */
export const dropAtEnd = (database: TestDatabase): void => void left.push(database);

/** Long limits: the server exists, so only load on the machine delays its answer. */
const patience = {
  connectTimeoutMs: 300_000,
  statementTimeoutMs: 3_600_000,
  queue: { longestWaitMs: 300_000 },
};

/** Opens a pool without the time limits of requests. */
export const openTestPool = (connection: Connection, poolSize = 1): Sql =>
  openDatabase({ connection, poolSize, applicationName: 'test', ...patience });

/**
 * Opens a database for the calling file until its last test ends. For tests that need no app, such as those of a store.
 */
export async function useTestSql(): Promise<Sql> {
  const database = await createTestDatabase();
  const sql = openTestPool(database.connection, 2);
  after(async () => {
    await sql.end();
    await database.drop();
  });
  return sql;
}

/** Copies the database in its current state, as a dump and restore would. No other connection may be open. */
export const copyDatabase = (source: TestDatabase): Promise<TestDatabase> =>
  makeDatabase(findServer(), source.name);

async function makeDatabase(
  server: TestConnection,
  template: string,
  name = `test_${randomUUID().replaceAll('-', '')}`,
): Promise<TestDatabase> {
  const sql = asAdministrator(server);
  // Copies files, because the default strategy writes each page to the WAL.
  await sql`create database ${sql.identifier(name)} template ${sql.identifier(template)} strategy file_copy`;
  return {
    connection: { ...server, database: name },
    name,
    // A connection that a failed test left open must not make other tests fail.
    drop: async () => void (await sql`drop database if exists ${sql.identifier(name)} with (force)`),
  };
}

function findServer(): TestConnection {
  const given = process.env['PRACA_TEST_POSTGRES'];
  if (given === undefined) {
    throw new Error('This test needs the PostgreSQL of a test run: run it with "npm test -- <file>".');
  }
  const connection: TestConnection = JSON.parse(given);
  return connection;
}

let administrator: Sql | undefined;

/**
 * Keeps one connection per process without keeping it alive, because connecting takes as long as creating a database.
 */
function asAdministrator(server: TestConnection): Sql {
  if (administrator) return administrator;
  administrator = openDatabase({
    connection: server,
    poolSize: 1,
    applicationName: 'test administrator',
    ...patience,
  });
  administrator.pool.options.allowExitOnIdle = true;
  return administrator;
}

const templates = new Map<string, Promise<string>>();

/** Looks for a template once per process, because templates are not removed. */
function findTemplate(name: string, base: string, fill: Filling['fill']): Promise<string> {
  const found = templates.get(name) ?? ensureTemplate(name, base, fill);
  templates.set(name, found);
  return found;
}

/** The first caller creates the template and the others wait. */
async function ensureTemplate(name: string, base: string, fill: Filling['fill']): Promise<string> {
  const server = findServer();
  const sql = asAdministrator(server);
  const unfinished = `${name}_unfinished`;
  await sql`select pg_advisory_lock(${TEMPLATE_LOCK})`;
  try {
    const [existing] = await sql`select from pg_database where datname = ${name}`;
    if (existing !== undefined) return name;
    await sql`drop database if exists ${sql.identifier(unfinished)} with (force)`;
    await fill(await makeDatabase(server, base, unfinished));
    // Renamed only after completion, so that an unfinished template is never used.
    await sql`alter database ${sql.identifier(unfinished)} rename to ${sql.identifier(name)}`;
    return name;
  } finally {
    await sql`select pg_advisory_unlock(${TEMPLATE_LOCK})`;
  }
}

let migratedName: string | undefined;
/**
 * Other migrations make another template. Cached, because reading all of them takes longer than creating a database.
 */
const nameOfMigrated = (): string => (migratedName ??= `template_${hashMigrations()}`);

function hashMigrations(): string {
  const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
  const hash = createHash('sha256');
  for (const path of globSync('src/**/migrations/*', { cwd: root }).toSorted()) {
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(`${root}/${path}`))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}
