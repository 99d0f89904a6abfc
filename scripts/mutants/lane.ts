import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { openDatabase } from '../../src/platform/postgres/client/database.ts';
import type { TestConnection } from '../../test/support/database.ts';
import { startRunDatabase } from '../test/run-database.ts';
import { makeRunDirectory } from '../test/run-directory.ts';
import { WarmProcess } from './warm-process.ts';

/** Runs tests one after the other, with a PostgreSQL of its own. */
export interface Lane {
  readonly environment: Readonly<Record<string, string>>;
  /** Process for tests that open no app. */
  readonly warm: WarmProcess;
  /** Drops the databases of interrupted tests. */
  clean(): Promise<void>;
  stop(): Promise<void>;
}

/** Opens a lane for tests that need no database. */
export function openLaneWithoutDatabase(root: string): Lane {
  const warm = new WarmProcess(root);
  return { environment: {}, warm, clean: async () => {}, stop: async () => warm.stop() };
}

export async function openLane(root: string): Promise<Lane> {
  const directory = makeRunDirectory();
  const database = await startRunDatabase(directory);
  const { PRACA_TEST_POSTGRES } = database.environment;
  const connection: TestConnection = JSON.parse(PRACA_TEST_POSTGRES);
  const sql = openDatabase({ connection, poolSize: 1, applicationName: 'mutants', statementTimeoutMs: 0 });
  const environment = { PRACA_TEST_POSTGRES };
  await makeTemplates(environment);
  const warm = new WarmProcess(root, environment);
  return {
    environment,
    warm,
    async clean() {
      const left = await sql<{ datname: string }[]>`
        select datname from pg_database where starts_with(datname, 'test_')`;
      for (const { datname } of left)
        await sql`drop database if exists ${sql.identifier(datname)} with (force)`;
    },
    async stop() {
      warm.stop();
      await sql.end();
      await database.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const OPEN_APP = `import { openTestApp } from '${import.meta.resolve('../../test/support/app.ts')}';
await (await openTestApp()).close();`;

/** Creates the template databases with the unchanged code, in a process of its own that knows no other PostgreSQL. */
async function makeTemplates(environment: Lane['environment']): Promise<void> {
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', OPEN_APP], {
    env: { ...process.env, ...environment },
  });
}
