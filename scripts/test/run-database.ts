import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

export interface RunDatabase {
  readonly environment: {
    readonly PRACA_TEST_POSTGRES: string;
    readonly PRACA_ROW_TYPES: string;
    readonly PRACA_ANSWERS: string;
  };
  stop(): Promise<void>;
}

/** Starts the PostgreSQL of a run. It is optimised for speed and does not survive a crash. */
export async function startRunDatabase(directory: string): Promise<RunDatabase> {
  const [rowTypes, answers] = [join(directory, 'rows'), join(directory, 'answers')];
  const messages: string[] = [];
  try {
    await mkdir(rowTypes);
    await mkdir(answers);
    // Imported late, so that the checks also run if the platform does not load.
    const { startEmbeddedPostgres } = await import('../../src/platform/postgres/embedded/embedded.ts');
    const server = await startEmbeddedPostgres({
      dataDir: join(directory, 'postgres'),
      log: ({ message }) => messages.push(message),
      settings: {
        fsync: 'off',
        synchronous_commit: 'off',
        full_page_writes: 'off',
        max_connections: '300',
        // There is no replica, and the server does not run long enough for a vacuum.
        wal_level: 'minimal',
        max_wal_senders: '0',
        max_wal_size: '512MB',
        autovacuum: 'off',
        // Data is in memory, so asynchronous reads only add overhead.
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
      stop: () => server.stop(),
    };
  } catch (error) {
    throw new Error(['PostgreSQL did not start', ...messages, String(error)].join('\n'), { cause: error });
  }
}
