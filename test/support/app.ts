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

/** Logs of apps opened since the last test ended, and of apps still open. */
const logs = new Set<readonly string[]>();
const closed = new Set<readonly string[]>();
const isWarning = (line: string): boolean => /"level":"(?:warn|error|fatal)"/.test(line);
const mostWarnings = 20;

// The log often explains why a test waited in vain.
afterEach((context) => {
  // The type declarations lack this property.
  const { error } = context as TestContext & { readonly error?: Error | null };
  const fault = error?.cause ?? error;
  if (fault instanceof Error) {
    const warnings = [...logs].flatMap((lines) => lines.filter(isWarning).slice(-mostWarnings));
    // The runner passes on only the stack of an error.
    if (warnings.length > 0) fault.stack += `\nThe apps warned:\n${warnings.join('')}`;
  }
  for (const lines of closed) logs.delete(lines);
  closed.clear();
});

/** Weak hashes, because tests compute hundreds and never test the hash itself. */
const cheapHashes = { PASSWORD_MEMORY_KIB: '8', PASSWORD_PASSES: '1', WEAK_HASHES: 'yes' };

export type { TestDatabase } from './database.ts';

export interface TestApp {
  readonly app: Assembly['app'];
  readonly consoleTable: Assembly['consoleTable'];
  readonly platform: OpenPlatform<Settings>;
  readonly sql: Sql;
  readonly clock: MovableClock;
  /** Log lines as JSON. */
  readonly log: string[];
  /** Listens on a free port. Returns the address without a trailing slash. */
  listen(): Promise<string>;
  /** Starts the job worker. Jobs do not run before this call. */
  runJobs(): Promise<RunningJobs>;
  /** Starts the background work. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** Settings as an operator would set them. For production, add the required ones. */
  settings?: Record<string, string>;
  /** Opens a second process on this database. */
  database?: TestDatabase;
  /** Serves only this service. The default is all of them. */
  service?: ServiceName;
}

/** Settings that decide what the first app in a database creates there. */
const DECIDING =
  /^(?:ENVIRONMENT|SERVICES|SECRET_KEY\w*|SANDBOX_(?:PSP|LIFE)|SIMULATED_CHAINS|\w+_(?:NODE|NETWORK|DATABASE_URL))$/;

/**
 * A database template in which an app was opened before. Creating the keys and chains takes half of the first start.
 */
const openedBefore = {
  name: 'opened',
  async fill(database: TestDatabase) {
    const praca = await openTestApp({ database });
    // A copy of the template is not a restored backup, so the recorded home is deleted.
    await praca.sql`delete from merchant.payout_homes`;
    await praca.close();
  },
};

function createDatabaseFor(settings: Record<string, string>): Promise<TestDatabase> {
  const isOrdinary = !Object.keys(settings).some((name) => DECIDING.test(name));
  return createTestDatabase(isOrdinary ? { filled: openedBefore } : {});
}

/** Opens the real app with all services on a database of its own. */
export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await createDatabaseFor(options.settings ?? {}));
  const settings = readSettings(allSettings, {
    environment: {
      SETTINGS_FILE: undefined,
      PORT: '0',
      LOG_LEVEL: 'info',
      DATABASE_POOL: '4',
      // Tests count rows, so the sandbox must not create any.
      SANDBOX_LIFE: 'no',
      SEED_TOWN: 'no',
      // Long limits, so that simultaneous requests succeed on a slow machine.
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
      const jobs = await startQueues(assembly.queues, {
        clock: platform.movableClock,
        log,
        tracer: platform.tracer,
      });
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

/** Opens one service only. It starts in a third of the time and must work without the others. */
export const openMerchantApp = (options: TestAppOptions = {}): Promise<TestApp> =>
  openTestApp({ ...options, service: 'merchant' });
export const openSocialApp = (options: TestAppOptions = {}): Promise<TestApp> =>
  openTestApp({ ...options, service: 'social' });

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
 * Stops the clock until the test moves it by `offsetMs`. With a tick, each read of the clock advances it, so that no
 * two events have the same time.
 */
export function holdTime(clock: MovableClock, tickMs = 0): void {
  // Far enough behind the system clock that ids of both clocks do not overlap.
  const heldMs = Date.now() - 10_000;
  let passedMs = 0;
  clock.nowMs = () => heldMs + clock.offsetMs + (passedMs += tickMs);
}
