import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { processorMsOf } from './processor-time.ts';

export interface RunDatabase {
  /** What test files find in their environment. */
  readonly environment: {
    readonly PRACA_TEST_POSTGRES: string;
    /** The directory for what they see of the rows. */
    readonly PRACA_ROW_TYPES: string;
    /** The directory for what they see of the answers. */
    readonly PRACA_ANSWERS: string;
  };
  /** What it took of the processors so far. */
  processorMs(): number;
  stop(): Promise<void>;
}

/** The one PostgreSQL of a run, which keeps nothing: it need not survive a crash, only be fast. */
export async function startRunDatabase(directory: string): Promise<RunDatabase> {
  const [rowTypes, answers] = [join(directory, 'rows'), join(directory, 'answers')];
  const messages: string[] = [];
  try {
    await mkdir(rowTypes);
    await mkdir(answers);
    // Not before it is needed: the checks must run however broken the platform is.
    const { startEmbeddedPostgres } = await import('../../src/platform/postgres/embedded/embedded.ts');
    const server = await startEmbeddedPostgres({
      dataDir: join(directory, 'postgres'),
      log: ({ message }) => messages.push(message),
      settings: {
        fsync: 'off',
        synchronous_commit: 'off',
        full_page_writes: 'off',
        max_connections: '300',
        // Nobody replays what it does, and it does not last long enough to be swept.
        wal_level: 'minimal',
        max_wal_senders: '0',
        max_wal_size: '512MB',
        autovacuum: 'off',
        // It reads from memory: to have others read for it takes longer than to read.
        io_method: 'sync',
        update_process_title: 'off',
      },
    });
    return {
      environment: {
        PRACA_TEST_POSTGRES: JSON.stringify(server.connection),
        PRACA_ROW_TYPES: rowTypes,
        PRACA_ANSWERS: answers,
      },
      processorMs: () => processorMsOf(server.pid() ?? 0),
      stop: () => server.stop(),
    };
  } catch (error) {
    throw new Error(['PostgreSQL did not start', ...messages, String(error)].join('\n'), { cause: error });
  }
}
