import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { openDatabase } from '../../src/platform/postgres/client/database.ts';
import type { TestConnection } from '../../test/support/database.ts';
import { startRunDatabase } from '../test/run-database.ts';
import { makeRunDirectory } from '../test/run-directory.ts';
import { WarmProcess } from './warm-process.ts';

/** One place where tests run one after the other, with a PostgreSQL that nobody else uses. */
export interface Lane {
  readonly environment: Readonly<Record<string, string>>;
  /** For tests that open no app. */
  readonly warm: WarmProcess;
  /** Removes the databases of tests that were cut off. */
  clean(): Promise<void>;
  stop(): Promise<void>;
}

/** Where only tests are run that need none. */
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

/** By the code as it is and never by a changed one; in a process of its own, which knows no other PostgreSQL. */
async function makeTemplates(environment: Lane['environment']): Promise<void> {
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', OPEN_APP], {
    env: { ...process.env, ...environment },
  });
}
