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
  /** False for an empty database, as a new installation meets it. */
  readonly migrated?: boolean;
  /** What is in it beside the migrations; done once in a run, for all that ask for it by the same name. */
  readonly filled?: Filling;
}

interface Filling {
  readonly name: string;
  /** Leaves no connection behind. */
  readonly fill: (database: TestDatabase) => Promise<void>;
}

// What a whole run holds the row types of the stores against (ADR 22).
const observationsDirectory = process.env['PRACA_ROW_TYPES'];
if (observationsDirectory !== undefined) recordRows(observationsDirectory);

// Any number, as long as nobody else in this server takes the same lock.
const TEMPLATE_LOCK = 7_221_001;

/** A database of its own for the caller, with all migrations done, in a few hundredths of a second. */
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

/** For one whose jobs were run: the library may still be about to connect when it has been stopped. */
export const dropAtEnd = (database: TestDatabase): void => void left.push(database);

/** The server is there: only a machine that is busy with other things keeps it from answering. */
const patience = {
  connectTimeoutMs: 300_000,
  statementTimeoutMs: 3_600_000,
  queue: { longestWaitMs: 300_000 },
};

/** A pool without the limits of time that requests have. */
export const openTestPool = (connection: Connection, poolSize = 1): Sql =>
  openDatabase({ connection, poolSize, applicationName: 'test', ...patience });

/** A database of the calling file's own, until its last test is through, for what needs no app: a store's test. */
export async function useTestSql(): Promise<Sql> {
  const database = await createTestDatabase();
  const sql = openTestPool(database.connection, 2);
  after(async () => {
    await sql.end();
    await database.drop();
  });
  return sql;
}

/** As it is now: what a dump of this moment would give when it is restored. Nobody may be connected to it meanwhile. */
export const copyDatabase = (source: TestDatabase): Promise<TestDatabase> =>
  makeDatabase(findServer(), source.name);

async function makeDatabase(
  server: TestConnection,
  template: string,
  name = `test_${randomUUID().replaceAll('-', '')}`,
): Promise<TestDatabase> {
  const sql = asAdministrator(server);
  // A copy of its files, where PostgreSQL would otherwise log each of its pages.
  await sql`create database ${sql.identifier(name)} template ${sql.identifier(template)} strategy file_copy`;
  return {
    connection: { ...server, database: name },
    name,
    // By force: a connection that a failed test left open must not fail the others too.
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

/** One connection for a process, which does not keep it alive: to open one takes as long as to make a database. */
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

/** Looked for once in a process: whoever has found it will find it again. */
function findTemplate(name: string, base: string, fill: Filling['fill']): Promise<string> {
  const found = templates.get(name) ?? ensureTemplate(name, base, fill);
  templates.set(name, found);
  return found;
}

/** The first to come makes it, the others wait. */
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
    // Renamed only now, so that what failed halfway is never taken for done.
    await sql`alter database ${sql.identifier(unfinished)} rename to ${sql.identifier(name)}`;
    return name;
  } finally {
    await sql`select pg_advisory_unlock(${TEMPLATE_LOCK})`;
  }
}

let migratedName: string | undefined;
/** Other migrations make another; to read them all takes longer than to make a database. */
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
