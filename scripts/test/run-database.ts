import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface RunDatabase {
  /** What test files find in their environment. */
  readonly environment: {
    readonly PRACA_TEST_POSTGRES: string;
    /** The directory for what they see of the rows. */
    readonly PRACA_ROW_TYPES: string;
    /** The directory for what they see of the answers. */
    readonly PRACA_ANSWERS: string;
  };
  stop(): Promise<void>;
}

/** The one PostgreSQL of a run, which keeps nothing: it need not survive a crash, only be fast. */
export async function startRunDatabase(): Promise<RunDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'praca-test-postgres-'));
  // The account that PostgreSQL runs as must be able to pass.
  await chmod(dataDir, 0o711);
  const rowTypes = await mkdtemp(join(tmpdir(), 'praca-test-rows-'));
  const answers = await mkdtemp(join(tmpdir(), 'praca-test-answers-'));
  const remove = async () => {
    for (const directory of [dataDir, rowTypes, answers])
      await rm(directory, { recursive: true, force: true });
  };
  const messages: string[] = [];
  try {
    // Not before it is needed: the checks must run however broken the platform is.
    const { startEmbeddedPostgres } = await import('../../src/platform/postgres/embedded/embedded.ts');
    const server = await startEmbeddedPostgres({
      dataDir,
      log: ({ message }) => messages.push(message),
      settings: {
        fsync: 'off',
        synchronous_commit: 'off',
        full_page_writes: 'off',
        max_connections: '300',
        // Nobody replays what it does, and it does not last long enough to be swept.
        wal_level: 'minimal',
        max_wal_senders: '0',
        max_wal_size: '8GB',
        autovacuum: 'off',
      },
    });
    return {
      environment: {
        PRACA_TEST_POSTGRES: JSON.stringify(server.connection),
        PRACA_ROW_TYPES: rowTypes,
        PRACA_ANSWERS: answers,
      },
      stop: async () => {
        await server.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw new Error(['PostgreSQL did not start', ...messages, String(error)].join('\n'), { cause: error });
  }
}
