import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatDatabaseUrl } from '../../../src/platform/postgres/client/connection.ts';
import { createTestDatabase } from '../database.ts';
import { readSteps, type Step } from './document-blocks.ts';
import { freePort } from '../free-port.ts';
import { cleanEnvironment, removeDirectory, startPraca, temporaryDirectory } from '../process.ts';
import { runTour } from './run-tour.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Runs the blocks of a document against a new sandbox and fails with all differences. It uses a database of the test
 * run, because other tests cover the start of an embedded PostgreSQL.
 */
export async function walkTour(path: string, isPart: (step: Step) => boolean = () => true): Promise<void> {
  const steps = readSteps(readFileSync(join(root, path), 'utf8')).filter(isPart);
  assert.ok(steps.length > 0, `${path} has nothing to run`);
  const directory = temporaryDirectory();
  const scratch = join(directory, 'tour');
  mkdirSync(scratch);
  // The port must be known before the start, because answers contain the address.
  const database = await createTestDatabase();
  const environment = {
    DATA_DIR: join(directory, 'data'),
    DATABASE_URL: formatDatabaseUrl(database.connection),
    PORT: String(await freePort()),
  };
  try {
    const { url, stop } = await startPraca(environment);
    try {
      const options = { path, url, directory: root, scratch, environment: cleanEnvironment(environment) };
      const complaints = await runTour(steps, options);
      if (complaints.length > 0) assert.fail(complaints.join('\n\n'));
    } finally {
      assert.equal(await stop(), 0);
    }
  } finally {
    await database.drop();
    await removeDirectory(directory);
  }
}
