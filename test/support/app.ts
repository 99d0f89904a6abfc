import { hash } from 'node:crypto';
import { afterEach, type TestContext } from 'node:test';
import { allSettings, type Settings } from '../../src/app.ts';
import { assemble, type Assembly } from '../../src/assemble.ts';
import type { RunningJobs } from '../../src/platform/jobs/run-jobs.ts';
import { startQueues } from '../../src/platform/jobs/run-queues.ts';
import type { MovableClock } from '../../src/platform/clock.ts';
import type { ServiceName } from '../../src/platform/platform.settings.ts';
import type { Sql } from '../../src/platform/postgres/client/database.ts';
import { openPlatform, type OpenPlatform } from '../../src/platform/process/open-platform.ts';
import { readSettings } from '../../src/platform/settings.ts';
import { createLogger } from '../../src/platform/telemetry/logger.ts';
import { createTestDatabase, dropAtEnd, type TestDatabase } from './database.ts';
import { holdAnswers } from './hold-answers.ts';

holdAnswers();

/** Of all apps that were opened since the last test ended, and of those that are open still. */
const logs = new Set<readonly string[]>();
const closed = new Set<readonly string[]>();
const isWarning = (line: string): boolean => /"level":"(?:warn|error|fatal)"/.test(line);
const mostWarnings = 20;

// What a test waited for in vain is often said there, and only there.
afterEach((context) => {
  // Its types do not have it yet.
  const { error } = context as TestContext & { readonly error?: Error | null };
  const fault = error?.cause ?? error;
  if (fault instanceof Error) {
    const warnings = [...logs].flatMap((lines) => lines.filter(isWarning).slice(-mostWarnings));
    // Of an error the runner passes on nothing else.
    if (warnings.length > 0) fault.stack += `\nThe apps warned:\n${warnings.join('')}`;
  }
  for (const lines of closed) logs.delete(lines);
  closed.clear();
});

/** So weak that hundreds of tries take a second: what is tested is never the hash itself. */
const cheapHashes = { PASSWORD_MEMORY_KIB: '8', PASSWORD_PASSES: '1', WEAK_HASHES: 'yes' };

export type { TestDatabase } from './database.ts';

export interface TestApp {
  readonly app: Assembly['app'];
  readonly consoleTable: Assembly['consoleTable'];
  readonly platform: OpenPlatform<Settings>;
  readonly sql: Sql;
  readonly clock: MovableClock;
  /** Everything that was logged, one JSON line each. */
  readonly log: string[];
  /** Listens on a free port; the address has no slash at its end. */
  listen(): Promise<string>;
  /** Jobs do not run until a test asks for it. */
  runJobs(): Promise<RunningJobs>;
  /** Begins the work between requests. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** As an operator would set them. Production needs its required ones too. */
  settings?: Record<string, string>;
  /** A second process on the same database. */
  database?: TestDatabase;
  /** Of a process that serves nothing else; all of them otherwise. */
  service?: ServiceName;
}

/** Decide what an app that is opened for the first time puts into its database. */
const DECIDING =
  /^(?:ENVIRONMENT|SERVICES|SECRET_KEY\w*|SANDBOX_(?:PSP|LIFE)|SIMULATED_CHAINS|\w+_(?:NODE|NETWORK|DATABASE_URL))$/;

/** An app has been opened here before: to make its keys and chains takes as long as all else that opening it does. */
const openedBefore = {
  name: 'opened',
  async fill(database: TestDatabase) {
    const praca = await openTestApp({ database });
    // Whoever gets the copy has come home: it has not been restored.
    await praca.sql`delete from merchant.payout_homes`;
    await praca.close();
  },
};

function createDatabaseFor(settings: Record<string, string>): Promise<TestDatabase> {
  const isOrdinary = !Object.keys(settings).some((name) => DECIDING.test(name));
  return createTestDatabase(isOrdinary ? { filled: openedBefore } : {});
}

/** The real app on a real database of its own, with all services. */
export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await createDatabaseFor(options.settings ?? {}));
  const settings = readSettings(allSettings, {
    environment: {
      SETTINGS_FILE: undefined,
      PORT: '0',
      LOG_LEVEL: 'info',
      DATABASE_POOL: '4',
      // What tests count is theirs alone.
      SANDBOX_LIFE: 'no',
      SEED_TOWN: 'no',
      // What a test asks at once is done in the end, however slow the machine.
      DATABASE_WAIT_MS: '120000',
      DATABASE_STATEMENT_MS: '600000',
      METRICS_WAIT_MS: '120000',
      ...cheapHashes,
      ...(options.service && { SERVICES: options.service }),
      ...options.settings,
    },
  });
  const lines: string[] = [];
  logs.add(lines);
  const log = createLogger({
    level: settings.LOG_LEVEL,
    pretty: false,
    destination: { write: (line: string) => void lines.push(line) },
  });
  const platform = await openPlatform(settings, database.connection, log);
  const assembly = await assemble(platform, { state: () => 'ready' }).catch(async (error: unknown) => {
    await platform.close();
    throw error;
  });
  await assembly.app.ready();
  const running: RunningJobs[] = [];
  return {
    app: assembly.app,
    consoleTable: assembly.consoleTable,
    platform,
    sql: platform.sql,
    clock: platform.clock as MovableClock,
    log: lines,
    async listen() {
      await assembly.app.listen({ host: '127.0.0.1', port: 0 });
      const address = assembly.app.server.address();
      return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    },
    async runJobs() {
      const jobs = await startQueues(assembly.queues, { clock: platform.movableClock, log });
      running.push(jobs);
      return jobs;
    },
    start: () => assembly.start(),
    async close() {
      closed.add(lines);
      await assembly.close();
      for (const jobs of running) await jobs.stop();
      await platform.close();
      if (options.database) return;
      if (running.length > 0) dropAtEnd(database);
      else await database.drop();
    },
  };
}

/** To put one service together takes a third of the time, and it must do without the others. */
export const openMerchantApp = (options: TestAppOptions = {}): Promise<TestApp> =>
  openTestApp({ ...options, service: 'merchant' });
export const openSocialApp = (options: TestAppOptions = {}): Promise<TestApp> =>
  openTestApp({ ...options, service: 'social' });

/** What production must be told, for tests that run the same app under its rules. */
export const productionSettings: Record<string, string> = {
  ENVIRONMENT: 'production',
  PUBLIC_URL: 'https://praca.example',
  DATABASE_URL: 'postgres://unused/unused',
  SECRET_KEY: hash('sha256', 'a key of the tests', 'base64'),
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Praça <no-reply@praca.example>',
  RATE_LIMIT: '0',
  SIGN_UPS_AT_ONCE: '0',
};

/**
 * Time stands still until the test moves it by `offsetMs`, however long the machine takes between two requests. With a
 * tick it goes on by so much each time that somebody looks: nothing happens twice at once.
 */
export function holdTime(clock: MovableClock, tickMs = 0): void {
  // So far behind whatever else counts in this process that ids of both clocks do not take each other's time.
  const heldMs = Date.now() - 10_000;
  let passedMs = 0;
  clock.nowMs = () => heldMs + clock.offsetMs + (passedMs += tickMs);
}
